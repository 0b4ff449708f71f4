package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"inquest/report/diff"
)

// bound is the share of A/A comparisons with a finding, per cent, that a set-up should keep.
const bound = 5

// text prints the answer for people.
func (s *selfcheckAnswer) text(w io.Writer) error {
	var b strings.Builder
	for _, t := range s.Tests {
		t.text(&b)
	}
	if s.Exit.Code == 0 {
		s.verdict(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *checkedTest) text(b *strings.Builder) {
	fmt.Fprintf(b, "test %s\n", t.name())
	for _, g := range t.Groups {
		fmt.Fprintf(b, "  build %s, %d runs: %s\n", g.Build, len(g.Runs), strings.Join(g.Runs, ", "))
	}
	for _, x := range t.Apart {
		fmt.Fprintf(b, "  not A/A: %s\n", x)
	}
	for _, x := range t.LeftOut {
		fmt.Fprintf(b, "  left out: %s\n", x)
	}
	if len(t.Noise) > 0 {
		fmt.Fprintf(b, "  how much identical runs differ, and the smallest change that so many runs a side show\n")
		table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "    metric\truns\tsd\tdf\t1+1\t2+2\t3+3")
		for _, n := range t.Noise {
			name := n.Metric
			if n.Spread {
				name = "spread of " + name
			}
			fmt.Fprintf(table, "    %s\t%d\t%.1f %%\t%.1f\t%.1f %%\t%.1f %%\t%.1f %%\n", name, n.Runs, n.SDPct, n.DF, n.Smallest[0], n.Smallest[1], n.Smallest[2])
		}
		table.Flush()
	}
	b.WriteByte('\n')
}

// verdict says how often a comparison had a finding, and what that shows.
func (s *selfcheckAnswer) verdict(b *strings.Builder) {
	fmt.Fprintf(b, "findings above note in comparisons of a build with itself: each is a false alarm\n")
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "  runs a side\tcomparisons\tgrade A or B\t95 %\tonly grade C\t95 %")
	for _, r := range s.Rates {
		if r.Comparisons > 0 {
			fmt.Fprintf(table, "  %d+%d\t%d of %d\t%s\t%.0f..%.0f %%\t%s\t%.0f..%.0f %%\n", r.RunsASide, r.RunsASide, r.Comparisons, r.Possible,
				share(r.Graded, r.Comparisons), r.GradedCI[0], r.GradedCI[1], share(r.Ungraded, r.Comparisons), r.UngradedCI[0], r.UngradedCI[1])
		}
	}
	table.Flush()
	for _, r := range s.Rates {
		if r.Comparisons > 0 {
			fmt.Fprintf(b, "  %d+%d: %s\n", r.RunsASide, r.RunsASide, rateSentence(&r))
		}
		if r.NotCompared > 0 {
			fmt.Fprintf(b, "  %d+%d: in %d more nothing could be compared\n", r.RunsASide, r.RunsASide, r.NotCompared)
		}
	}
	fmt.Fprintf(b, "  %s\n", leaningSentence(&s.Leaning))
	if len(s.Offenders) > 0 {
		b.WriteString("\nwhat the findings are about, by number of comparisons\n")
		table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "  kind\tmetric\tgrade A or B\tgrade C")
		for i, o := range s.Offenders {
			if i == 10 {
				fmt.Fprintf(table, "  and %d more\n", len(s.Offenders)-i)
				break
			}
			fmt.Fprintf(table, "  %s\t%s\t%d\t%d\n", o.Kind, o.Metric, o.Graded, o.Ungraded)
		}
		table.Flush()
	}
}

func share(k, n int) string { return fmt.Sprintf("%d (%.0f %%)", k, 100*float64(k)/float64(n)) }

// rateSentence says what a rate shows about the bound.
func rateSentence(r *diff.Rate) string {
	text := fmt.Sprintf("%d of %d with a finding of grade A or B", r.Graded, r.Comparisons)
	if r.Comparisons > r.Disjoint {
		text += fmt.Sprintf(" (they share runs and are worth %d of their own, which the intervals reckon with)", r.Disjoint)
	}
	switch {
	case r.GradedCI[1] <= bound:
		return text + fmt.Sprintf(": at most %d %% is shown", bound)
	case r.GradedCI[0] > bound:
		return text + fmt.Sprintf(": more than %d %%, this set-up cries wolf", bound)
	case r.Graded > 0:
		return text + fmt.Sprintf(": whether that is more than %d %% cannot be told from so few", bound)
	}
	return text + fmt.Sprintf(": too few to show that it is at most %d %%, which takes 73 without one", bound)
}

// leaningSentence says whether better and worse are in balance.
func leaningSentence(l *diff.Leaning) string {
	text := fmt.Sprintf("later runs against earlier ones, in the comparisons of 1+1 that share no run: %d worse, %d better, %d neither", l.Worse, l.Better, l.Neither)
	switch n := l.Worse + l.Better; {
	case l.P < 0.05:
		return text + fmt.Sprintf(": far from 1:1 (binomial test, p %.2g): the machines drift, or the rules are one-sided", l.P)
	case n < 6:
		return text + ": too few to tell whether that is 1:1"
	}
	return text + fmt.Sprintf(": not far from 1:1 (binomial test, p %.2g)", l.P)
}
