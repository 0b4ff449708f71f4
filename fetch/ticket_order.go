package fetch

import (
	"fmt"
	"strconv"
)

// order tells base and head apart. What the text says outright decides; else
// the build named first is the base, where a title that names only one of them
// does not count, and where the order of the runs and the build numbers
// together overrule it.
func (t *ticketReader) order(first, second *buildFacts) (base, head *buildFacts, because string) {
	if first.side*second.side < 0 || first.side != 0 && second.side == 0 || first.side == 0 && second.side != 0 {
		because = "one is called base or good, or the other head or bad"
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
	if t.first < len(t.lines) && !t.lines[t.first].table {
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
