package lake

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"inquest/schemas"
)

func TestLayout(t *testing.T) {
	root := t.TempDir()
	c := mustCommit(t, openLake(t, root), testRun(), testBatches(5))
	var keys []string
	for _, e := range c.Artifacts {
		for _, f := range e.Files {
			key, ok := strings.CutSuffix(f.Key, "-"+e.Digest+".parquet")
			if !ok {
				t.Errorf("key %s does not end in the digest", f.Key)
			}
			keys = append(keys, strings.Replace(key, "/build=6.5.0-4131/run=hebe-dura-txn-444/", " ", 1))
		}
	}
	want := []string{"cpu/v1 node-a", "disk/v1 node-a", "stats/v1 node-a", "settings/v1 node-a", "skips/v1 node-a", "artifacts/v1 node-a",
		"cpu/v1 node-b", "disk/v1 node-b", "stats/v1 node-b", "settings/v1 node-b", "skips/v1 node-b", "artifacts/v1 node-b",
		"artifacts/v1 node-c"}
	if !slices.Equal(keys, want) {
		t.Errorf("keys %q\nwant %q", keys, want)
	}
	for name := range snap(t, root) {
		if strings.HasSuffix(name, ".tmp") {
			t.Errorf("unfinished file %s was left", name)
		}
	}
}

func TestManifestListsWhatIsThere(t *testing.T) {
	root := t.TempDir()
	c := mustCommit(t, openLake(t, root), testRun(), testBatches(5))
	files := snap(t, root)
	var m struct {
		SchemaVersion int    `json:"schema_version"`
		FetchedAt     string `json:"fetched_at"`
		Artifacts     []struct {
			Node, Status, Error string
			Parser              string `json:"parser_version"`
			Files               []File
		}
	}
	if err := json.Unmarshal([]byte(files["_inquest/commits/hebe-dura-txn-444/"+c.Digest+".json"].content), &m); err != nil {
		t.Fatal(err)
	}
	if m.SchemaVersion != schemas.Version || m.FetchedAt != "2027-01-15T08:00:00Z" || len(m.Artifacts) != 3 {
		t.Errorf("manifest %+v", m)
	}
	if a := m.Artifacts[2]; a.Status != "missing" || a.Error != "no such object" || a.Parser != "7" {
		t.Errorf("the failure is told as %+v", a)
	}
	for _, a := range m.Artifacts {
		for _, f := range a.Files {
			if got := int64(len(files[f.Key].content)); got != f.Bytes || got == 0 {
				t.Errorf("%s has %d bytes, the manifest says %d", f.Key, got, f.Bytes)
			}
		}
	}
}

func TestSecondCommitTouchesNothing(t *testing.T) {
	root := t.TempDir()
	first := mustCommit(t, openLake(t, root), testRun(), testBatches(200))
	before := snap(t, root)
	opt := testOptions()
	opt.Now = func() time.Time { return time.Unix(1_900_000_000, 0) }
	l, err := Open(root, opt)
	if err != nil {
		t.Fatal(err)
	}
	again := testBatches(200)
	again[0].Artifact.URI, again[0].Artifact.FetchedBytes = "s3://bucket/444/node-a.zip", 12 // a copy
	slices.Reverse(again)
	c := mustCommit(t, l, testRun(), again)
	if !c.Existed || first.Existed || c.Digest != first.Digest {
		t.Errorf("existed: %v then %v; digest %s then %s", first.Existed, c.Existed, first.Digest, c.Digest)
	}
	after := snap(t, root)
	sameContent(t, before, after)
	for name, b := range before {
		if !after[name].time.Equal(b.time) {
			t.Errorf("%s was touched", name)
		}
	}
}

func TestTwoLakesOfTheSameInputAreEqual(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	mustCommit(t, openLake(t, one), testRun(), testBatches(300))
	other := testBatches(300)
	slices.Reverse(other)
	mustCommit(t, openLake(t, two), testRun(), other)
	sameContent(t, snap(t, one), snap(t, two))
}

