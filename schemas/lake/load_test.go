package lake

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"inquest/schemas"
)

// sameRows compares numbers by their bits, so that zero, minus zero and null differ.
var sameRows = cmp.Options{
	cmp.Comparer(func(a, b float64) bool {
		return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
	}),
	cmpopts.EquateEmpty(),
}

// inOrder are the rows in the order of the files.
func inOrder(t *testing.T, rows *schemas.Rows) *schemas.Rows {
	t.Helper()
	return &schemas.Rows{
		CPU: permuted(t, &cpuTable, rows), Disk: permuted(t, &diskTable, rows), Stats: permuted(t, &statsTable, rows),
		Settings: permuted(t, &settingsTable, rows), Skips: permuted(t, &skipsTable, rows),
	}
}

func permuted[R any](t *testing.T, table *table[R], rows *schemas.Rows) []R {
	t.Helper()
	list := *table.rows(rows)
	order, err := table.order(list)
	if err != nil {
		t.Fatal(err)
	}
	sorted := make([]R, len(list))
	for i, at := range order {
		sorted[i] = list[at]
	}
	return sorted
}

func TestLoadReturnsWhatWasCommitted(t *testing.T) {
	ctx := context.Background()
	l := openLake(t, t.TempDir())
	run, batches := testRun(), testBatches(50)
	mustCommit(t, l, run, batches)
	got, err := l.Load(ctx, run.RunID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(run, got.Run); diff != "" {
		t.Errorf("run: %s", diff)
	}
	if want := []string{"node-a", "node-b", "node-c"}; !slices.Equal(got.Nodes(), want) {
		t.Fatalf("nodes %q, want %q", got.Nodes(), want)
	}
	for i, b := range batches {
		want := b.Artifact
		want.Product, want.BuildID, want.RunID, want.ParserVersion = run.Product, run.BuildID, run.RunID, "7"
		rows := b.Rows
		if rows == nil {
			rows = &schemas.Rows{}
		}
		want.RowsCPU, want.RowsDisk, want.RowsStats = int64(len(rows.CPU)), int64(len(rows.Disk)), int64(len(rows.Stats))
		if diff := cmp.Diff(want, got.Artifacts[i]); diff != "" {
			t.Errorf("artifact: %s", diff)
		}
		if diff := cmp.Diff(inOrder(t, rows), got.Node(want.Node), sameRows...); diff != "" {
			t.Errorf("rows of %s: %s", want.Node, diff)
		}
	}
	if a := got.Artifacts[0]; a.RowsCPU != 200 || a.RowsDisk != 50 || a.RowsStats != 150 {
		t.Errorf("row counts %d, %d, %d; want 200, 50, 150", a.RowsCPU, a.RowsDisk, a.RowsStats)
	}
}

func TestLoadedRowsShareSourcesAndSeries(t *testing.T) {
	l := openLake(t, t.TempDir())
	mustCommit(t, l, testRun(), testBatches(500))
	got, err := l.LoadNode(context.Background(), "hebe-dura-txn-444", "node-a")
	if err != nil {
		t.Fatal(err)
	}
	sources, keys := make(map[*schemas.Source]bool), make(map[*schemas.StatKey]bool)
	for _, r := range got.Rows[0].Stats {
		sources[r.Source], keys[r.Key] = true, true
	}
	for _, r := range got.Rows[0].CPU {
		sources[r.Source] = true
	}
	if len(sources) != 2 || len(keys) != 3 {
		t.Errorf("%d sources and %d series in memory, want 2 and 3", len(sources), len(keys))
	}
	if len(got.Artifacts) != 1 || got.Artifacts[0].Node != "node-a" {
		t.Errorf("artifacts %v, want node-a alone", got.Artifacts)
	}
}

func TestLoadOfSomeTables(t *testing.T) {
	ctx := context.Background()
	l := openLake(t, t.TempDir())
	mustCommit(t, l, testRun(), testBatches(5))
	got, err := l.Load(ctx, "hebe-dura-txn-444", "disk")
	if err != nil {
		t.Fatal(err)
	}
	if r := got.Node("node-a"); len(r.Disk) != 5 || len(r.CPU)+len(r.Stats)+len(r.Settings)+len(r.Skips) != 0 {
		t.Errorf("other tables than disk were read: %d cpu, %d stats", len(r.CPU), len(r.Stats))
	}
	if _, err := l.Load(ctx, "hebe-dura-txn-444", "disks"); err == nil {
		t.Error("a table that there is not was accepted")
	}
}

func TestLoadOfUnknownRun(t *testing.T) {
	l := openLake(t, t.TempDir())
	if _, err := l.Load(context.Background(), "nobody-1"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want one that says the run does not exist", err)
	}
}

func TestNodeOfSeveralArtifacts(t *testing.T) {
	l := openLake(t, t.TempDir())
	one, two := testBatches(3)[0], testBatches(4)[0]
	two.Artifact.ArtifactID, two.Artifact.URI = "seen from b", "/runs/444/node-b.zip"
	mustCommit(t, l, testRun(), []Batch{one, two})
	got, err := l.Load(context.Background(), "hebe-dura-txn-444")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(got.Node("node-a").Disk); n != 7 {
		t.Errorf("%d disk rows of node-a, want those of both artifacts, 7", n)
	}
	if len(got.Rows[0].Disk) != 3 || len(got.Rows[1].Disk) != 4 {
		t.Error("merging the rows of a node changed those of its artifacts")
	}
}
