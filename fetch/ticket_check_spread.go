package fetch

import (
	"fmt"
	"math"
	"strings"
)

// checkSpread compares the changes of each point with how far repeats of it
// lie apart, in whatever series they were made.
func (t *ticketReader) checkSpread(c *curveTable) {
	if len(c.series) < 2 {
		return
	}
	var orders [][]int
	for i := range c.xs {
		n, ok := c.noiseAt(i)
		if !ok {
			continue
		}
		s := spreadCheck{c: c, at: i, noise: n, lines: []int{n.of.line}}
		if len(c.series) == 2 {
			base, head := t.sides(c)
			s.add(base, head, head.label)
			if s.inside != nil {
				t.problem(LevelWarning, "inside-spread", s.lines, "repeats of %s differ by %.1f %%, so against %s%s these are not to be told from noise: %s",
					n.of.label, n.spread, base.label, s.where(), strings.Join(s.inside, ", "))
			}
			continue
		}
		if orders == nil {
			orders = c.inOrder()
		}
		s.steps(orders)
		if s.inside != nil {
			t.problem(LevelWarning, "inside-spread", s.lines, "repeats of %s differ by %.1f %%, so%s these are not to be told from noise: %s%s",
				n.of.label, n.spread, s.where(), s.list(), s.verdict())
		}
	}
}

// A spreadCheck collects the changes at one point that repeats could show.
type spreadCheck struct {
	c      *curveTable
	at     int
	noise  repeatNoise
	inside []string
	lines  []int
}

// add notes a change if runs of one build could show it.
func (s *spreadCheck) add(base, head *curve, name string) {
	a, b := base.ys[s.at], head.ys[s.at]
	if pct := pctChange(mean(a), mean(b)); pct != nil && s.noise.hides(a, b) {
		s.inside = append(s.inside, name+" "+percentText(*pct))
		s.lines = append(s.lines, base.line, head.line)
	}
}

// steps goes from each series with a value to the next, and from the last one
// that the text calls good to the first it calls bad.
func (s *spreadCheck) steps(orders [][]int) {
	good, bad := s.border()
	if good != nil {
		s.add(good, bad, fmt.Sprintf("last good %s -> first bad %s", good.label, bad.label))
	}
	for _, order := range orders {
		var last *curve
		for _, k := range order {
			next := &s.c.series[k]
			if len(next.ys[s.at]) == 0 {
				continue
			}
			if last != nil && (last != good || next != bad) {
				s.add(last, next, last.label+" -> "+next.label)
			}
			last = next
		}
	}
}

// border finds the one place where the verdicts of the table turn, over what
// has no verdict; nil when they do not, or more than once.
func (s *spreadCheck) border() (good, bad *curve) {
	var last *curve
	turns := 0
	for k := range s.c.series {
		next := &s.c.series[k]
		if next.note == "" || len(next.ys[s.at]) == 0 {
			continue
		}
		if last != nil && last.note != next.note {
			turns++
			good, bad = last, next
			if next.note == "good" {
				good, bad = next, last
			}
		}
		last = next
	}
	if turns != 1 {
		return nil, nil
	}
	return good, bad
}

// where names the point when the table has several.
func (s *spreadCheck) where() string {
	if len(s.c.xs) < 2 {
		return ""
	}
	return " at " + s.c.xName(s.at)
}

func (s *spreadCheck) list() string {
	shown := s.inside[:min(len(s.inside), shownPairs)]
	if more := len(s.inside) - len(shown); more > 0 {
		return strings.Join(shown, ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(shown, ", ")
}

// verdict says whether any two builds of the table can be told apart.
func (s *spreadCheck) verdict() string {
	single, widest, gap := true, 0.0, ""
	for k := range s.c.series {
		for l := range k {
			a, b := s.c.series[l].ys[s.at], s.c.series[k].ys[s.at]
			if len(a) == 0 || len(b) == 0 {
				continue
			}
			if !s.noise.hides(a, b) || len(s.c.series) > maxClaimCurves {
				return ""
			}
			single = single && (len(a) == 1 || len(b) == 1)
			if pct := pctChange(mean(a), mean(b)); pct != nil && math.Abs(*pct) > widest {
				widest = math.Abs(*pct)
				gap = ", not even " + s.c.series[l].label + " and " + s.c.series[k].label + " (" + percentText(*pct) + ")"
			}
		}
	}
	if single {
		return "; no two builds of the table can be told apart" + gap + ": single runs cannot decide, repeat each build"
	}
	return "; no two builds of the table can be told apart" + gap + ": repeat each build more often"
}
