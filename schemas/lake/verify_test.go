package lake

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"inquest/schemas"
)

func TestVerifyOfAWholeLake(t *testing.T) {
	root := t.TempDir()
	l := openLake(t, root)
	if check, err := l.Verify(context.Background(), true); err != nil || check.Files != 0 {
		t.Errorf("of an empty lake: %+v, %v", check, err)
	}
	c := mustCommit(t, l, testRun(), testBatches(50))
	check, err := l.Verify(context.Background(), true)
	if err != nil {
		t.Fatal(err)
	}
	rows := int64(1) // of table runs
	for _, n := range c.Rows() {
		rows += n
	}
	if check.Runs != 1 || check.Commits != 1 || check.Artifacts != 3 || check.Files != 14 || check.Rows != rows ||
		check.Bytes != c.Bytes() || len(check.Problems)+len(check.Orphans)+len(check.Superseded) != 0 {
		t.Errorf("%+v, want no problems in 14 files with %d rows", check, rows)
	}
}

func TestVerifyFindsDamage(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		damage func(t *testing.T, path string, b []byte)
		deep   bool
		want   string
	}{
		"missing":    {func(t *testing.T, path string, _ []byte) { os.Remove(path) }, false, "missing; remove _inquest/commits/hebe-dura-txn-444/"},
		"cut":        {func(t *testing.T, path string, b []byte) { os.WriteFile(path, b[:len(b)/2], 0o666) }, false, "bytes where the commit says"},
		"other byte": {func(t *testing.T, path string, b []byte) { b[len(b)/2]++; os.WriteFile(path, b, 0o666) }, true, "other bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			l := openLake(t, root)
			commit := mustCommit(t, l, testRun(), testBatches(50))
			path := filepath.Join(root, commit.Artifacts[0].Files[0].Key)
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			c.damage(t, path, b)
			check, err := l.Verify(ctx, c.deep)
			if err != nil {
				t.Fatal(err)
			}
			if len(check.Problems) != 1 || !strings.Contains(check.Problems[0].Text, c.want) || check.Problems[0].Key != commit.Artifacts[0].Files[0].Key {
				t.Errorf("problems %v, want one with %q", check.Problems, c.want)
			}
			if _, err := l.Load(ctx, testRun().RunID); err == nil && name != "other byte" {
				t.Error("a damaged lake was read without an error")
			}
		})
	}
}

// A file that a crash of the machine cut, under its own name, is put right by the next writer.
func TestCutFileIsRepaired(t *testing.T) {
	root := t.TempDir()
	l := openLake(t, root)
	c := mustCommit(t, l, testRun(), testBatches(50))
	want := snap(t, root)
	path := filepath.Join(root, c.Artifacts[0].Files[0].Key)
	if err := os.Truncate(path, 100); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(root, "_inquest", "commits")); err != nil {
		t.Fatal(err)
	}
	mustCommit(t, l, testRun(), testBatches(50))
	sameContent(t, want, snap(t, root))
}

// A killed writer may leave a file that its successor, who got the zip from elsewhere,
// would have written with other words. The manifest describes the file that is there.
func TestManifestDescribesTheFileThatIsThere(t *testing.T) {
	ctx := context.Background()
	root := t.TempDir()
	l := openLake(t, root)
	mustCommit(t, l, testRun(), testBatches(5))
	if err := os.RemoveAll(filepath.Join(root, "_inquest", "commits")); err != nil {
		t.Fatal(err)
	}
	elsewhere := testBatches(5)
	elsewhere[0].Artifact.URI = "s3://a-bucket-with-a-longer-name/444/node-a.zip"
	mustCommit(t, l, testRun(), elsewhere)
	check, err := l.Verify(ctx, true)
	if err != nil || len(check.Problems) != 0 {
		t.Errorf("problems %v, %v", check.Problems, err)
	}
	if _, err := l.Load(ctx, testRun().RunID); err != nil {
		t.Error(err)
	}
}

