package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"inquest/fetch"
	"inquest/parse"
	"inquest/report/diff"
	"inquest/schemas"
	"inquest/schemas/lake"
)

// diffFlags adds the flags of commands that end in findings.
func (a *app) diffFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&a.format, "format", "text", "text, json, md, jira or junit, on standard output")
	f.StringVar(&a.report, "report", "", "write the report to this HTML file too")
	f.StringVar(&a.out, "out", "", "write report.html, findings.json, findings.md and findings.parquet into this folder")
	f.StringVar(&a.failOn, "fail-on", "never", "exit 3 on findings: worse, any or never")
	f.StringVar(&a.window, "window", "", "FROM,TO in seconds from the start of the load, in place of the load windows found")
	f.BoolVar(&a.includeFailed, "include-failed", false, "compare runs that failed or were aborted, by their manifest, their load generator or the ticket, too")
	f.BoolVar(&a.book, "noise-book", true, "take run noise from earlier runs of one build and this test too, in the lake that --lake names")
	f.BoolVar(&a.redact, "redact", false, "replace node names and addresses before writing")
}

func (a *app) diffCommand() *cobra.Command {
	var bases, heads []string
	cmd := &cobra.Command{
		Use:   "diff BASE HEAD | diff PLAN",
		Short: "compare two builds and say what differs",
		Long: "diff compares runs of two builds. BASE and HEAD are folders, S3 prefixes, zips, quoted globs, or build labels\n" +
			"found in --lake. --base and --head repeat, for several runs a side.\n\n" +
			"Run noise is known from several runs a side, or from at least 4 earlier runs of one build (or 4 pairs) of the same\n" +
			"test, factors and hardware, known build labels only, in the lake that --lake names (never in the default one, so that\n" +
			"the answer does not depend on what was compared before); --noise-book=false leaves them out.\n\n" +
			"Exit codes: 0 done, 1 failed, 2 usage, 3 a finding at or above --fail-on, 4 nothing could be compared, or with\n--strict anything was incomplete.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 2 {
				return usageError("diff takes two runs, %d were given; quote a glob so that the shell does not expand it", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.checkOutput(); err != nil {
				return err
			}
			if len(args) == 1 && len(bases)+len(heads) == 0 {
				plan, isPlan, err := readPlan(args[0])
				if err != nil {
					return err
				}
				if !isPlan {
					return usageError("diff takes two runs or a plan; %s is not a plan", args[0])
				}
				return a.diffPlan(cmd.Context(), plan)
			}
			if len(args) == 2 {
				bases, heads = append(bases, args[0]), append(heads, args[1])
			} else if len(args) == 1 {
				return usageError("diff takes BASE and HEAD, or only --base and --head; one argument was given beside them")
			}
			if len(bases) == 0 || len(heads) == 0 {
				return usageError("diff wants at least one run a side: BASE HEAD, or --base and --head; see --help")
			}
			return a.diffRefs(cmd.Context(), bases, heads)
		},
	}
	cmd.Flags().StringArrayVar(&bases, "base", nil, "a run of the base; repeats")
	cmd.Flags().StringArrayVar(&heads, "head", nil, "a run of the head; repeats")
	cmd.Flags().StringVar(&a.baseLabel, "base-label", "", "build label of the base")
	cmd.Flags().StringVar(&a.headLabel, "head-label", "", "build label of the head")
	cmd.Flags().BoolVar(&a.dry, "dry-run", false, dryDiff)
	a.controlFlag(cmd)
	a.diffFlags(cmd)
	return cmd
}

// dryDiff is the help of --dry-run where findings are the answer otherwise.
const dryDiff = "compare nothing: read directories only, and say what the download would cost; --format text or json"

