package fetch

import (
	"regexp"
	"strings"
)

// snapshotShape is the name that perfrunner gives to a snapshot of its
// monitor: <cluster>[_<side>]_<version digits>-<build>_<phase>_<4 hex>.
var snapshotShape = regexp.MustCompile(`^([A-Za-z][0-9A-Za-z.-]*?)(?:_(c\d+))?_(\d[\d.]*-b?\d+)_(\w+?)_([0-9a-f]{4})$`)

var (
	snapshotParam = regexp.MustCompile(`[?&;]snapshot=([^&;#\s]+)`)
	snapshotToken = regexp.MustCompile(`(?:^|[\s/=,(])([A-Za-z][0-9A-Za-z._-]*_\d[\d.]*-b?\d+_\w+_[0-9a-f]{4})(?:$|[\s/&,.);])`)
)

// snapshotNames are the names of snapshots in a line: those of dashboard
// addresses, and any word of that form.
func snapshotNames(text string) (names []string) {
	if strings.Contains(text, "snapshot=") {
		for _, m := range snapshotParam.FindAllStringSubmatch(text, -1) {
			names = append(names, trimSentence(validUTF8(unescape(m[1]))))
		}
	}
	if strings.Contains(text, "_") && strings.Contains(text, "-") {
		for _, m := range snapshotToken.FindAllStringSubmatch(text, -1) {
			names = append(names, m[1])
		}
	}
	return names
}

// readSnapshot takes a name apart; what does not have the form keeps only its
// raw name. known are the labels of the text: they tell where the dots of
// "760" belong.
func readSnapshot(raw string, line int, known map[string]string) PlanSnapshot {
	s := PlanSnapshot{Raw: raw, Line: line}
	if p := snapshotShape.FindStringSubmatch(raw); p != nil {
		s.Cluster, s.Side, s.Build, s.Phase = given(p[1]), given(p[2]), given(dotted(p[3], known)), given(p[4])
	}
	return s
}

// undotted is the short form of a label as snapshots have it: 7.1.2-3456 is
// 712-3456.
func undotted(label string) string { return strings.ReplaceAll(label, ".", "") }

// dotted is the full form of a short label: as the text writes it, else one
// digit for each part of the version but the last (7610-1 is 7.6.10-1).
func dotted(short string, known map[string]string) string {
	if full, ok := known[short]; ok {
		return full
	}
	version, build, _ := strings.Cut(short, "-")
	if strings.Contains(version, ".") || len(version) < 2 {
		return short
	}
	out := version[:1] + "." + version[1:2]
	if len(version) > 2 {
		out += "." + version[2:]
	}
	return out + "-" + build
}

// A snapshotPlace is a line with names of snapshots and what the headings above
// it say.
type snapshotPlace struct {
	names []string
	line  int
	test  *ticketHeading
	build string
}

// readSnapshots takes the snapshots apart once the labels are known that say
// where the dots belong. Builds that only snapshots name count when the text
// names none at all.
func (t *ticketReader) readSnapshots() {
	known, seen := t.builds.short(), map[string]bool{}
	alone := len(known) == 0
	for i := range t.places {
		p := &t.places[i]
		var builds []string
		for _, name := range p.names {
			s := readSnapshot(name, p.line, known)
			if !seen[s.Raw] {
				seen[s.Raw] = true
				t.plan.Snapshots = append(t.plan.Snapshots, s)
			}
			label := deref(s.Build)
			if label == "" {
				continue
			}
			builds = appendNew(builds, label)
			t.named = append(t.named, namedBuild{label, p.line, p.test})
			if alone {
				t.builds.confirm(label, p.line)
			}
		}
		if len(builds) == 1 && p.build != "" && builds[0] != p.build {
			t.problem(LevelWarning, "snapshot-disagrees", []int{p.line}, "line %d has a snapshot of %s under the heading of %s", p.line, builds[0], p.build)
		}
	}
}

// A namedBuild is a build that a snapshot names.
type namedBuild struct {
	label string
	line  int
	test  *ticketHeading
}