func TestOrphansAndExpiry(t *testing.T) {
	ctx := context.Background()
	root := t.TempDir()
	l := openLake(t, root)
	mustCommit(t, l, testRun(), testBatches(20))
	b := testBatches(20)[:1]
	b[0].Artifact.Inputs = "new facts"
	mustCommit(t, l, testRun(), b)
	orphan := filepath.Join(root, "cpu", "v1", "build=x", "run=y", "n-0123456789abcdef.parquet")
	if err := os.MkdirAll(filepath.Dir(orphan), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(orphan, []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	removed, err := l.Expire(ctx)
	if err != nil || len(removed) != 6 {
		t.Errorf("removed %v, %v; want the 6 files that were replaced", removed, err)
	}
	check, err := l.Verify(ctx, true)
	if err != nil {
		t.Fatal(err)
	}
	if len(check.Problems) != 0 || len(check.Superseded) != 0 || len(check.Orphans) != 1 || check.Orphans[0].Bytes != 1 {
		t.Errorf("after expiry: %+v, want one orphan only", check)
	}
	if _, err := l.Load(ctx, testRun().RunID); err != nil {
		t.Errorf("after expiry: %v", err)
	}
}

func TestRunsAndBuilds(t *testing.T) {
	ctx := context.Background()
	l := openLake(t, t.TempDir())
	for _, r := range []Run{{RunID: "b-2", BuildID: "x/1"}, {RunID: "a-1", BuildID: "x/1"}, {RunID: "c-3"}, {RunID: "d-4", BuildID: "x/10"}} {
		mustCommit(t, l, r, nil)
	}
	moved := Run{RunID: "d-4", BuildID: "x/11", Note: "the label was wrong"}
	mustCommit(t, l, moved, nil)
	ids := func(runs []Run, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		var s []string
		for _, r := range runs {
			s = append(s, r.RunID)
		}
		return strings.Join(s, " ")
	}
	for got, want := range map[string]string{
		ids(l.Runs(ctx)):                       "a-1 b-2 c-3 d-4",
		ids(l.RunsOfBuild(ctx, "x/1")):         "a-1 b-2",
		ids(l.RunsOfBuild(ctx, "x/11")):        "d-4",
		"_" + ids(l.RunsOfBuild(ctx, "")):      "_c-3",
		"10" + ids(l.RunsOfBuild(ctx, "x/10")): "10",
	} {
		if got != want {
			t.Errorf("runs %q, want %q", got, want)
		}
	}
	commits, err := l.Commits(ctx)
	if err != nil || len(commits) != 5 || commits[3].Sequence != 1 || commits[4].Sequence != 2 || commits[4].Run != moved {
		t.Errorf("commits %+v, %v", commits, err)
	}
}

func TestLakeFromTheFuture(t *testing.T) {
	ctx := context.Background()
	root := t.TempDir()
	l := openLake(t, root)
	mustCommit(t, l, testRun(), testBatches(1))
	if err := os.WriteFile(filepath.Join(root, "_inquest", "lake.json"), []byte(`{"format":2,"schema_version":1}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Load(ctx, testRun().RunID); err == nil || !strings.Contains(err.Error(), "newer inquest") {
		t.Errorf("error %v, want one that says a newer inquest wrote it", err)
	}
	if _, err := openLake(t, root).Commit(ctx, testRun(), testBatches(2)); err == nil {
		t.Error("wrote to a lake of a newer format")
	}
}

// However a file is damaged, reading it ends with rows or an error.
func TestDamageNeverPanics(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	rows := sampleRows(40, 2)
	for _, table := range sampleTables {
		whole := encoded(t, table, rows)
		failed := 0
		for range 100 {
			b := bytes.Clone(whole)
			for range 1 + r.IntN(4) {
				b[r.IntN(len(b))] = byte(r.Uint32())
			}
			if r.IntN(4) == 0 {
				b = b[:r.IntN(len(b))]
			}
			err := table.decode(bytes.NewReader(b), File{Bytes: int64(len(b)), Rows: table.count(rows)}, newInterner(), &schemas.Rows{})
			if err != nil {
				failed++
			}
		}
		if failed == 0 {
			t.Errorf("table %s: no damage was noticed", table.name())
		}
	}
}