func TestWritersOfTheSameArtifactAllSucceed(t *testing.T) {
	root := t.TempDir()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			l, err := Open(root, testOptions())
			if err == nil {
				_, err = l.Commit(context.Background(), testRun(), testBatches(100))
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	alone := t.TempDir()
	mustCommit(t, openLake(t, alone), testRun(), testBatches(100))
	sameContent(t, snap(t, alone), snap(t, root))
}

func TestRunInPieces(t *testing.T) {
	ctx := context.Background()
	l := openLake(t, t.TempDir())
	for _, b := range testBatches(10) {
		mustCommit(t, l, testRun(), []Batch{b})
	}
	got, err := l.Load(ctx, "hebe-dura-txn-444")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"node-a", "node-b", "node-c"}; !slices.Equal(got.Nodes(), want) {
		t.Errorf("nodes %q, want %q", got.Nodes(), want)
	}
}

func TestLaterRowsTakeThePlaceOfEarlierOnes(t *testing.T) {
	ctx := context.Background()
	for name, change := range map[string]func(*Batch){
		"manifest facts": func(b *Batch) { b.Artifact.Inputs = "leg t32" },
		"status":         func(b *Batch) { b.Artifact.Status = schemas.StatusDegraded },
		"another zip":    func(b *Batch) { b.Artifact.ArtifactID = "new" },
		"row count":      func(b *Batch) { b.Rows = sampleRows(11, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			l := openLake(t, t.TempDir())
			mustCommit(t, l, testRun(), testBatches(10)[:1])
			b := testBatches(10)[0]
			change(&b)
			mustCommit(t, l, testRun(), []Batch{b})
			check(t, l, ctx, b, 1, 6)
			// And back again.
			mustCommit(t, l, testRun(), testBatches(10)[:1])
			check(t, l, ctx, testBatches(10)[0], 1, 6)
		})
	}
}

// check expects artifacts in the lake, b among them, and files that no longer count.
func check(t *testing.T, l *Lake, ctx context.Context, b Batch, artifacts, superseded int) {
	t.Helper()
	got, err := l.Load(ctx, testRun().RunID)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Artifacts) != artifacts {
		t.Errorf("%d artifacts, want %d", len(got.Artifacts), artifacts)
	}
	if a := got.Artifacts[0]; a.ArtifactID != b.Artifact.ArtifactID || a.Status != b.Artifact.Status || a.Inputs != b.Artifact.Inputs {
		t.Errorf("artifact %+v, want the later one", a)
	}
	if n := len(got.Rows[0].Disk); n != len(b.Rows.Disk) {
		t.Errorf("%d disk rows, want %d", n, len(b.Rows.Disk))
	}
	report, err := l.Verify(ctx, true)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Problems) != 0 || len(report.Superseded) != superseded || len(report.Orphans) != 0 {
		t.Errorf("problems %v, superseded %d (want %d), orphans %v", report.Problems, len(report.Superseded), superseded, report.Orphans)
	}
}

func TestMissingArtifactThatAppears(t *testing.T) {
	ctx := context.Background()
	l := openLake(t, t.TempDir())
	missing := testBatches(5)[2]
	mustCommit(t, l, testRun(), []Batch{missing})
	there := missing
	there.Artifact.ArtifactID, there.Artifact.Status, there.Artifact.Error = "cccc", schemas.StatusOK, ""
	there.Rows = sampleRows(5, 1)
	mustCommit(t, l, testRun(), []Batch{there})
	for _, again := range []bool{false, true} {
		if again { // an address that fails today must not hide yesterday's rows
			missing.Artifact.Error = "access denied"
			mustCommit(t, l, testRun(), []Batch{missing})
		}
		entries, err := l.Committed(ctx, testRun().RunID)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) != 1 || entries[0].ArtifactID != "cccc" {
			t.Errorf("entries %+v, want the artifact that has rows", entries)
		}
	}
}

