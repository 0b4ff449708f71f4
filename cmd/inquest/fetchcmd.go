package main

import (
	"context"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"inquest/fetch"
	"inquest/schemas/lake"
)

func (a *app) fetchCommand() *cobra.Command {
	var format string
	var dry bool
	cmd := &cobra.Command{
		Use:   "fetch PLAN|REF...",
		Short: "fill the cache only; --dry-run tells what it would cost",
		Long: "fetch downloads the members that inquest can use into the cache. It reads all directories first and says what is\n" +
			"wanted, then fetches, and says of each artifact what became of it. --dry-run ends after the directories.\n\n" +
			"Exit codes: 0 done, 1 failed (a full disk too; what was fetched stays), 2 usage, 4 nothing could be fetched, or with\n--strict an artifact is missing or damaged.",
		Args: atLeastOne("a plan or the address of a run"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return usageError("--format %s: want text or json", format)
			}
			ctx := cmd.Context()
			client, runs, err := a.clientAndRuns(ctx, args)
			if err != nil {
				return err
			}
			if dry {
				return a.dryRun(ctx, client, nil, runs, format)
			}
			return a.fetch(ctx, client, runs, format)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "read directories only, and say what a fetch would cost")
	return cmd
}

// keptOpen bounds the artifacts that stay open between the reading of directories and the
// fetching: each holds two files.
const keptOpen = 200

// fetch downloads what can hold rows of all artifacts, and says what became of each.
func (a *app) fetch(ctx context.Context, client *fetch.Client, runs []*runSpec, format string) error {
	jobs := fetchJobs(runs)
	defer closeJobs(jobs)
	if err := a.readDirectories(ctx, client, nil, jobs, keptOpen); err != nil {
		return err
	}
	if format == "text" {
		a.fetchPlanText(client, jobs)
	}
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(artifactsAtATime)
	for _, j := range jobs {
		if j.report.Error == "" {
			g.Go(func() error { return a.fetchOne(gctx, client, j) })
		}
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return a.fetchAnswer(client, runs, jobs, format)
}

// fetchOne downloads one artifact. The error ends all: ctx, or the disk.
func (a *app) fetchOne(ctx context.Context, client *fetch.Client, j *fetchJob) (err error) {
	before, asked := j.report.FetchedBytes, j.report.Requests
	if j.art == nil {
		if j.art, err = client.Open(ctx, j.spec.Ref); err != nil {
			return j.fail(ctx, err)
		}
	} else {
		before, asked = 0, 0
	}
	wanted := wantedOf(j.art)
	err = j.art.Prefetch(ctx, wanted)
	j.report.FetchedBytes, j.report.Requests = before+j.art.FetchedBytes(), asked+j.art.Requests()
	if err != nil {
		return j.fail(ctx, err)
	}
	j.see(wanted)
	art := j.art
	j.art = nil
	return art.Close()
}

// dryRun reads directories only and says what the rest would cost. Of artifacts that the
// lake has nothing is wanted; l may be nil.
func (a *app) dryRun(ctx context.Context, client *fetch.Client, l *lake.Lake, runs []*runSpec, format string) error {
	jobs := fetchJobs(runs)
	defer closeJobs(jobs)
	if err := a.readDirectories(ctx, client, l, jobs, 0); err != nil {
		return err
	}
	return a.dryAnswer(client, runs, jobs, format)
}
