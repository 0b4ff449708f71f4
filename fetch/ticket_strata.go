package fetch

import (
	"slices"
	"strings"
)

// A ticketStratum is one combination of factors with its runs.
type ticketStratum struct {
	factors    map[string]string
	base, head []*ticketRun
	changed    PlanChange   // of the first headline, filled by makeStrata
	all        []PlanChange // of every metric
	control    *PlanControl // where it is called unaffected
}

// makeStrata groups the runs by their factors. Runs of a contradiction are
// left out; a combination with one build only is said.
func (t *ticketReader) makeStrata() {
	pairing := t.plan.Pairing
	if pairing == nil {
		return
	}
	at := map[string]int{}
	for _, r := range t.runs {
		label := r.plan.BuildLabel()
		if r.refused || label != pairing.Base && label != pairing.Head {
			continue
		}
		key := factorKey(r.plan.Factors)
		i, known := at[key]
		if !known {
			i = len(t.strata)
			at[key] = i
			t.strata = append(t.strata, ticketStratum{factors: r.plan.Factors})
		}
		if label == pairing.Base {
			t.strata[i].base = append(t.strata[i].base, r)
		} else {
			t.strata[i].head = append(t.strata[i].head, r)
		}
	}
	t.strata = slices.DeleteFunc(t.strata, func(s ticketStratum) bool {
		if len(s.base) > 0 && len(s.head) > 0 {
			return false
		}
		if !t.anyRefused() {
			t.saySingle(s, pairing)
		}
		return true
	})
	for i := range t.strata {
		s := &t.strata[i]
		s.all = s.changes()
		if s.changed = s.change(); s.changed.Pct != nil {
			t.measured = append(t.measured, s)
		}
	}
}

// anyRefused reports whether a contradiction explains what is missing.
func (t *ticketReader) anyRefused() bool {
	return slices.ContainsFunc(t.runs, func(r *ticketRun) bool { return r.refused })
}

func (t *ticketReader) saySingle(s ticketStratum, p *PlanPairing) {
	runs, has, lacks := s.base, p.Base, p.Head
	if len(runs) == 0 {
		runs, has, lacks = s.head, p.Head, p.Base
	}
	var lines []int
	var ids []string
	for _, r := range runs {
		lines, ids = append(lines, r.plan.Line), append(ids, r.plan.ID)
	}
	t.problem(LevelWarning, "stratum-incomplete", lines, "with %s there is %s of %s but none of %s, so it is not compared",
		factorText(s.factors), strings.Join(ids, ", "), has, lacks)
}

func (s *ticketStratum) plan() PlanStratum {
	p := PlanStratum{Factors: s.factors, Headline: s.changed, Control: s.control}
	for _, r := range s.base {
		p.Base = append(p.Base, r.plan.ID)
	}
	for _, r := range s.head {
		p.Head = append(p.Head, r.plan.ID)
	}
	return p
}
