package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"

	"inquest/fetch"
	"inquest/schemas"
)

// fetchTotals count over all artifacts of a fetch.
type fetchTotals struct {
	Artifacts        int   `json:"artifacts"`
	Complete         int   `json:"complete"`
	Degraded         int   `json:"degraded"`
	Failed           int   `json:"failed"`
	Missing          int   `json:"missing"`
	Bytes            int64 `json:"bytes"`
	Members          int   `json:"members"`
	WantedMembers    int   `json:"wanted_members"`
	WantedBytes      int64 `json:"wanted_bytes"`
	CachedBytes      int64 `json:"cached_bytes"`
	DownloadBytes    int64 `json:"download_bytes"`
	DownloadRequests int   `json:"download_requests"`
	FetchedBytes     int64 `json:"fetched_bytes"`
	Requests         int   `json:"requests"` // all of the command: listings and manifests too
}

func fetchTotalsOf(client *fetch.Client, jobs []*fetchJob) fetchTotals {
	t := fetchTotals{Artifacts: len(jobs), Requests: client.Requests()}
	for _, j := range jobs {
		r := &j.report
		switch r.Status {
		case schemas.StatusOK:
			t.Complete++
		case schemas.StatusDegraded:
			t.Degraded++
		case schemas.StatusFailed:
			t.Failed++
		case schemas.StatusMissing:
			t.Missing++
		}
		t.Bytes, t.Members, t.WantedMembers = t.Bytes+r.Bytes, t.Members+r.Members, t.WantedMembers+r.WantedMembers
		t.WantedBytes, t.CachedBytes = t.WantedBytes+r.WantedBytes, t.CachedBytes+r.CachedBytes
		t.DownloadBytes, t.DownloadRequests = t.DownloadBytes+r.DownloadBytes, t.DownloadRequests+r.DownloadRequests
		t.FetchedBytes += r.FetchedBytes
	}
	return t
}

// wanted says what the totals ask for.
func (t fetchTotals) wanted() string {
	return fmt.Sprintf("%d %s, %d of %d members wanted: %s of %s, %s of them in the cache now; to fetch: %s in %d %s",
		t.Artifacts, plural(t.Artifacts, "artifact", "artifacts"), t.WantedMembers, t.Members, size(t.WantedBytes), size(t.Bytes), size(t.CachedBytes),
		size(t.DownloadBytes), t.DownloadRequests, plural(t.DownloadRequests, "request", "requests"))
}

// states counts the artifacts by what became of them.
func (t fetchTotals) states() string {
	return fmt.Sprintf("%d of %d artifacts complete, %d degraded, %d failed, %d missing", t.Complete, t.Artifacts, t.Degraded, t.Failed, t.Missing)
}

func size(n int64) string { return humanize.IBytes(uint64(max(n, 0))) }

// fetchPlanText says in advance what will be fetched.
func (a *app) fetchPlanText(client *fetch.Client, jobs []*fetchJob) {
	fmt.Fprintln(a.stdout, fetchTotalsOf(client, jobs).wanted())
}

// fetchAnswer says what became of the artifacts, and makes the exit code.
func (a *app) fetchAnswer(client *fetch.Client, runs []*runSpec, jobs []*fetchJob, format string) error {
	t := fetchTotalsOf(client, jobs)
	gaps, exit := a.fetchVerdict(runs, jobs, "fetched")
	if format == "json" {
		return a.printFetch(jobs, gaps, t, exit)
	}
	for _, j := range jobs {
		r := &j.report
		fmt.Fprintf(a.stdout, "%s\t%s\t%s\t%s fetched, %s of %s wanted\t%d of %d members\n", r.Run, r.Node, r.Status,
			size(r.FetchedBytes), size(r.WantedBytes), size(r.Bytes), r.WantedMembers, r.Members)
	}
	fmt.Fprintf(a.stdout, "%s; %s fetched, %s wanted; %d %s\n", t.states(), size(t.FetchedBytes), size(t.WantedBytes),
		t.Requests, plural(t.Requests, "request", "requests"))
	a.printGaps(gaps)
	return exit
}

// dryAnswer prints the table of a dry run.
func (a *app) dryAnswer(client *fetch.Client, runs []*runSpec, jobs []*fetchJob, format string) error {
	t := fetchTotalsOf(client, jobs)
	gaps, exit := a.fetchVerdict(runs, jobs, "opened")
	if format == "json" {
		return a.printFetch(jobs, gaps, t, exit)
	}
	w := table.NewWriter()
	w.SetOutputMirror(a.stdout)
	w.Style().Options = table.OptionsNoBordersAndSeparators
	w.AppendHeader(table.Row{"run", "node", "status", "members", "wanted", "of zip", "in cache", "to fetch", "requests"})
	for _, j := range jobs {
		r := &j.report
		status := r.Status
		if r.InLake {
			status = "in the lake"
		}
		w.AppendRow(table.Row{r.Run, r.Node, status, fmt.Sprintf("%d of %d", r.WantedMembers, r.Members), size(r.WantedBytes), size(r.Bytes),
			size(r.CachedBytes), size(r.DownloadBytes), r.DownloadRequests})
	}
	w.Render()
	fmt.Fprintf(a.stdout, "%s\n", t.wanted())
	if t.Complete < t.Artifacts {
		fmt.Fprintf(a.stdout, "%s\n", t.states())
	}
	fmt.Fprintf(a.stdout, "read for this: %s of directories in %d %s\n", size(t.FetchedBytes), t.Requests, plural(t.Requests, "request", "requests"))
	a.printGaps(gaps)
	return exit
}

// fetchVerdict says on standard error what is wrong with each artifact, and makes the
// exit code.
func (a *app) fetchVerdict(runs []*runSpec, jobs []*fetchJob, done string) (gaps []runProblem, exit error) {
	t := tally{gaps: a.gapsOf(runs)}
	for _, j := range jobs {
		r := &j.report
		t.count(r.Status)
		if r.Error != "" {
			a.say("run %s, node %s: %s: %s", r.Run, r.Node, r.Status, strings.ReplaceAll(r.Error, "\n", "; "))
		}
		for i, p := range r.Problems {
			if i == mostSaid && !a.verbose && r.Status == schemas.StatusDegraded {
				a.sayMore(r.Run, r.Node, len(r.Problems)-i)
			}
			if i < mostSaid && r.Status == schemas.StatusDegraded || a.verbose {
				a.say("run %s, node %s: %s", r.Run, r.Node, p.Text)
			}
		}
	}
	return t.gaps, a.complete(t, done)
}

// printFetch writes the JSON of fetch.
func (a *app) printFetch(jobs []*fetchJob, gaps []runProblem, t fetchTotals, exit error) error {
	out := struct {
		Artifacts []fetchReport `json:"artifacts"`
		Problems  []runProblem  `json:"problems"` // of the runs as a whole
		Totals    fetchTotals   `json:"totals"`
		Exit      exitReport    `json:"exit"`
	}{[]fetchReport{}, gaps, t, exitOf(exit)}
	for _, j := range jobs {
		out.Artifacts = append(out.Artifacts, j.report)
	}
	enc := json.NewEncoder(a.stdout)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return err
	}
	return exit
}
