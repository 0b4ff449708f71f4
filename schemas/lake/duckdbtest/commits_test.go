package duckdbtest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"inquest/schemas"
	"inquest/schemas/lake"
)

// The views and package lake must agree on which rows count, whatever happened to a run.
func TestViewsShowWhatCounts(t *testing.T) {
	root := t.TempDir()
	one, two := open(t, root, "1"), open(t, root, "2")
	run := lake.Run{RunID: "r-1", BuildID: "b-1", Status: "incomplete"}
	commit(t, one, run, batch("node-a", "a", rows(3)), batch("node-b", "", nil), batch("node-c", "c", rows(5)))
	compare(t, one, root)

	run.Status = "ok"
	commit(t, one, run, batch("node-b", "b", rows(7))) // appears
	compare(t, one, root)
	commit(t, two, run, batch("node-a", "a", rows(4))) // read again by a newer parser
	compare(t, one, root)
	commit(t, two, run, batch("node-c", "other", rows(6))) // another zip at the same address
	compare(t, one, root)
	commit(t, two, run, batch("node-c", "", nil)) // cannot be had today
	compare(t, one, root)
	commit(t, one, run, batch("node-a", "a", rows(3))) // the older parser again
	compare(t, one, root)
	commit(t, one, lake.Run{RunID: "r-2", BuildID: "b-1"}, batch("node-a", "a", rows(2)))
	compare(t, one, root)
	commit(t, one, lake.Run{RunID: "r-2", BuildID: "b-2"}, batch("node-a", "a", rows(2))) // the label was wrong
	compare(t, one, root)

	lost := batch("r_node-d", "", nil) // a zip that cannot be read has the name of its file
	lost.Artifact.URI = "/node-d.zip"
	commit(t, one, run, lost)
	compare(t, one, root)
	commit(t, one, run, batch("node-d", "d", rows(8)))
	compare(t, one, root)
	commit(t, one, run, lost)
	compare(t, one, root)

	// A run that is half done has files and no commit.
	half := t.TempDir()
	commit(t, open(t, half, "1"), lake.Run{RunID: "r-3", BuildID: "b-1"}, batch("node-a", "a", rows(9)))
	if err := os.RemoveAll(filepath.Join(half, "_inquest", "commits")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(root, "cpu", "v1", "build=b-1", "run=r-3"), os.DirFS(filepath.Join(half, "cpu", "v1", "build=b-1", "run=r-3"))); err != nil {
		t.Fatal(err)
	}
	compare(t, one, root)
	if n := len(table(t, duckdb(t, root), "SELECT ts FROM read_parquet(?) WHERE run_id = 'r-3'", filepath.Join(root, "cpu/v1/*/*/*.parquet"))); n != 9 {
		t.Errorf("%d rows of the half-finished run, want 9 for those who take every file", n)
	}

	if _, err := one.Expire(ctx); err != nil {
		t.Fatal(err)
	}
	compare(t, one, root)
}

// compare counts the rows of each run, node and table by both readers.
func compare(t *testing.T, l *lake.Lake, root string) {
	t.Helper()
	runs, err := l.Runs(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, run := range runs {
		read, err := l.Load(ctx, run.RunID)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprintf("%s |  | runs | 1 | %s %s", run.RunID, run.BuildID, run.Status))
		for i, a := range read.Artifacts {
			want = append(want, fmt.Sprintf("%s | %s | artifacts | 1 | %s %s", a.RunID, a.Node, a.ArtifactID, a.Status))
			r := read.Rows[i]
			for _, c := range []struct {
				table string
				rows  int
			}{{"cpu", len(r.CPU)}, {"disk", len(r.Disk)}, {"stats", len(r.Stats)}, {"settings", len(r.Settings)}, {"skips", len(r.Skips)}} {
				if c.rows > 0 {
					want = append(want, fmt.Sprintf("%s | %s | %s | %d | %s", a.RunID, a.Node, c.table, c.rows, a.ArtifactID))
				}
			}
		}
	}
	query := `SELECT run_id, '', 'runs', count(*), build_id || ' ' || status FROM runs GROUP BY ALL
		UNION ALL SELECT run_id, node, 'artifacts', count(*), artifact_id || ' ' || status FROM artifacts GROUP BY ALL`
	for _, name := range []string{"cpu", "disk", "stats", "settings", "skips"} {
		query += fmt.Sprintf(" UNION ALL SELECT run_id, node, '%s', count(*), artifact_id FROM %s GROUP BY ALL", name, name)
	}
	got := table(t, duckdb(t, root), query)
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("DuckDB sees\n%q\npackage lake\n%q", got, want)
	}
}

// With INQUEST_LAKE=/path the same is asked of a lake that is there, and more: every
// number of every column.
func TestLakeThatIsThere(t *testing.T) {
	root := os.Getenv("INQUEST_LAKE")
	if root == "" {
		t.Skip("set INQUEST_LAKE to the folder of a lake to have it compared")
	}
	l := open(t, root, "")
	compare(t, l, root)
	check, err := l.Verify(ctx, true)
	if err != nil || len(check.Problems) > 0 {
		t.Errorf("problems %v, %v", check.Problems, err)
	}
	t.Logf("%d runs, %d artifacts, %d files, %d rows, %d bytes", check.Runs, check.Artifacts, check.Files, check.Rows, check.Bytes)
	runs, err := l.Runs(ctx)
	if err != nil {
		t.Fatal(err)
	}
	db := duckdb(t, root)
	for _, run := range runs {
		read, err := l.Load(ctx, run.RunID)
		if err != nil {
			t.Fatal(err)
		}
		for _, node := range read.Nodes() {
			r := read.Node(node)
			compareNumbers(t, db, run.RunID, node, schemas.CPUTable, r.CPU)
			compareNumbers(t, db, run.RunID, node, schemas.DiskTable, r.Disk)
			compareNumbers(t, db, run.RunID, node, schemas.StatTable, r.Stats)
			compareNumbers(t, db, run.RunID, node, schemas.SettingTable, r.Settings)
			compareNumbers(t, db, run.RunID, node, schemas.SkipTable, r.Skips)
		}
	}
}
