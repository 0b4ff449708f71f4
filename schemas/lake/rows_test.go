package lake

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"inquest/schemas"
)

const second = int64(1_000_000)

// t0 is 2026-11-30T10:45:36Z.
const t0 = int64(1_796_035_536) * second

var tool = Tool{Version: "1.2.3", Build: "abc"}

// sampleRows are rows of all tables, the samples in the order of a log: time first.
func sampleRows(samples, cpus int) *schemas.Rows {
	mpstat := &schemas.Source{Format: "mpstat", Member: "mpstat.txt", Leg: "t16", TSSource: schemas.Zoned, Coverage: schemas.History}
	iostat := &schemas.Source{Format: "iostat", Member: "iostat.txt", TSSource: schemas.Assumed, Coverage: schemas.Snapshot}
	status := &schemas.Source{Format: "mysqladmin", Member: "status.txt", Leg: "t16", TSSource: schemas.Zoned, Coverage: schemas.History}
	questions := &schemas.StatKey{Metric: "mysql.Questions", Kind: schemas.Counter, Unit: "count"}
	received := &schemas.StatKey{Metric: "network.received_bytes", Labels: `{"interface":"eth0"}`, Kind: schemas.Gauge, Unit: "bytes_per_second"}
	sent := &schemas.StatKey{Metric: "network.received_bytes", Labels: `{"interface":"eth1"}`, Kind: schemas.Gauge, Unit: "bytes_per_second"}
	rows := &schemas.Rows{}
	for i := range samples {
		ts := t0 + int64(i)*second
		for n := range cpus {
			c := schemas.NewCPU(ts, fmt.Sprint(n), mpstat)
			c.User, c.System, c.IOWait, c.Steal = float64((i+n)%100)/100, 0.05, 0, math.Copysign(0, -1)
			c.Idle = 1 - c.User - c.System
			c.SetBusy()
			c.StepS = 1
			rows.CPU = append(rows.CPU, c)
		}
		d := schemas.NewDisk(ts, "sda", iostat)
		d.ReadsPerSecond, d.IOTimeRatio = 0, 1.02
		if i > 0 {
			d.ReadAwaitSeconds = 0.0004
		}
		rows.Disk = append(rows.Disk, d)
		for j, k := range []*schemas.StatKey{questions, received, sent} {
			rows.Stats = append(rows.Stats, schemas.Stat{TS: ts, Key: k, Value: float64(i * (j + 1)), StepS: schemas.Null, Source: status})
		}
	}
	rows.Settings = []schemas.Setting{
		{Name: "innodb_flush_log_at_trx_commit", Value: "1", Scope: schemas.ScopeServer, Source: &schemas.Source{Format: "variables", Member: "variables.txt"}},
		{Name: "cpus", Value: "", Scope: schemas.ScopeHardware, Source: &schemas.Source{Format: "lscpu", Member: "lscpu.txt"}},
	}
	rows.Skips = []schemas.Skip{
		{File: "node-a.zip", Member: "iostat.txt", Line: 3, Reason: schemas.SinceBoot, Text: "first report"},
		{File: "node-a.zip", Member: "broken.txt", Line: 0, Reason: schemas.UnknownFormat},
	}
	return rows
}

func testRun() Run {
	return Run{RunID: "hebe-dura-txn-444", Product: "couchbase", BuildID: "6.5.0-4131", Job: "hebe-dura-txn", JobNumber: 444,
		Test: "durability", Labels: `{"sdk":"alpha6"}`, StartedAt: t0, Nodes: 2, Status: "ok", Manifest: `{"run_id":"hebe-dura-txn-444","x":1}`}
}

// testBatches are two nodes with rows and one that is missing.
func testBatches(samples int) []Batch {
	return []Batch{
		{Artifact{Node: "node-a", ArtifactID: "aaaa", URI: "/runs/444/node-a.zip", Bytes: 12, FetchedBytes: 7, Container: "plain",
			Status: schemas.StatusOK, Members: 3, Info: `{"role":"c1"}`}, sampleRows(samples, 4)},
		{Artifact{Node: "node-b", ArtifactID: "bbbb", URI: "/runs/444/node-b.zip", Status: schemas.StatusDegraded,
			Error: "member x is cut"}, sampleRows(samples, 2)},
		{Artifact{Node: "node-c", URI: "/runs/444/node-c.zip", Status: schemas.StatusMissing, Error: "no such object"}, nil},
	}
}

func testOptions() Options {
	return Options{Parser: "7", Tool: tool, Now: func() time.Time { return time.Unix(1_800_000_000, 0) }}
}

func openLake(t testing.TB, root string) *Lake {
	t.Helper()
	l, err := Open(root, testOptions())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func mustCommit(t testing.TB, l *Lake, run Run, batches []Batch) Commit {
	t.Helper()
	c, err := l.Commit(context.Background(), run, batches)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// snapshot is the content and time of each file of a folder.
type snapshot map[string]struct {
	content string
	time    time.Time
}

func snap(t testing.TB, root string) snapshot {
	t.Helper()
	s := make(snapshot)
	err := filepath.WalkDir(root, func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		s[filepath.ToSlash(rel)] = struct {
			content string
			time    time.Time
		}{string(b), info.ModTime()}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sameContent reports files that differ, are missing or too many.
func sameContent(t testing.TB, want, got snapshot) {
	t.Helper()
	for name, w := range want {
		if g, ok := got[name]; !ok {
			t.Errorf("%s is missing", name)
		} else if g.content != w.content {
			t.Errorf("%s has other bytes", name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is too many", name)
		}
	}
}
