package diff

import (
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"inquest/schemas"
)

// Split is an A/A comparison: runs of one build on both sides, the earliest in the base.
type Split struct {
	Base, Head []*Run
	Disjoint   bool // shares no run with another disjoint split of as many runs a side
}

// Repeats puts runs together that are repeats of each other: known build, stratum, nodes,
// hardware, settings of server and bench are equal. Groups of one run are left out. apart
// says in sentences which runs of one build and stratum are no repeats or differ in
// settings of the operating system, which is allowed.
func Repeats(runs []*Run) (groups [][]*Run, apart []string) {
	groups = alikeGroups(runs, nil)
	first := map[string]*Run{}
	for _, r := range slices.SortedFunc(slices.Values(runs), inTime) {
		key := r.Build + "\x00" + stratumKey(r.Stratum)
		x := first[key]
		switch {
		case r.Build == "":
		case x == nil:
			first[key] = r
		default:
			if why := Apart(x, r, schemas.ScopeServer, schemas.ScopeHardware, schemas.ScopeBench); why != "" {
				apart = append(apart, r.ID+" is no repeat of "+x.ID+": "+why)
			} else if why := Apart(x, r, schemas.ScopeOS); why != "" {
				apart = append(apart, r.ID+" counts as a repeat of "+x.ID+" but differs in the operating system: "+why)
			}
		}
	}
	return groups, apart
}

// Splits lists all ways to compare so many runs of a group with as many others, the
// disjoint ones first: neighbours in time, r1 with r2, r3 with r4, and so on.
func Splits(group []*Run, runs int) []Split {
	if runs < 1 || len(group) < 2*runs {
		return nil
	}
	pick := func(of []*Run, at []int) (in, out []*Run) {
		for i, r := range of {
			if slices.Contains(at, i) {
				in = append(in, r)
			} else {
				out = append(out, r)
			}
		}
		return in, out
	}
	var disjoint, rest []Split
	for _, four := range combin.Combinations(len(group), 2*runs) {
		chosen, _ := pick(group, four)
		neighbours := four[0]%(2*runs) == 0 && four[2*runs-1] == four[0]+2*runs-1
		for _, half := range combin.Combinations(2*runs, runs) {
			if half[0] != 0 {
				break // the other side has the earliest run, and this split was made
			}
			s := Split{Disjoint: neighbours && half[runs-1] == runs-1}
			s.Base, s.Head = pick(chosen, half)
			if s.Disjoint {
				disjoint = append(disjoint, s)
			} else {
				rest = append(rest, s)
			}
		}
	}
	return slices.Concat(disjoint, rest)
}
