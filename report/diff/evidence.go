package diff

import (
	"math"
	"slices"
	"sort"

	"inquest/schemas"
)

// evidenceSet collects where the numbers of a finding stand: one entry for each artifact and
// member, with the lines that hold all that was added of it.
type evidenceSet struct {
	list []Evidence
	at   map[[2]string]int
}

// evidenceOf names the members behind a claim, with the lines of their load windows.
func evidenceOf(cl *claim) []Evidence {
	ev := evidenceSet{list: []Evidence{}}
	for _, a := range cl.atoms {
		for _, e := range a.v.effects {
			for _, m := range slices.Concat(e.cell.base, e.cell.head) {
				ev.add(&m)
			}
		}
	}
	return ev.list
}

// add adds the load window of a series.
func (e *evidenceSet) add(m *measured) { e.addSpan(m, m.w.from, m.w.to) }

// addFrom adds a series from a share of its load window on.
func (e *evidenceSet) addFrom(m *measured, frac float64) {
	e.addSpan(m, m.w.from+frac*m.w.seconds(), m.w.to)
}

// addSpan adds the samples of a series from one instant to another, seconds since 1970.
func (e *evidenceSet) addSpan(m *measured, from, to float64) {
	x := Evidence{Artifact: m.node.Artifact, Member: m.member()}
	x.FirstLine, x.LastLine = m.lines(from, to)
	e.put(x)
}

func (e *evidenceSet) put(x Evidence) {
	key := [2]string{x.Artifact, x.Member}
	i, there := e.at[key]
	switch {
	case !there:
		if e.at == nil {
			e.at = map[[2]string]int{}
		}
		e.at[key] = len(e.list)
		e.list = append(e.list, x)
	case x.FirstLine == 0 || e.list[i].FirstLine == 0: // of a part it is not known
		e.list[i].FirstLine, e.list[i].LastLine = 0, 0
	default:
		e.list[i].FirstLine = min(e.list[i].FirstLine, x.FirstLine)
		e.list[i].LastLine = max(e.list[i].LastLine, x.LastLine)
	}
}

// addMember adds a member of which the lines are not known.
func (e *evidenceSet) addMember(artifact, member string) {
	e.put(Evidence{Artifact: artifact, Member: member})
}

// member names where a series stands: leg folder and member.
func (m *measured) member() string { return memberPath(m.series.Source) }

func memberPath(s *schemas.Source) string {
	if s.Leg == "" {
		return s.Member
	}
	return s.Leg + "/" + s.Member
}

// lines are those of the samples that overlap from..to, seconds since 1970; 0 when they
// are not known. A rate rests on the reading before it, too.
func (m *measured) lines(from, to float64) (first, last int64) {
	s, member := m.series, m.member()
	table := s.Table()
	for k := range m.node.Lines {
		l := &m.node.Lines[k]
		if l.Member != member || l.Table != "" && l.Table != table {
			continue
		}
		if !slices.IsSorted(s.TS) { // a clock that went back: which lines they are is not known
			return 0, 0
		}
		i := sort.Search(len(s.TS), func(i int) bool { return float64(s.TS[i])/1e6 > from })
		j := sort.Search(len(s.TS), func(i int) bool { return float64(s.TS[i])/1e6 >= to })
		if j < len(s.TS) && !(float64(s.TS[j])/1e6-s.Step[j] >= to) {
			j++
		}
		if i >= j {
			return 0, 0
		}
		return l.Of(beganAt(s, i), s.TS[j-1])
	}
	return 0, 0
}

// beganAt is when the first reading that sample i rests on was made, or earlier.
func beganAt(s *schemas.Series, i int) int64 {
	step := math.Ceil(s.Step[i] * 1e6)
	switch {
	case !s.Rate:
		return s.TS[i]
	case step >= 0 && step < 1e17 && s.TS[i] > -1e18:
		return s.TS[i] - int64(step)
	case i > 0:
		return s.TS[i-1]
	}
	return math.MinInt64
}
