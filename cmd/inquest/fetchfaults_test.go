package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"inquest/fetch"
)

// kindsOfFault are the ways in which the server fails, one at a time. A burst refuses what
// is asked of the same object four times more.
var kindsOfFault = []struct {
	name   string
	fault  servedFault
	bursts int
}{
	{"503 in a burst", servedFault{status: http.StatusServiceUnavailable}, 4},
	{"500", servedFault{status: http.StatusInternalServerError}, 0},
	{"body cut", servedFault{cut: true, after: 50_000}, 0},
	{"body cut at once", servedFault{cut: true}, 0},
	{"cut without a length", servedFault{cut: true, after: 30_000, chunked: true}, 0},
	{"another range", servedFault{shift: -10}, 0},
	{"another total", servedFault{total: 4711}, 0},
	{"200 for a range", servedFault{whole: true}, 0},
	{"no ranges", servedFault{status: http.StatusRequestedRangeNotSatisfiable}, 0},
	{"another region", servedFault{status: http.StatusMovedPermanently, header: map[string]string{"X-Amz-Bucket-Region": "eu-central-1"}}, 0},
	{"stall", servedFault{stall: true, after: 20_000}, 0},
}

// A faultPlan answers one request of twenty wrongly, in each way in turn.
type faultPlan struct {
	rng    *rand.Rand
	bursts map[string]int // refusals that are still to come, by object
	seen   []int          // by kind
}

func (p *faultPlan) fault(_ int, r *http.Request) *servedFault {
	if p.bursts[r.URL.Path] > 0 {
		p.bursts[r.URL.Path]--
		return &kindsOfFault[0].fault
	}
	if r.Header.Get("Range") == "" || strings.HasSuffix(r.URL.Path, ".json") || p.rng.IntN(20) > 0 {
		return nil
	}
	next := 0
	for k, n := range p.seen {
		if n < p.seen[next] {
			next = k
		}
	}
	p.seen[next]++
	p.bursts[r.URL.Path] = kindsOfFault[next].bursts
	return &kindsOfFault[next].fault
}

// faultyRun puts a run of 32 nodes on the server: two recorders a node, and between them
// something that is not wanted.
func faultyRun(t *testing.T, s *objectServer) {
	for i := range 32 {
		rng := rand.New(rand.NewPCG(uint64(i), 32))
		r := smallRun{tps: 700, busy: 0.3}
		node := fmt.Sprintf("node-%02d", i)
		var mpstat strings.Builder
		begin := time.Date(2026, 11, 1, 10, 0, 0, 0, time.UTC)
		mpstat.WriteString(r.mpstat(rng, node, begin))
		var b bytes.Buffer
		padding := make([]byte, 1_200_000+i)
		for k := range padding {
			padding[k] = byte(rng.Uint32())
		}
		err := zipStored(&b, begin.Add(time.Hour), []textMember{
			{collection + "run/mpstat.log", mpstat.String()},
			{collection + "analytics_debug.log", string(padding)},
			{collection + "run/sysbench.log", r.sysbench(rng)},
			{collection + "analytics_info.log", string(padding[:200_000])},
		})
		if err != nil {
			t.Fatal(err)
		}
		s.objects["perf/run-1/"+node+".zip"] = servedObject{int64(b.Len()), bytes.NewReader(b.Bytes())}
	}
}

// TestFetchThroughFaults fetches 32 artifacts from a server that fails at one request of
// twenty, again and again with other luck: each fetch ends complete, each member has the
// CRC-32 of its zip, and the rows are those of a server without faults.
func TestFetchThroughFaults(t *testing.T) {
	s := newObjectServer(t)
	faultyRun(t, s)
	s.page = 10
	clean := t.TempDir()
	mustRun(t, 0, append([]string{"ingest", "s3://perf/run-1/", "--lake", clean, "--cache", t.TempDir(), "--strict"}, s.flags()...)...)
	want := rowFiles(t, clean)
	if len(want) == 0 {
		t.Fatal("the run has no rows")
	}
	seen := make([]int, len(kindsOfFault))
	for seed := range uint64(4) {
		plan := &faultPlan{rng: rand.New(rand.NewPCG(seed, 28)), bursts: map[string]int{}, seen: seen}
		s.reset(plan.fault)
		cache := t.TempDir()
		flags := append([]string{"--cache", cache, "--stall-timeout", "500ms", "--strict"}, s.flags()...)
		got := mustRun(t, 0, append([]string{"fetch", "s3://perf/run-1/", "--format", "json"}, flags...)...)
		said := decodeAnswer[struct{ Totals fetchTotals }](t, got).Totals
		if requests, _, _ := s.counted(); said.Complete != 32 || said.Artifacts != 32 || said.Requests != requests {
			t.Errorf("seed %d: %+v after %d requests", seed, said, requests)
		}
		s.reset(nil)
		readCached(t, s, filepath.Join(cache, "objects"))
		if _, _, sent := s.counted(); sent > 0 {
			t.Errorf("seed %d: %d bytes were not in the cache after the fetch", seed, sent)
		}
		if seed > 0 { // rows follow from bytes
			continue
		}
		s.reset(plan.fault)
		lake := t.TempDir()
		mustRun(t, 0, append([]string{"ingest", "s3://perf/run-1/", "--lake", lake}, flags...)...)
		if rows := rowFiles(t, lake); len(rows) != len(want) || differing(rows, want) != "" {
			t.Errorf("seed %d: %d files of rows, want %d; %q differs", seed, len(rows), len(want), differing(rows, want))
		}
	}
	for k, n := range seen {
		if n == 0 {
			t.Errorf("%s never happened", kindsOfFault[k].name)
		}
	}
	t.Logf("faults by kind: %v", seen)
}

// readCached reads all wanted members, and so compares them with their CRC-32.
func readCached(t *testing.T, s *objectServer, dir string) {
	t.Helper()
	client := fetch.NewClient(fetch.Options{CacheDir: dir, Endpoint: s.URL, NoSignRequest: true, Region: "us-west-2"})
	for i := range 32 {
		ref, err := fetch.ParseRef(fmt.Sprintf("s3://perf/run-1/node-%02d.zip", i))
		if err != nil {
			t.Fatal(err)
		}
		art, err := client.Open(context.Background(), ref)
		if err != nil {
			t.Fatal(err)
		}
		wanted := wantedOf(art)
		if len(wanted) != 2 {
			t.Errorf("%s: %d members are wanted", ref, len(wanted))
		}
		for _, m := range wanted {
			r, err := m.Open(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if n, err := io.Copy(io.Discard, r); err != nil || n != m.Size {
				t.Errorf("%s, %s: %d of %d bytes, %v", ref, m.Name, n, m.Size, err)
			}
			_ = r.Close() // it was read to its end
		}
		if len(art.Found()) > 0 {
			t.Errorf("%s: %v", ref, art.Found())
		}
		_ = art.Close() // nothing is written to it
	}
}

// rowFiles are the files of a lake that hold rows, without the list of artifacts, which
// tells how many bytes were fetched.
func rowFiles(t *testing.T, lake string) map[string]string {
	files := parquetFiles(t, lake)
	for name := range files {
		if strings.HasPrefix(name, "artifacts/") {
			delete(files, name)
		}
	}
	return files
}

func differing(a, b map[string]string) string {
	for name, body := range a {
		if b[name] != body {
			return name
		}
	}
	return ""
}
