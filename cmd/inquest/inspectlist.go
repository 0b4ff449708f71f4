package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"

	"inquest/fetch"
)

// A listedArtifact is one artifact in the JSON of inspect --list.
type listedArtifact struct {
	fetchReport
	Listed []listedMember `json:"directory"`
}

// A listedMember is what the directory says of a member.
type listedMember struct {
	Name     string `json:"name"`
	Size     int64  `json:"size"` // -1 when the zip does not tell
	Packed   int64  `json:"compressed_size"`
	Modified string `json:"modified,omitempty"` // the writer's wall clock, unless it ends in Z
	Wanted   bool   `json:"wanted"`             // a fetch takes it
	Readable bool   `json:"readable"`
}

// list prints what the directories of artifacts say; nothing else is read of them.
func (a *app) list(ctx context.Context, client *fetch.Client, runs []*runSpec, format string) error {
	jobs := fetchJobs(runs)
	defer closeJobs(jobs)
	out := make([]listedArtifact, 0, len(jobs))
	for from := 0; from < len(jobs); from += keptOpen {
		some := jobs[from:min(from+keptOpen, len(jobs))]
		if err := a.readDirectories(ctx, client, nil, some, len(some)); err != nil {
			return err
		}
		for _, j := range some {
			out = append(out, listedArtifact{j.report, membersListed(j.art)})
		}
		closeJobs(some)
	}
	gaps, exit := a.fetchVerdict(runs, jobs, "opened")
	if format == "text" {
		for i := range out {
			listText(a.stdout, &out[i])
		}
		a.printGaps(gaps)
		return exit
	}
	enc := json.NewEncoder(a.stdout)
	enc.SetIndent("", "  ")
	err := enc.Encode(struct {
		Artifacts []listedArtifact `json:"artifacts"`
		Problems  []runProblem     `json:"problems"` // of the runs as a whole
		Totals    fetchTotals      `json:"totals"`
		Exit      exitReport       `json:"exit"`
	}{out, gaps, fetchTotalsOf(client, jobs), exitOf(exit)})
	if err != nil {
		return err
	}
	return exit
}

func membersListed(art *fetch.Artifact) []listedMember {
	out := []listedMember{}
	if art == nil {
		return out
	}
	for _, m := range art.Members {
		l := listedMember{Name: m.Name, Size: m.Size, Packed: m.CompressedSize, Readable: m.Readable()}
		l.Wanted = wants(m)
		if !m.Modified.IsZero() {
			l.Modified = m.Modified.UTC().Format("2006-01-02T15:04:05")
			if m.ModifiedUTC {
				l.Modified += "Z"
			}
		}
		out = append(out, l)
	}
	return out
}

func listText(w io.Writer, x *listedArtifact) {
	fmt.Fprintf(w, "%s  node %s, %s, %s, %d of %d members wanted\n", x.Ref, x.Node, x.Status, size(x.Bytes), x.WantedMembers, x.Members)
	if x.Error != "" {
		fmt.Fprintf(w, "  %s\n", x.Error)
	}
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.AppendHeader(table.Row{"member", "size", "in zip", "modified", "fetched"})
	for _, m := range x.Listed {
		declared, taken := "-", "yes"
		if m.Size >= 0 {
			declared = size(m.Size)
		}
		if !m.Readable {
			taken = "cannot be read"
		} else if !m.Wanted {
			taken = "no"
		}
		t.AppendRow(table.Row{m.Name, declared, size(m.Packed), m.Modified, taken})
	}
	if t.Length() > 0 {
		t.Render()
	}
	for _, p := range x.Problems {
		fmt.Fprintf(w, "  problem: %s\n", p.Text)
	}
	fmt.Fprintln(w)
}