// The name of a node is only known once its zip has been read, so an entry of a zip that
// could not be read may have another.
func TestNodeThatGetsItsName(t *testing.T) {
	ctx := context.Background()
	l := openLake(t, t.TempDir())
	failed := Batch{Artifact: Artifact{Node: "650_node-a", URI: "/x/650_node-a.zip", Status: schemas.StatusFailed, Error: "stalled"}}
	read := Batch{Artifact{Node: "node-a", ArtifactID: "aaaa", URI: "/x/650_node-a.zip", Status: schemas.StatusOK}, sampleRows(3, 1)}
	renamed := read
	renamed.Artifact.Node, renamed.Artifact.Inputs = "10.0.0.1", "a name that the manifest gives"
	for _, step := range []struct {
		batch Batch
		want  string
	}{{failed, "650_node-a"}, {read, "node-a"}, {failed, "node-a"}, {renamed, "10.0.0.1"}} {
		mustCommit(t, l, testRun(), []Batch{step.batch})
		entries, err := l.Committed(ctx, testRun().RunID)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) != 1 || entries[0].Node != step.want {
			t.Errorf("after %s: entries %+v, want node %s alone", step.batch.Artifact.Node, entries, step.want)
		}
	}
}

func TestCopyOfAnArtifactInOneRun(t *testing.T) {
	l := openLake(t, t.TempDir())
	batches := append(testBatches(2), testBatches(2)[0])
	batches[3].Artifact.URI = "/runs/444/node-a (1).zip"
	lost := testBatches(2)[2]
	lost.Artifact.URI = "/runs/444/other.zip" // not to be had either: nobody knows that it is the same
	batches = append(batches, lost)
	for range 2 {
		c := mustCommit(t, l, testRun(), batches)
		if len(c.Copies) != 1 || c.Copies[0].URI != "/runs/444/node-a (1).zip" || len(c.Artifacts) != 4 {
			t.Errorf("copies %+v of %d artifacts, want the second node-a of 4", c.Copies, len(c.Artifacts))
		}
	}
	got, err := l.Load(context.Background(), testRun().RunID)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(got.Node("node-a").Disk); n != 2 {
		t.Errorf("%d disk rows of node-a, want 2", n)
	}
}

func TestHasArtifact(t *testing.T) {
	ctx := context.Background()
	root := t.TempDir()
	l := openLake(t, root)
	batches := testBatches(5)
	batches[0].Artifact.Inputs = "utc"
	mustCommit(t, l, testRun(), batches)
	opt := testOptions()
	opt.Parser = "8"
	next, err := Open(root, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lake              *Lake
		run, node, id, in string
		want              bool
	}{
		{l, "hebe-dura-txn-444", "node-a", "aaaa", "utc", true},
		{l, "hebe-dura-txn-444", "node-b", "bbbb", "", true},
		{l, "hebe-dura-txn-444", "node-a", "aaaa", "", false},
		{l, "hebe-dura-txn-444", "node-a", "bbbb", "utc", false},
		{l, "hebe-dura-txn-444", "node-b", "aaaa", "utc", false},
		{l, "hebe-dura-txn-444", "node-c", "", "", false},
		{l, "hebe-dura-txn-445", "node-a", "aaaa", "utc", false},
		{next, "hebe-dura-txn-444", "node-a", "aaaa", "utc", false},
	} {
		got, err := c.lake.HasArtifact(ctx, c.run, c.node, c.id, c.in)
		if err != nil || got != c.want {
			t.Errorf("HasArtifact(%s, %s, %s, %s) = %v, %v; want %v", c.run, c.node, c.id, c.in, got, err, c.want)
		}
	}
}

func TestRefusedCommits(t *testing.T) {
	l := openLake(t, filepath.Join(t.TempDir(), "lake"))
	noSource := testBatches(1)
	noSource[0].Rows.Disk[0].Source = nil
	noKey := testBatches(1)
	noKey[0].Rows.Stats[0].Key = nil
	for name, c := range map[string]struct {
		run     Run
		batches []Batch
		want    string
	}{
		"no run id": {Run{}, testBatches(1), "no id"},
		"no source": {testRun(), noSource, "row 0 of table disk"},
		"no series": {testRun(), noKey, "row 0 of table stats"},
	} {
		if _, err := l.Commit(context.Background(), c.run, c.batches); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
	if _, err := os.Stat(l.URI()); !os.IsNotExist(err) {
		t.Errorf("a refused commit left something: %v", err)
	}
}

func TestCommitOfCancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	root := t.TempDir()
	if _, err := openLake(t, root).Commit(ctx, testRun(), testBatches(1)); err == nil {
		t.Error("no error")
	}
	if files := snap(t, root); len(files) != 0 {
		t.Errorf("%d files were left", len(files))
	}
}
