package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"inquest/fetch"
	"inquest/report/diff"
)

func (a *app) inspectCommand() *cobra.Command {
	var format string
	var list bool
	cmd := &cobra.Command{
		Use:   "inspect REF...",
		Short: "what is inside an artifact: members, formats, rows, window, coverage, problems",
		Long: "inspect reads artifacts and says what was understood. Nothing is written to a lake. Of a zip on a server it reads the\n" +
			"directory and the members that it parses; with --list the directory only.\n\nExit codes: 0 done, 1 failed, 2 usage, 4 nothing was readable, or with --strict anything was lost.",
		Args: atLeastOne("the address of an artifact or run"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return usageError("--format %s: want text or json", format)
			}
			ctx := cmd.Context()
			client, runs, err := a.clientAndRuns(ctx, args)
			if err != nil {
				return err
			}
			if list {
				return a.list(ctx, client, runs, format)
			}
			var all []artifactReport
			for _, r := range runs {
				reports, err := a.inspectRun(ctx, client, r)
				if err != nil {
					return err
				}
				all = append(all, reports...)
			}
			t := tally{gaps: a.gapsOf(runs)}
			for _, x := range all {
				t.count(x.Status)
			}
			exit := a.complete(t, "read")
			if format == "json" {
				return printArtifacts(a, all, t.gaps, exit)
			}
			for i := range all {
				inspectText(a.stdout, &all[i], a.verbose)
			}
			if t.bad > 0 {
				fmt.Fprintf(a.stdout, "%d of %d artifacts are complete\n", t.all-t.bad, t.all)
			}
			a.printGaps(t.gaps)
			return exit
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	cmd.Flags().BoolVar(&list, "list", false, "list the members by the directory, parse none")
	return cmd
}

// inspectRun parses all artifacts of a run and tells which nodes were idle.
func (a *app) inspectRun(ctx context.Context, client *fetch.Client, r *runSpec) ([]artifactReport, error) {
	out := make([]artifactReport, len(r.Artifacts))
	nodes := make([]*diff.Node, len(r.Artifacts))
	parsing := semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0)))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(artifactsAtATime)
	for i, s := range r.Artifacts {
		g.Go(func() error {
			b, err := a.ingestArtifact(ctx, client, r, s, nil, parsing)
			if err != nil {
				return err
			}
			if out[i], err = reportOf(r.ID, &b.Artifact); err != nil {
				return err
			}
			if b.Rows != nil {
				nodes[i], _, err = nodeOf(&b.Artifact, b.Rows)
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	run := &diff.Run{ID: r.ID}
	for _, n := range nodes {
		if n != nil {
			run.Nodes = append(run.Nodes, n)
		}
	}
	idle := diff.IdleNodes(run)
	for i, n := range nodes {
		if n != nil {
			if is, known := idle[n.Name]; known {
				out[i].Idle = &is
			}
		}
	}
	return out, nil
}

// inspectText prints one artifact for people: what holds rows first; the rest is counted
// unless verbose.
func inspectText(w io.Writer, x *artifactReport, verbose bool) {
	fmt.Fprintf(w, "%s  node %s, %s, %s, %s", x.Ref, x.Node, orUnknown(x.Container), x.Status, humanize.IBytes(uint64(x.Bytes)))
	if x.Idle != nil && *x.Idle {
		fmt.Fprint(w, ", IDLE: carried no load")
	}
	fmt.Fprintln(w)
	if x.Error != "" {
		fmt.Fprintf(w, "  %s\n", x.Error)
	}
	for _, l := range x.Legs {
		name := l.Leg
		if name == "" {
			name = "whole run"
		}
		if l.From == nil {
			fmt.Fprintf(w, "  %s: no load window found\n", name)
			continue
		}
		fmt.Fprintf(w, "  %s: load %s to %s (from: %s) %s\n", name, short(*l.From), short(*l.To), l.Source, factorText(l.Factors))
	}
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.AppendHeader(table.Row{"member", "format", "cpu", "disk", "stats", "settings", "skips", "step s", "first", "last", "coverage"})
	quiet := 0
	top := topFolder(x.Members)
	if top != "" {
		fmt.Fprintf(w, "  members below %s\n", top)
	}
	for _, m := range x.Members {
		if m.Rows.CPU+m.Rows.Disk+m.Rows.Stats+m.Settings == 0 && len(m.Problems) == 0 && m.Skips == 0 && !verbose {
			quiet++
			continue
		}
		t.AppendRow(table.Row{shortLabel(strings.TrimPrefix(m.Name, top)), text(m.Format), m.Rows.CPU, m.Rows.Disk, m.Rows.Stats, m.Settings, m.Skips, stepText(m.StepS), shortOf(m.FirstTS), shortOf(m.LastTS), text(m.Coverage)})
	}
	if t.Length() > 0 {
		t.Render()
	}
	if quiet > 0 {
		fmt.Fprintf(w, "  and %d %s without rows (-v lists them)\n", quiet, plural(quiet, "member", "members"))
	}
	if x.Unread > 0 {
		fmt.Fprintf(w, "  and %d %s not read: no recorder's output, by name or content (--list names all)\n", x.Unread, plural(x.Unread, "member", "members"))
	}
	for _, q := range qualityText(x.Members, top) {
		fmt.Fprintf(w, "  %s\n", q)
	}
	for _, p := range x.Problems {
		where := shortLabel(p.Member)
		if where == "" {
			where = "artifact"
		}
		fmt.Fprintf(w, "  problem: %s: %s: %s", where, p.Kind, strings.ReplaceAll(p.Text, "\n", "; "))
		if p.Kept != "" {
			fmt.Fprintf(w, " (kept: %s)", p.Kept)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
}

// topFolder is the innermost folder, or archive, that all members lie in; empty when there
// is none.
func topFolder(members []memberInfo) string {
	if len(members) == 0 {
		return ""
	}
	top := members[0].Name
	for _, m := range members {
		for top != "" && !strings.HasPrefix(m.Name, top) || !strings.HasSuffix(top, "/") && top != "" {
			top = top[:strings.LastIndexByte(strings.TrimSuffix(top, "/"), '/')+1]
		}
	}
	return top
}

func text(s *string) string {
	if s == nil {
		return "-"
	}
	return *s
}

func stepText(s *float64) string {
	if s == nil {
		return "-"
	}
	return fmt.Sprintf("%.3g", *s)
}

// short is an instant without its date's century and fraction, for tables.
func short(ts string) string { return strings.TrimSuffix(strings.Replace(ts, "T", " ", 1)[:19], "Z") }

func shortOf(ts *string) string {
	if ts == nil {
		return "-"
	}
	return short(*ts)
}
