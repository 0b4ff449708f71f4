package duckdbtest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"inquest/schemas"
	"inquest/schemas/lake"
)

func TestTypes(t *testing.T) {
	root := t.TempDir()
	commit(t, open(t, root, "1"), lake.Run{RunID: "r-1", BuildID: "6.5.0-4131"}, batch("node-a", "a", rows(3)))
	db := duckdb(t, root)
	for _, e := range schemas.Dictionary() {
		var want []string
		for _, f := range e.Fields {
			name := map[schemas.Type]string{schemas.Timestamp: "TIMESTAMP WITH TIME ZONE", schemas.String: "VARCHAR",
				schemas.Double: "DOUBLE", schemas.Int: "BIGINT"}[f.Type]
			want = append(want, f.Name+" | "+name)
		}
		want = append(want, "build | VARCHAR", "run | VARCHAR")
		got := table(t, db, "SELECT column_name, column_type FROM (DESCRIBE "+e.Name+")")
		if !slices.Equal(got, want) {
			t.Errorf("table %s: types\n%q\nwant\n%q", e.Name, got, want)
		}
	}
	if got := one(t, db, `SELECT comment FROM duckdb_columns() WHERE table_name = 'cpu' AND column_name = 'idle'`); got != "time with nothing to run [ratio]" {
		t.Errorf("comment of cpu.idle is %q", got)
	}
}

// Case C2: files without logical types show text as bytes and time as a bare integer.
func TestSchemaDump(t *testing.T) {
	root := t.TempDir()
	l := open(t, root, "1")
	commit(t, l, lake.Run{RunID: "r-1", BuildID: "6.5.0-4131"}, batch("node-a", "a", rows(3)))
	db := duckdb(t, root)
	files := filepath.Join(root, "*", "v1", "*", "*", "*.parquet")
	for query, want := range map[string]string{
		"type = 'INT96'": "0",
		"type = 'BYTE_ARRAY' AND (converted_type IS DISTINCT FROM 'UTF8' OR logical_type IS DISTINCT FROM 'StringType()')":                                   "0",
		"name IN ('ts', 'started_at') AND (type <> 'INT64' OR logical_type NOT LIKE 'TimestampType(isAdjustedToUTC=1, unit=TimeUnit(%MICROS=MicroSeconds%')": "0",
		"name = 'ts'": "6", // two files each of cpu, disk and stats: with rows and without
	} {
		if got := one(t, db, "SELECT count(*) FROM parquet_schema(?) WHERE "+query, files); got != want {
			t.Errorf("%s: %s columns, want %s: %q", query, got, want,
				table(t, db, "SELECT DISTINCT name, type, converted_type, logical_type FROM parquet_schema(?) WHERE "+query, files))
		}
	}
	if got := one(t, db, "SELECT count(*) FROM parquet_metadata(?) WHERE encodings LIKE '%DELTA%' OR encodings LIKE '%SPLIT%' OR compression <> 'ZSTD'", files); got != "0" {
		t.Errorf("%s column chunks need a newer reader", got)
	}
	// Two readers agree on the first and the last instant.
	read, err := l.Load(ctx, "r-1")
	if err != nil {
		t.Fatal(err)
	}
	first, last, _ := read.Node("node-a").Span()
	if first != t0+125_000 || last != first+2*second {
		t.Errorf("parquet-go reads %d to %d", first, last)
	}
	for _, name := range []string{"cpu", "disk", "stats"} {
		got := one(t, db, "SELECT epoch_us(min(ts)), epoch_us(max(ts)), min(ts) FROM "+name)
		if want := fmt.Sprintf("%d | %d | 2026-11-30T10:45:36.125000Z", first, last); got != want {
			t.Errorf("%s: DuckDB reads %s, want %s", name, got, want)
		}
	}
}

