package main

import (
	"errors"

	"inquest/parse"
	"inquest/schemas"
	"inquest/schemas/lake"
)

// artifactReport is one artifact in the JSON of inspect and ingest.
type artifactReport struct {
	Ref          string          `json:"ref"`
	Node         string          `json:"node"`
	Run          string          `json:"run"`
	Container    string          `json:"container"`
	Status       string          `json:"status"`
	Error        string          `json:"error,omitempty"`
	Bytes        int64           `json:"bytes"`
	FetchedBytes int64           `json:"fetched_bytes"`
	Role         string          `json:"role,omitempty"`
	Device       string          `json:"device,omitempty"`
	Idle         *bool           `json:"idle,omitempty"`
	Legs         []legReport     `json:"legs"`
	Members      []memberInfo    `json:"members"`
	Unread       int             `json:"unread,omitempty"` // members that can hold no rows
	Problems     []parse.Problem `json:"problems"`
}

// legReport is a leg with its load window.
type legReport struct {
	Leg     string            `json:"leg"`
	Factors map[string]string `json:"factors,omitempty"`
	From    *string           `json:"from"`
	To      *string           `json:"to"`
	Source  string            `json:"window_source"`
}

// totals count over all artifacts.
type totals struct {
	Artifacts    int      `json:"artifacts"`
	OK           int      `json:"ok"`
	Degraded     int      `json:"degraded"`
	Failed       int      `json:"failed"`
	Missing      int      `json:"missing"`
	Bytes        int64    `json:"bytes"`
	FetchedBytes int64    `json:"fetched_bytes"`
	Members      int      `json:"members"`
	Rows         rowCount `json:"rows"`
	Skips        int      `json:"skips"`
}

type exitReport struct {
	Code   int    `json:"code"`
	Reason string `json:"reason"`
}

func exitOf(err error) exitReport {
	if err == nil {
		return exitReport{0, "done"}
	}
	var e *exitError
	if errors.As(err, &e) {
		return exitReport{e.code, e.Error()}
	}
	return exitReport{1, err.Error()}
}

// reportOf makes the report of an artifact from what the lake keeps of it.
func reportOf(run string, x *lake.Artifact) (artifactReport, error) {
	info, err := readInfo(x.Info)
	if err != nil {
		return artifactReport{}, err
	}
	r := artifactReport{Ref: x.URI, Node: x.Node, Run: run, Container: x.Container, Status: x.Status, Error: x.Error,
		Bytes: x.Bytes, FetchedBytes: x.FetchedBytes, Role: info.Role, Device: info.Device,
		Legs: []legReport{}, Members: info.Members, Unread: info.Unread, Problems: info.Problems}
	for _, l := range info.Legs {
		leg := legReport{Leg: l.Name, Factors: l.Factors, Source: l.WindowSource}
		if l.To > l.From {
			from, to := stamp(l.From), stamp(l.To)
			leg.From, leg.To = &from, &to
		}
		r.Legs = append(r.Legs, leg)
	}
	if r.Members == nil {
		r.Members = []memberInfo{}
	}
	if r.Problems == nil {
		r.Problems = []parse.Problem{}
	}
	return r, nil
}

func totalsOf(artifacts []artifactReport) totals {
	t := totals{Artifacts: len(artifacts)}
	for _, x := range artifacts {
		switch x.Status {
		case schemas.StatusOK:
			t.OK++
		case schemas.StatusDegraded:
			t.Degraded++
		case schemas.StatusFailed:
			t.Failed++
		case schemas.StatusMissing:
			t.Missing++
		}
		t.Bytes += x.Bytes
		t.FetchedBytes += x.FetchedBytes
		t.Members += len(x.Members)
		for _, m := range x.Members {
			t.Rows.CPU += m.Rows.CPU
			t.Rows.Disk += m.Rows.Disk
			t.Rows.Stats += m.Rows.Stats
			t.Skips += m.Skips
		}
	}
	return t
}
