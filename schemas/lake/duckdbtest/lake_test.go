package duckdbtest

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"inquest/schemas"
	"inquest/schemas/lake"
)

const second = int64(1_000_000)

// t0 is 2026-11-30T10:45:36Z.
const t0 = int64(1_796_035_536) * second

var ctx = context.Background()

// open opens a lake; parser is the version of the parsers.
func open(t *testing.T, root, parser string) *lake.Lake {
	t.Helper()
	l, err := lake.Open(root, lake.Options{Parser: parser, Tool: lake.Tool{Version: "1.2.3", Build: "abc"}})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func commit(t *testing.T, l *lake.Lake, run lake.Run, batches ...lake.Batch) {
	t.Helper()
	if _, err := l.Commit(ctx, run, batches); err != nil {
		t.Fatal(err)
	}
}

// query runs DuckDB with the views of a lake.
func duckdb(t *testing.T, root string) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	ddl, err := schemas.DDL(schemas.DuckDB, root)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(ddl); err != nil {
		t.Fatalf("views of %s: %v", root, err)
	}
	if _, err := db.Exec("SET TimeZone = 'UTC'"); err != nil {
		t.Fatal(err)
	}
	return db
}

// table runs a query and returns its rows as text.
func table(t *testing.T, db *sql.DB, query string, args ...any) []string {
	t.Helper()
	rows, err := db.Query(query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for rows.Next() {
		cells, at := make([]any, len(columns)), make([]any, len(columns))
		for i := range cells {
			at[i] = &cells[i]
		}
		if err := rows.Scan(at...); err != nil {
			t.Fatal(err)
		}
		line := ""
		for i, c := range cells {
			if i > 0 {
				line += " | "
			}
			switch c := c.(type) {
			case nil:
				line += "null"
			case time.Time:
				line += c.UTC().Format("2006-01-02T15:04:05.000000Z")
			default:
				line += fmt.Sprint(c)
			}
		}
		lines = append(lines, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return lines
}

// one is the only cell of a query's only row.
func one(t *testing.T, db *sql.DB, query string, args ...any) string {
	t.Helper()
	lines := table(t, db, query, args...)
	if len(lines) != 1 {
		t.Fatalf("%s: %d rows, want one", query, len(lines))
	}
	return lines[0]
}

// rows are rows of all tables: steal is zero, irq is not known.
func rows(samples int) *schemas.Rows {
	src := &schemas.Source{Format: "iostat", Member: "iostat.txt", Leg: "t16", TSSource: schemas.Zoned, Coverage: schemas.History}
	key := &schemas.StatKey{Metric: "mysql.Questions", Labels: `{"a":"1"}`, Kind: schemas.Counter, Unit: "count"}
	r := &schemas.Rows{
		Settings: []schemas.Setting{{Name: "cpus", Value: "", Scope: schemas.ScopeHardware, Source: src}},
		Skips:    []schemas.Skip{{File: "a.zip", Member: "caf\xe9.txt", Line: 3, Reason: schemas.SinceBoot, Text: "\x00 and \xff"}},
	}
	for i := range samples {
		ts := t0 + int64(i)*second + 125_000
		c := schemas.NewCPU(ts, "all", src)
		c.User, c.System, c.IOWait, c.Steal, c.Idle, c.StepS = float64(i%100)/100, 0.05, 0, 0, 0.5, 1
		c.Nice = math.Copysign(0, -1)
		c.SetBusy()
		r.CPU = append(r.CPU, c)
		d := schemas.NewDisk(ts, "sda", src)
		d.WrittenBytesPerSecond, d.IOTimeRatio = 4096*float64(i), 0
		r.Disk = append(r.Disk, d)
		r.Stats = append(r.Stats, schemas.Stat{TS: ts, Key: key, Value: float64(i) * 1e6, StepS: schemas.Null, Source: src})
	}
	return r
}

func batch(node, id string, r *schemas.Rows) lake.Batch {
	a := lake.Artifact{Node: node, ArtifactID: id, URI: "/" + node + ".zip", Status: schemas.StatusOK}
	if r == nil {
		a.Status, a.Error = schemas.StatusMissing, "no such object"
	}
	return lake.Batch{Artifact: a, Rows: r}
}
