package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"inquest/schemas"
	"inquest/schemas/lake"
)

func (a *app) ingestCommand() *cobra.Command {
	var format string
	var dry bool
	cmd := &cobra.Command{
		Use:   "ingest PLAN|REF... --lake DIR",
		Short: "fetch, parse, write Parquet",
		Long: "ingest fetches the artifacts of runs, parses them and writes the rows to the lake. What is there\nalready is neither fetched nor parsed again, and a second call changes nothing.\n\n" +
			"Exit codes: 0 done, 1 failed (a full disk too; earlier commits stay), 2 usage, 4 nothing was ingested, or with --strict\nan artifact or member was lost.",
		Args: atLeastOne("a plan or the address of a run"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return usageError("--format %s: want text or json", format)
			}
			ctx := cmd.Context()
			client, l, err := a.open()
			if err != nil {
				return err
			}
			runs, err := a.runsThere(ctx, client, args)
			if err != nil {
				return err
			}
			if err := a.labelRuns(ctx, l, runs); err != nil {
				return err
			}
			if dry {
				return a.dryRun(ctx, client, l, runs, format)
			}
			done, err := a.ingest(ctx, client, l, runs)
			if err != nil {
				return err
			}
			return a.reportIngest(ctx, l, done, format)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "read directories only, and say what is new and what fetching it would cost")
	cmd.Flags().StringVar(&a.baseLabel, "build", "", "build label of the runs, when nothing else says it")
	return cmd
}

// labelRuns gives runs without a build the label of --build, and says where it does not count.
func (a *app) labelRuns(ctx context.Context, l *lake.Lake, runs []*runSpec) error {
	if a.baseLabel == "" {
		return nil
	}
	stored, err := l.Runs(ctx)
	if err != nil {
		return err
	}
	for _, r := range runs {
		i := slices.IndexFunc(stored, func(s lake.Run) bool { return s.RunID == r.ID })
		switch {
		case r.Build != "" && r.Build != a.baseLabel:
			a.say("run %s: its manifest or plan says build %s; --build %s does not count", r.ID, r.Build, a.baseLabel)
		case i >= 0 && stored[i].BuildID != a.baseLabel:
			a.say("run %s is in the lake with %s; --build %s does not change that", r.ID, buildText(stored[i].BuildID), a.baseLabel)
		case r.Build == "":
			r.Build = a.baseLabel
		}
	}
	return nil
}

func buildText(label string) string {
	if label == "" {
		return "no build label"
	}
	return "build " + label
}

// recall takes what the lake knows of artifacts that were in it already, so that a second
// ingest reports what the first did.
func recall(ctx context.Context, l *lake.Lake, in *ingested) error {
	if !slices.ContainsFunc(in.Artifacts, known) {
		return nil
	}
	data, err := l.Load(ctx, in.Spec.ID)
	if err != nil {
		return err
	}
	for i := range in.Artifacts {
		x := &in.Artifacts[i]
		for _, y := range data.Artifacts {
			if known(*x) && y.ArtifactID == x.ArtifactID && y.Node == x.Node {
				fetched := x.FetchedBytes
				*x = y
				x.FetchedBytes = fetched
			}
		}
	}
	return nil
}

// known tells whether an artifact was not read now, because the lake has it.
func known(x lake.Artifact) bool { return x.Info == "" && x.Error == "" }

// reportIngest prints what became of the artifacts and makes the exit code.
func (a *app) reportIngest(ctx context.Context, l *lake.Lake, done []*ingested, format string) error {
	t := tally{gaps: a.gapsOf(specsOf(done))}
	var artifacts []artifactReport
	for _, in := range done {
		if format == "json" {
			if err := recall(ctx, l, in); err != nil {
				return err
			}
		}
		for i := range in.Artifacts {
			x := &in.Artifacts[i]
			t.count(x.Status)
			if x.Status == schemas.StatusFailed || x.Status == schemas.StatusMissing {
				a.say("%s", describe(in.Spec.ID, x))
			}
			r, err := reportOf(in.Spec.ID, x)
			if err != nil {
				return err
			}
			if x.Status == schemas.StatusDegraded {
				a.sayDegraded(&r)
			}
			for _, p := range r.Problems {
				if x.Status == schemas.StatusOK && p.Kind == noRows {
					a.say("run %s, node %s: %s", in.Spec.ID, x.Node, p.Text)
				}
			}
			artifacts = append(artifacts, r)
		}
	}
	exit := a.complete(t, "ingested")
	if format == "json" {
		return printArtifacts(a, artifacts, t.gaps, exit)
	}
	for _, in := range done {
		fmt.Fprintf(a.stdout, "run %s: %d artifacts, %d new%s\n", in.Spec.ID, len(in.Artifacts), in.New, extentText(in))
	}
	a.printGaps(t.gaps)
	fmt.Fprintf(a.stdout, "lake %s\n", l.URI())
	return exit
}

func atLeastOne(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usageError("want %s; see --help", what)
		}
		return nil
	}
}

// printArtifacts writes the JSON of inspect and ingest.
func printArtifacts(a *app, artifacts []artifactReport, gaps []runProblem, exit error) error {
	out := struct {
		Artifacts []artifactReport `json:"artifacts"`
		Problems  []runProblem     `json:"problems"` // of the runs as a whole
		Totals    totals           `json:"totals"`
		Exit      exitReport       `json:"exit"`
	}{artifacts, gaps, totalsOf(artifacts), exitOf(exit)}
	enc := json.NewEncoder(a.stdout)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return err
	}
	return exit
}
