package fetch

import (
	"fmt"
	"strconv"
	"strings"
)

// pair decides which build is the base, or says why it cannot.
func (t *ticketReader) pair() {
	builds := t.comparable()
	switch len(builds) {
	case 0:
		if len(t.runs) > 0 {
			t.problem(LevelAsk, "build-unknown", t.runLines(),
				"no build is named for %s; give --base-label and --head-label, or a line such as \"Build: 1.2.3\"", countOf(len(t.runs), "run"))
		}
	case 1:
		if !t.anyRefused() {
			t.askOne(builds[0])
		}
	case 2:
		if t.refused[builds[0].label] || t.refused[builds[1].label] {
			return // the error says it
		}
		base, head, because := t.order(builds[0], builds[1])
		t.plan.Pairing = &PlanPairing{Base: base.label, Head: head.label, Because: because}
	default:
		t.askMany(builds)
	}
}

// comparable are the builds that have runs, or all when none has.
func (t *ticketReader) comparable() []*buildFacts {
	var all, withRuns []*buildFacts
	for _, f := range t.builds.ordered() {
		all = append(all, f)
		if f.runs {
			withRuns = append(withRuns, f)
		}
	}
	if len(withRuns) > 0 {
		return withRuns
	}
	return all
}

func (t *ticketReader) askOne(f *buildFacts) {
	runs := 0
	for _, r := range t.runs {
		if r.plan.BuildLabel() == f.label {
			runs++
		}
	}
	text := fmt.Sprintf("only one build is named: %s", f.label)
	code := "one-build"
	if runs == 1 {
		code = "one-run"
		text = fmt.Sprintf("only one run is listed, of build %s", f.label)
	} else if runs > 1 {
		text = fmt.Sprintf("all %d runs are of one build, %s", runs, f.label)
	}
	t.problem(LevelAsk, code, f.lines, "%s; there is no pair to diff: name a run of another build", text)
}

// order tells base and head apart. What the text says outright decides; else
// the build named first is the base, where a title that names only one of them
// does not count, and where the order of the runs and the build numbers
// together overrule it.
func (t *ticketReader) order(first, second *buildFacts) (base, head *buildFacts, because string) {
	if first.side*second.side < 0 || first.side != 0 && second.side == 0 || first.side == 0 && second.side != 0 {
		because = "the text calls it so"
		if first.side > 0 || second.side < 0 {
			return second, first, because
		}
		return first, second, because
	}
	if b, p := t.stated(first.label, second.label); b != "" {
		because = fmt.Sprintf("line %d: %s", p.line, p.words)
		if b == second.label {
			return second, first, because
		}
		return first, second, because
	}
	a, b := first, second
	if t.first < len(t.lines) {
		if title := t.lines[t.first].no; a.first[0] == title && b.first[0] != title && t.secondNamed(a, title) > b.first[0] {
			a, b = b, a
		}
	}
	because = fmt.Sprintf("named first, at line %d", a.first[0])
	firstRun := t.firstRuns()
	runA, runB := firstRun[a.label], firstRun[b.label]
	if newer(a.label, b.label) {
		if runB > 0 && runB < runA {
			return b, a, "its runs come first and its build number is the lower one"
		}
		t.problem(LevelWarning, "base-newer", []int{a.first[0], b.first[0]},
			"%s is named first and so is the base, but it is newer than %s; swap them with --base-label and --head-label if that is wrong", a.label, b.label)
	}
	return a, b, because
}

// stated is the base that prose, or else a changelog's address, states for two
// builds; "" when it states none or both.
func (t *ticketReader) stated(a, b string) (string, statedPair) {
	for _, changelog := range []bool{false, true} {
		var found statedPair
		for _, p := range t.pairs {
			if p.changelog != changelog || !p.directed || (p.base != a || p.head != b) && (p.base != b || p.head != a) {
				continue
			}
			if found.base != "" && found.base != p.base {
				t.problem(LevelWarning, "direction-unclear", []int{found.line, p.line},
					"line %d has %s before %s, line %d the other way round", found.line, found.base, found.head, p.line)
				return "", statedPair{}
			}
			if found.base == "" {
				found = p
			}
		}
		if found.base != "" {
			return found.base, found
		}
	}
	return "", statedPair{}
}

// secondNamed is the first line after the title that names the build.
func (t *ticketReader) secondNamed(f *buildFacts, title int) int {
	for _, line := range f.lines {
		if line > title {
			return line
		}
	}
	return 1 << 30
}

// firstRuns is the line of the first run of each build.
func (t *ticketReader) firstRuns() map[string]int {
	first := map[string]int{}
	for _, r := range t.runs {
		if label := r.plan.BuildLabel(); first[label] == 0 {
			first[label] = r.plan.Line
		}
	}
	return first
}

// newer reports that a has the higher build number of the same version.
func newer(a, b string) bool {
	va, na := versionOf(a)
	vb, nb := versionOf(b)
	x, errX := strconv.Atoi(na)
	y, errY := strconv.Atoi(nb)
	return errX == nil && errY == nil && va == vb && x > y
}

func (t *ticketReader) runLines() []int {
	var lines []int
	for _, r := range t.runs {
		lines = append(lines, r.plan.Line)
	}
	return lines
}

func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + strings.TrimSuffix(noun, "y") + map[bool]string{true: "ies", false: "s"}[strings.HasSuffix(noun, "y")]
}