func TestValues(t *testing.T) {
	root := t.TempDir()
	const n = 200_000 // more than one row group
	commit(t, open(t, root, "1"), lake.Run{RunID: "r-1", BuildID: "6.5.0-4131", Product: "couchbase", JobNumber: 0}, batch("node-a", "a", rows(n)))
	db := duckdb(t, root)
	for query, want := range map[string]string{
		`SELECT count(*), count("user"), round(sum("user"), 6) FROM cpu`:                                      fmt.Sprint(n, " | ", n, " | ", n/100*49.5),
		`SELECT count(steal), sum(steal), count(irq), count(nice), min(nice) = 0 FROM cpu`:                    fmt.Sprint(n, " | 0 | 0 | ", n, " | true"),
		`SELECT sum(written_bytes_per_second), max(io_time_ratio) FROM disk`:                                  fmt.Sprint(4096*float64(n)*(n-1)/2, " | 0"),
		`SELECT count(step_s), max(value), min(metric), min(labels) FROM stats`:                               fmt.Sprint("0 | ", float64(n-1)*1e6, ` | mysql.Questions | {"a":"1"}`),
		`SELECT count(*) FROM cpu WHERE ts >= '2026-11-30T10:45:36.125Z' AND ts < '2026-11-30T10:46:36.125Z'`: "60",
		`SELECT name, value, scope, leg FROM settings`:                                                        "cpus |  | hardware | t16",
		`SELECT member, line, severity FROM skips`:                                                            "caf\uFFFD.txt | 3 | note",
		`SELECT product, build_id, run_id, node, artifact_id, build, run FROM disk LIMIT 1`:                   "couchbase | 6.5.0-4131 | r-1 | node-a | a | 6.5.0-4131 | r-1",
		`SELECT build_version, build_number, job_number, started_at, status FROM runs`:                        "6.5.0 | 4131 | null | null | ",
		`SELECT status, rows_cpu, rows_disk, rows_stats, parser_version FROM artifacts`:                       fmt.Sprint("ok | ", n, " | ", n, " | ", n, " | 1"),
		`SELECT (SELECT count(*) FROM findings), (SELECT count(*) FROM diffs)`:                                "0 | 0",
		`SELECT count(DISTINCT leg), count(*) FILTER (leg = '') FROM cpu`:                                     "1 | 0",
	} {
		if got := one(t, db, query); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// The path is guessed at by DuckDB unless the views say that it is text.
func TestBuildsThatLookLikeNumbers(t *testing.T) {
	root := t.TempDir()
	l := open(t, root, "1")
	for _, build := range []string{"20260101", "6.5.0-4131", "", "a/b c%", "007"} {
		commit(t, l, lake.Run{RunID: "444" + build, BuildID: build}, batch("node-a", "a", rows(2)))
	}
	db := duckdb(t, root)
	got := table(t, db, "SELECT build_id, build, run, count(*) FROM cpu GROUP BY ALL ORDER BY ALL")
	want := []string{" | _none | 444 | 2", "007 | 007 | 444007 | 2", "20260101 | 20260101 | 44420260101 | 2",
		"6.5.0-4131 | 6.5.0-4131 | 4446.5.0-4131 | 2", "a/b c% | a/b c% | 444a/b c% | 2"}
	if !slices.Equal(got, want) {
		t.Errorf("builds %q, want %q", got, want)
	}
	if got := one(t, db, "SELECT count(*) FROM disk WHERE build = '20260101'"); got != "2" {
		t.Errorf("%s rows of one build, want 2", got)
	}
}

// What a person meets first when asking for the time in user code.
func TestColumnUserNeedsQuotes(t *testing.T) {
	root := t.TempDir()
	commit(t, open(t, root, "1"), lake.Run{RunID: "r-1"}, batch("node-a", "a", rows(100)))
	db := duckdb(t, root)
	if got := one(t, db, `SELECT round(avg("user"), 4) FROM cpu`); got != "0.495" {
		t.Errorf(`avg("user") is %s`, got)
	}
	ddl, err := schemas.DDL(schemas.DuckDB, root)
	if err != nil || !strings.Contains(ddl, `Column "user" must be quoted`) {
		t.Errorf("the views do not warn: %v", err)
	}
}