// diffRefs compares runs given by address, or by build label in the lake.
func (a *app) diffRefs(ctx context.Context, bases, heads []string) error {
	client, l, err := a.open()
	if err != nil {
		return err
	}
	in := &diff.Input{Tool: a.tool(), Failed: a.includeFailed}
	if in.Window, err = parseWindow(a.window); err != nil {
		return err
	}
	lb, bases, err := a.labelled(ctx, l, in, bases)
	if err != nil {
		return err
	}
	lh, heads, err := a.labelled(ctx, l, in, heads)
	if err != nil {
		return err
	}
	specs, err := a.runsOf(ctx, client, append(append([]string{}, bases...), heads...))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; nor has a run in lake %s that build label", err, l.URI())
	}
	if err != nil {
		return err
	}
	nb := len(bases)
	for i, s := range specs {
		if label := a.baseLabel; i < nb && label != "" {
			s.Build = label
		}
		if label := a.headLabel; i >= nb && label != "" {
			s.Build = label
		}
	}
	var strata []map[string]string
	for _, s := range specs {
		strata = append(strata, a.stratumOf(s, len(specs)))
	}
	for _, r := range slices.Concat(lb, lh) {
		strata = append(strata, r.Stratum)
	}
	if in.Control, err = a.controlStrata(strata); err != nil {
		return err
	}
	if a.dry {
		return a.dryRun(ctx, client, l, unique(specs), a.format)
	}
	done, err := a.ingest(ctx, client, l, unique(specs))
	if err != nil {
		return err
	}
	byID := map[string]*ingested{}
	for _, d := range done {
		byID[d.Spec.ID] = d
	}
	for i, s := range specs {
		r, warnings, err := a.load(ctx, l, &ingested{Spec: s, Artifacts: byID[s.ID].Artifacts})
		if err != nil {
			return err
		}
		in.Warnings = append(in.Warnings, warnings...)
		if len(specs) == 2 {
			factorsAsFacts(r)
		}
		if i < nb {
			in.Base = append(in.Base, r)
		} else {
			in.Head = append(in.Head, r)
		}
	}
	in.Base, in.Head = append(in.Base, lb...), append(in.Head, lh...)
	if err := a.noiseBook(ctx, l, in); err != nil {
		return err
	}
	return a.finish(diff.Compare(in))
}

// factorsAsFacts lets two runs that the user chose be compared whatever their factors are:
// these keep them apart no longer, but where they differ they are said, for such a pair is
// neither a repeat nor a change of the build alone.
func factorsAsFacts(r *diff.Run) {
	facts := maps.Clone(r.Stratum)
	maps.Copy(facts, r.Facts)
	r.Stratum, r.Facts = nil, facts
}

// unique drops a run that stands on both sides.
func unique(specs []*runSpec) []*runSpec {
	var out []*runSpec
	seen := map[string]bool{}
	for _, s := range specs {
		if !seen[s.ID] {
			seen[s.ID] = true
			out = append(out, s)
		}
	}
	return out
}

// labelled takes the arguments that are build labels of the lake out of the list.
func (a *app) labelled(ctx context.Context, l *lake.Lake, in *diff.Input, args []string) (runs []*diff.Run, rest []string, err error) {
	for _, arg := range args {
		found, err := l.RunsOfBuild(ctx, arg)
		if err != nil || len(found) == 0 || exists(arg) {
			rest = append(rest, arg)
			continue
		}
		for _, f := range found {
			r, warnings, err := a.loadRun(ctx, l, f)
			if err != nil {
				return nil, nil, err
			}
			in.Warnings = append(in.Warnings, warnings...)
			runs = append(runs, r)
		}
	}
	return runs, rest, nil
}

// diffPlan compares the runs of a plan, stratum by stratum.
func (a *app) diffPlan(ctx context.Context, plan *fetch.Plan) error {
	if a.dry {
		client, l, err := a.open()
		if err != nil {
			return err
		}
		specs, err := a.runsOfPlan(ctx, client, plan)
		if err != nil {
			return err
		}
		return a.dryRun(ctx, client, l, specs, a.format)
	}
	res, err := a.comparePlan(ctx, plan)
	if err != nil {
		return err
	}
	return a.finish(res)
}

