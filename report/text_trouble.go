package report

import "inquest/report/units"

import "strings"

// warnings counts the warnings by kind and prints the first of each.
func (t *text) warnings() {
	if len(t.Warnings) == 0 {
		return
	}
	t.section(units.Plural(len(t.Warnings), "warning"))
	for _, k := range t.warningKinds() {
		shown := min(t.o.limit(2), len(k.Warnings))
		t.printf("  %s %s\n", k.Kind, t.dim("("+units.Count(len(k.Warnings))+")"))
		for _, w := range k.Warnings[:shown] {
			t.para(4, "    ", warningLine(w))
		}
		t.rest(4, len(k.Warnings)-shown, "warning")
	}
}

// notTested lists the metrics that could not be compared, those with the same reason together.
func (t *text) notTested() {
	if len(t.NotTested) == 0 {
		return
	}
	t.section("not tested")
	for _, g := range t.notTestedByReason() {
		shown := min(t.o.limit(6), len(g.Metrics))
		s := strings.Join(g.Metrics[:shown], ", ")
		if left := len(g.Metrics) - shown; left > 0 {
			s += " and " + units.Count(left) + " more"
		}
		t.para(4, "  ", join(": ", s, g.Reason))
	}
}

// untested is the metrics that were not compared for one reason.
type untested struct {
	Reason  string
	Metrics []string
}

// notTestedByReason groups the metrics that were not tested, in the order of reasons given.
func (v *view) notTestedByReason() []untested {
	var out []untested
	at := map[string]int{}
	for _, n := range v.NotTested {
		i, ok := at[n.Reason]
		if !ok {
			i = len(out)
			at[n.Reason] = i
			out = append(out, untested{Reason: n.Reason})
		}
		out[i].Metrics = append(out[i].Metrics, n.Metric)
	}
	return out
}
