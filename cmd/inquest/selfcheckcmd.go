package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"inquest/report/diff"
	"inquest/schemas/lake"
)

func (a *app) selfcheckCommand() *cobra.Command {
	most, generated := 60, trialOptions{seed: 1}
	cmd := &cobra.Command{
		Use:   "selfcheck --lake URI | selfcheck --generated N",
		Short: "A/A: how often would this set-up cry wolf?",
		Long: "selfcheck compares runs of one build with each other, as if they were two builds, and counts the findings: every one\n" +
			"is a false alarm. It takes each test of the lake that has four runs of one build with equal factors, hardware and\n" +
			"settings, splits them one against one and two against two, and prints how many comparisons had a finding, which\n" +
			"metrics it was about, whether better and worse are in balance, and how much identical runs differ in each metric.\n" +
			"The noise book of a comparison never holds the runs compared. Nothing is drawn by chance but a sample of the\n" +
			"splits when there are more than --max, and that sample is the same each time.\n\n" +
			"With --generated N it compares generated runs instead (see inquest generate), N of each case: identical builds, and\n" +
			"builds with a known change, over kinds of noise, numbers of nodes and differences from run to run. It prints how\n" +
			"often there was an alarm for nothing, how often a change was found, and what is asked of both. \"Found\" is a\n" +
			"finding graded A or B, or C where there is one run a side. --case takes the cases with these words in the name.\n\n" +
			"Exit codes: 0 done, whatever the rate, 1 failed, 2 usage, 4 no test of the lake has four runs of one build, or with\n" +
			"--generated and --strict a rate that is asked for is not reached.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError("selfcheck takes no arguments; name the lake with --lake")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case generated.repetitions < 0:
				return usageError("--generated %d: a number of comparisons is wanted", generated.repetitions)
			case a.lakeURI == "" && generated.repetitions == 0:
				return usageError("selfcheck wants --lake, the lake with earlier runs, or --generated, how many comparisons to make")
			case a.lakeURI != "" && generated.repetitions > 0:
				return usageError("selfcheck takes --lake or --generated, not both")
			case a.format != "text" && a.format != "json":
				return usageError("--format %s: selfcheck prints text or json", a.format)
			case most < 1:
				return usageError("--max %d: at least one comparison must be allowed", most)
			}
			if generated.repetitions > 0 {
				return a.trials(cmd.Context(), generated)
			}
			l, err := a.openLake()
			if err != nil {
				return err
			}
			return a.selfcheck(cmd.Context(), l, most)
		},
	}
	cmd.Flags().StringVar(&a.format, "format", "text", "text or json, on standard output")
	cmd.Flags().IntVar(&generated.repetitions, "generated", 0, "compare generated runs in place of a lake's, so many times a case")
	cmd.Flags().StringVar(&generated.words, "case", "", "of the generated cases, those with these words in the name")
	cmd.Flags().Uint64Var(&generated.seed, "seed", generated.seed, "of the generated runs")
	cmd.Flags().IntVar(&most, "max", most, "most comparisons for each test")
	cmd.Flags().BoolVar(&a.book, "noise-book", true, "compare with the noise book, as diff does")
	return cmd
}

// fewestRepeats is how many runs of one build a test must have to be checked.
const fewestRepeats = 4

// selfcheck makes the comparisons and prints what they found.
func (a *app) selfcheck(ctx context.Context, l *lake.Lake, most int) error {
	rows, err := l.Runs(ctx)
	if err != nil {
		return err
	}
	out := &selfcheckAnswer{SchemaVersion: diff.SchemaVersion, Tool: a.tool(), Lake: l.URI(), Tests: []*checkedTest{}}
	for _, t := range testsOf(rows) {
		checked, err := a.checkTest(ctx, l, t, most, &out.tally)
		if err != nil {
			return err
		}
		if checked == nil {
			continue
		}
		out.Tests = append(out.Tests, checked)
	}
	exit := out.finish(rows)
	if a.format == "json" {
		enc := json.NewEncoder(a.stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(out); err != nil {
			return err
		}
	} else if err := out.text(a.stdout); err != nil {
		return err
	}
	return exit
}

// checkTest compares the runs of one test with each other; nil when it has too few of one build.
func (a *app) checkTest(ctx context.Context, l *lake.Lake, t testRows, most int, sum *diff.Tally) (*checkedTest, error) {
	if !t.enough() {
		return nil, nil
	}
	s := &shelf{app: a, lake: l}
	out := &checkedTest{Test: t.test, Job: t.job, Factors: t.factors(), Groups: []checkedGroup{}, Apart: []string{}, LeftOut: []string{}, Noise: []diff.MetricNoise{}}
	taken := map[string]string{}
	var runs []*diff.Run
	for _, row := range t.rows {
		r, err := s.open(ctx, row, taken)
		if err != nil {
			return nil, err
		}
		if r != nil {
			runs = append(runs, r)
		}
	}
	groups, apart := diff.Repeats(runs)
	out.Apart, out.LeftOut = append(out.Apart, apart...), append(out.LeftOut, s.left...)
	var checked [][]*diff.Run
	all := []*diff.Run{}
	for _, g := range groups {
		all = append(all, g...)
		if len(g) >= fewestRepeats {
			g = g[max(0, len(g)-diff.BookRuns):]
			checked = append(checked, g)
			out.Groups = append(out.Groups, groupOf(g))
		}
	}
	if len(checked) == 0 {
		return out, nil
	}
	c := &checker{app: a, shelf: s, all: all, tally: sum, measured: map[string]*diff.BookRun{}}
	last := checked[len(checked)-1]
	next := *last[len(last)-1] // what the next comparison would find in the book
	next.ID = ""
	chosen, _ := diff.ChooseBook([]*diff.Run{&next}, all)
	book, err := c.books(ctx, chosen)
	if err != nil {
		return nil, err
	}
	out.Noise = append(out.Noise, diff.NoiseTable(book)...)
	for _, g := range checked {
		if err := c.group(ctx, g, max(1, most/len(checked))); err != nil {
			return nil, err
		}
	}
	a.say("test %s: %d comparisons", out.name(), c.made)
	return out, nil
}

// name is the test for people.
func (t *checkedTest) name() string {
	name := t.Test
	if t.Job != "" {
		name += " of " + t.Job
	}
	if t.Test == "" {
		name = t.Job
	}
	if len(t.Factors) > 0 {
		name += fmt.Sprintf(" (%s)", diff.StratumKey(t.Factors))
	}
	return name
}
