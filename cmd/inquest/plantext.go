package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"inquest/fetch"
	"inquest/report/units"
)

// planText prints a plan for people.
func planText(w io.Writer, p *fetch.Plan) error {
	b := &strings.Builder{}
	for _, x := range p.Builds {
		fmt.Fprintf(b, "build %s (first named on line %d)\n", x.Label, first(x.Lines))
	}
	if p.Pairing != nil {
		fmt.Fprintf(b, "base %s, head %s: %s\n", p.Pairing.Base, p.Pairing.Head, p.Pairing.Because)
	}
	if len(p.Runs) > 0 {
		fmt.Fprintf(b, "\nruns\n")
	}
	for _, r := range p.Runs {
		fmt.Fprintf(b, "  %s  build %s  %d artifacts", r.ID, orUnknown(r.BuildLabel()), len(p.ArtifactsOf(r.ID)))
		if f := factorText(r.Factors); f != "" {
			fmt.Fprintf(b, "  %s", f)
		}
		for _, h := range r.Headline {
			fmt.Fprintf(b, "  %g", h.Value)
			if h.Unit != nil {
				fmt.Fprintf(b, " %s", *h.Unit)
			}
		}
		if r.Status != nil {
			fmt.Fprintf(b, "  %s, left out", *r.Status)
		}
		fmt.Fprintf(b, "  (line %d)\n", r.Line)
	}
	if len(p.Strata) > 0 {
		fmt.Fprintf(b, "\npairs\n")
	}
	for _, s := range p.Strata {
		fmt.Fprintf(b, "  %s  %s -> %s", orUnknown(factorText(s.Factors)), strings.Join(s.Base, ", "), strings.Join(s.Head, ", "))
		if s.Headline.Base != nil && s.Headline.Head != nil && s.Headline.Pct != nil {
			fmt.Fprintf(b, "  %g -> %g (%+.1f %%)", *s.Headline.Base, *s.Headline.Head, *s.Headline.Pct)
		}
		if s.Control != nil {
			fmt.Fprintf(b, "  control: the ticket says %q (line %d)", s.Control.Text, s.Control.Line)
		}
		b.WriteByte('\n')
	}
	for _, s := range p.Sweeps {
		sweepText(b, &s)
	}
	if len(p.Claims) > 0 {
		fmt.Fprintf(b, "\nclaims\n")
	}
	for _, c := range p.Claims {
		fmt.Fprintf(b, "  line %d: %q says %+g %%; ", c.Line, c.Text, c.ClaimedPct)
		switch {
		case c.ComputedPct == nil:
			fmt.Fprintf(b, "the ticket has no numbers to check it\n")
		case c.Agrees != nil && *c.Agrees:
			fmt.Fprintf(b, "the ticket's numbers give %+.1f %%: agrees\n", *c.ComputedPct)
		default:
			fmt.Fprintf(b, "the ticket's numbers give %+.1f %%: CONTRADICTED\n", *c.ComputedPct)
		}
	}
	if len(p.Problems) > 0 {
		fmt.Fprintf(b, "\nproblems\n")
	}
	for _, x := range p.Problems {
		fmt.Fprintf(b, "  %s (%s): %s%s\n", x.Level, x.Code, x.Text, lineList(x.Lines))
	}
	if p.Exit.Reason != "" {
		fmt.Fprintf(b, "\n%s\n", p.Exit.Reason)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// sweepText prints a table of a value over a factor, with how each series grows and how
// far it is from the first.
func sweepText(b *strings.Builder, s *fetch.PlanSweep) {
	fmt.Fprintf(b, "\nsweep over %s (line %d) %s\n", axisOf(s), s.Line, s.Title)
	for i, x := range s.XLabels {
		fmt.Fprintf(b, "  %d is %s\n", i+1, x)
	}
	for i := range s.Series {
		x := &s.Series[i]
		fmt.Fprintf(b, "  %-24s", x.Label)
		for _, pt := range x.Points {
			fmt.Fprintf(b, " %s", pointText(pt))
		}
		if x.Growth != nil && x.Elasticity != nil {
			fmt.Fprintf(b, "  x%.2f, elasticity %.2f", *x.Growth, *x.Elasticity)
		}
		if r := x.SecondsPerItem; r != nil {
			fmt.Fprintf(b, ": one at a time, about %s each, whatever the %s", units.Quantity(mean(r), "seconds"), axisOf(s))
		}
		b.WriteByte('\n')
	}
	for _, r := range s.Ratios {
		fmt.Fprintf(b, "  %s against %s:", r.Head, r.Base)
		for i, v := range r.Values {
			if v == nil || r.Pct[i] == nil {
				b.WriteString(" -")
				continue
			}
			fmt.Fprintf(b, " x%.3g (%+.1f %%)", *v, *r.Pct[i])
		}
		b.WriteByte('\n')
	}
	trendText(b, s)
}

func pointText(p fetch.PlanPoint) string {
	if p.Y == nil {
		return fmt.Sprintf("%g:-", p.X)
	}
	return fmt.Sprintf("%g:%g", p.X, *p.Y)
}

func factorText(f map[string]string) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(f)) {
		parts = append(parts, k+"="+f[k])
	}
	return strings.Join(parts, ", ")
}

func orUnknown(s string) string {
	if s == "" {
		return "(unknown)"
	}
	return s
}

// lineList names the lines that take part, if any do.
func lineList(lines []int) string {
	if len(lines) == 0 {
		return ""
	}
	parts := make([]string, len(lines))
	for i, l := range lines {
		parts[i] = fmt.Sprint(l)
	}
	return " (" + plural(len(lines), "line ", "lines ") + strings.Join(parts, ", ") + ")"
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// axisOf names what a sweep goes over.
func axisOf(s *fetch.PlanSweep) string {
	if s.Axis == nil {
		return "x"
	}
	return *s.Axis
}

func mean(r *[2]float64) *float64 {
	m := (r[0] + r[1]) / 2
	return &m
}