func (a *app) comparePlan(ctx context.Context, plan *fetch.Plan) (*diff.Result, error) {
	if len(plan.Strata) == 0 {
		return nil, incomplete("%s names no pair of runs to compare: %s", plan.Source.Name, plan.Exit.Reason)
	}
	client, l, err := a.open()
	if err != nil {
		return nil, err
	}
	in := &diff.Input{Tool: a.tool(), Failed: a.includeFailed}
	if in.Window, err = parseWindow(a.window); err != nil {
		return nil, err
	}
	if err := a.planControls(in, plan); err != nil {
		return nil, err
	}
	specs, err := a.runsOfPlan(ctx, client, plan)
	if err != nil {
		return nil, err
	}
	done, err := a.ingest(ctx, client, l, specs)
	if err != nil {
		return nil, err
	}
	byID := map[string]*ingested{}
	for _, d := range done {
		byID[d.Spec.ID] = d
	}
	add := func(to *[]*diff.Run, ids []string, factors map[string]string) error {
		for _, id := range ids {
			d := byID[id]
			if d == nil {
				in.Warnings = append(in.Warnings, diff.Warning{Kind: "run_without_artifacts", Artifact: id, Text: "run " + id + " has no artifacts in the ticket and is left out"})
				continue
			}
			r, warnings, err := a.load(ctx, l, d)
			if err != nil {
				return err
			}
			r.Stratum = factors
			if pr := plan.Run(id); pr != nil && pr.Status != nil && r.Failed == "" {
				r.Failed = fmt.Sprintf("the ticket says %q", *pr.Status)
			}
			in.Warnings = append(in.Warnings, warnings...)
			*to = append(*to, r)
		}
		return nil
	}
	in.Headlines = map[string]float64{}
	for _, s := range plan.Strata {
		if s.Headline.Pct != nil {
			in.Headlines[diff.StratumKey(s.Factors)] = *s.Headline.Pct
		}
		if err := add(&in.Base, s.Base, s.Factors); err != nil {
			return nil, err
		}
		if err := add(&in.Head, s.Head, s.Factors); err != nil {
			return nil, err
		}
	}
	for _, c := range plan.Claims {
		claimed := c.ClaimedPct
		in.Claims = append(in.Claims, diff.Claim{Text: c.Text, ClaimedPct: &claimed, ComputedPct: c.ComputedPct, Agrees: c.Agrees, Line: c.Line})
	}
	for _, p := range plan.Problems {
		in.Warnings = append(in.Warnings, diff.Warning{Kind: p.Code, Line: int64(first(p.Lines)), Text: "ticket: " + p.Text})
	}
	if err := a.noiseBook(ctx, l, in); err != nil {
		return nil, err
	}
	return diff.Compare(in), nil
}

func first(lines []int) int {
	if len(lines) == 0 {
		return 0
	}
	return lines[0]
}

// finish writes the answer and makes the exit code.
func (a *app) finish(res *diff.Result) error {
	exit := a.verdict(res)
	res.Exit = diff.Exit{Code: exitOf(exit).Code, Reason: res.Exit.Reason}
	if exit != nil {
		res.Exit.Reason = exit.Error()
	}
	for _, w := range res.Warnings {
		if strings.HasPrefix(w.Kind, "artifact_") || w.Kind == "run_failed" || w.Kind == "nodes_by_rank" || w.Kind == "node_seen_from" || a.verbose {
			a.say("%s", warningLine(w))
		}
	}
	if err := a.write(res); err != nil {
		return err
	}
	return exit
}

func warningLine(w diff.Warning) string {
	s := w.Text
	if w.Member != "" {
		s = fmt.Sprintf("%s, member %s, line %d: %s: %s", w.Artifact, w.Member, w.Line, w.Kind, w.Text)
	}
	return s
}

// lossless are the kinds of warnings that name an artifact of which nothing was lost.
var lossless = []string{schemas.Unsupported, "node_name", "sources_disagree", "counter_reset", "nodes_by_rank", "gap", parse.NoSummary, noRows}

// verdict is the exit code of a comparison as an error; nil is 0.
func (a *app) verdict(res *diff.Result) error {
	if res.Exit.Code == 4 {
		return incomplete("%s", res.Exit.Reason)
	}
	if a.strict {
		if len(res.Nodes.Missing) > 0 {
			n := len(res.Nodes.Missing)
			return incomplete("%d %s missing: %s", n, plural(n, "node is", "nodes are"), strings.Join(res.Nodes.Missing, ", "))
		}
		for _, w := range res.Warnings {
			if w.Artifact != "" && w.Line == 0 && !slices.Contains(lossless, w.Kind) {
				return incomplete("incomplete: %s", warningLine(w))
			}
		}
	}
	for _, f := range res.Findings {
		if f.FoldedInto != "" || f.Grade == "X" {
			continue
		}
		if a.failOn == "worse" && f.Outcome == "worse" || a.failOn == "any" && (f.Outcome == "worse" || f.Outcome == "better" || f.Outcome == "symptom") {
			return &exitError{3, fmt.Errorf("a finding is at or above --fail-on %s: %s", a.failOn, f.Text)}
		}
	}
	return nil
}
