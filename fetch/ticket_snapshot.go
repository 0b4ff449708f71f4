package fetch

import (
	"regexp"
	"strings"
)

// snapshotShape is the name that perfrunner gives to a snapshot of its
// monitor: <cluster>[_<side>]_<version digits>-<build>_<phase>_<4 hex>.
var snapshotShape = regexp.MustCompile(`^([A-Za-z][0-9A-Za-z.-]*?)(?:_(c\d+))?_(\d[\d.]*-b?\d+)_(\w+?)_([0-9a-f]{4})$`)

var snapshotParam = regexp.MustCompile(`[?&;]snapshot=([^&;#\s]+)`)

// snapshotsIn takes the snapshots out of a dashboard's address. known are the
// labels of the text: they tell where the dots of "760" belong.
func snapshotsIn(ref string, line int, known map[string]string) []PlanSnapshot {
	if !strings.Contains(ref, "snapshot=") {
		return nil
	}
	var out []PlanSnapshot
	for _, m := range snapshotParam.FindAllStringSubmatch(ref, -1) {
		s := PlanSnapshot{Raw: unescape(m[1]), Line: line}
		if p := snapshotShape.FindStringSubmatch(s.Raw); p != nil {
			s.Cluster, s.Side, s.Build, s.Phase = given(p[1]), given(p[2]), given(dotted(p[3], known)), given(p[4])
		}
		out = append(out, s)
	}
	return out
}

// undotted is the short form of a label as snapshots have it: 6.5.0-4131 is
// 650-4131.
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
