package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// dataFile is the only data file in a cache folder.
func dataFile(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "v1/objects/*/*/data"))
	if err != nil || len(files) != 1 {
		t.Fatalf("data files %q, %v", files, err)
	}
	return files[0]
}

// TestResumeAfterKill abandons a download as a kill would, without closing
// anything, and lets a second client go on.
func TestResumeAfterKill(t *testing.T) {
	s := newTestServer(t)
	data, recs := bigZip()
	s.put("b/node.zip", data)
	dir := t.TempDir()
	stall := make(chan struct{})
	t.Cleanup(func() { close(stall) })
	var halfway sync.Once
	reached := make(chan struct{})
	s.fault = func(r request) *fault { // the parts go slowly, one hangs at 8 MB, the rest is refused
		if r.n > 1 && r.n <= 4 {
			return &fault{cut: 8_000_000, stall: stall}
		}
		if r.n > 4 {
			halfway.Do(func() { close(reached) })
			return &fault{cut: 1, stall: stall}
		}
		return nil
	}
	ctx := context.Background()
	a, err := s.client(Options{CacheDir: dir, StallTimeout: time.Hour}).Open(ctx, mustRef(t, "s3://b/node.zip"))
	if err != nil {
		t.Fatal(err)
	}
	killed, kill := context.WithCancel(ctx)
	done := make(chan error)
	go func() { done <- a.Prefetch(killed, a.Members) }()
	<-reached
	// What lies on the disk now is what a killed run would leave.
	copied := t.TempDir()
	waitForBytes(t, s, 24_000_000)
	time.Sleep(2 * publishPause) // lets the last publication come due
	if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	kill()
	<-done
	if err := a.Close(); err != nil {
		t.Error(err)
	}

	s.mu.Lock()
	s.fault = nil
	s.mu.Unlock()
	s.reset()
	if err := fetchAll(t, s.client(Options{CacheDir: copied}), mustRef(t, "s3://b/node.zip"), recs); err != nil {
		t.Fatal(err)
	}
	if _, sent := s.seen(); sent > int64(len(data))*75/100 {
		t.Errorf("%d of %d bytes were sent again after 24 MB", sent, len(data))
	}
}

// TestKillLosesLittle writes objects of several sizes slowly, half of each, and looks at
// what a run that is killed then leaves to the next.
func TestKillLosesLittle(t *testing.T) {
	for _, size := range []int64{400_000, 1_500_000, 10_000_000, 200_000_000} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			c, ctx := &cache{dir: dir}, context.Background()
			o, err := c.openObject(ctx, filepath.Join(dir, "o"), Ref{}, size)
			if err != nil {
				t.Fatal(err)
			}
			if err := o.lock(ctx); err != nil {
				t.Fatal(err)
			}
			const writes = 40
			piece := make([]byte, size/2/writes)
			for i := range int64(writes) {
				time.Sleep(publishPause + time.Millisecond)
				if _, err := o.WriteAt(piece, i*int64(len(piece))); err != nil {
					t.Fatal(err)
				}
			}
			next, err := c.openObject(ctx, filepath.Join(dir, "o"), Ref{}, size) // o was never closed
			if err != nil {
				t.Fatal(err)
			}
			if again := next.missing([]span{{0, size}}).total(); again > size*55/100 {
				t.Errorf("of %d bytes %d are asked for again after half of them", size, again)
			}
			if err := errors.Join(next.Close(), o.finish(nil), o.Close()); err != nil {
				t.Error(err)
			}
		})
	}
}

func waitForBytes(t *testing.T, s *testServer, n int64) {
	t.Helper()
	for range 1000 {
		if _, sent := s.seen(); sent >= n {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("the server has not sent %d bytes", n)
}

// TestInterrupted cancels a download and lets a second client go on; nothing
// that arrived is asked for again (peak/s5cmd#528).
func TestInterrupted(t *testing.T) {
	s := newTestServer(t)
	data, recs := bigZip()
	s.put("b/node.zip", data)
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	var got int64
	c := s.client(Options{CacheDir: dir, Progress: func(p Progress) {
		if p.Event == EventFetch && p.Done > p.Total/2 {
			got = p.Done
			cancel()
		}
	}})
	a, err := c.Open(ctx, mustRef(t, "s3://b/node.zip"))
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Prefetch(ctx, a.Members); err == nil {
		t.Fatal("the download was not interrupted")
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	s.reset()
	if err := fetchAll(t, s.client(Options{CacheDir: dir}), mustRef(t, "s3://b/node.zip"), recs); err != nil {
		t.Fatal(err)
	}
	if _, sent := s.seen(); sent > int64(len(data))-got {
		t.Errorf("%d bytes were sent after %d of %d had arrived", sent, got, len(data))
	}
}

// TestDiskChangesBytes flips a byte of the cache; only that member is fetched
// again, and what is read is right.
func TestDiskChangesBytes(t *testing.T) {
	for name, at := range map[string]int64{"member": 700_000, "directory": -100} {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t)
			data, recs := smallZip()
			s.put("b/node.zip", data)
			dir := t.TempDir()
			ref := mustRef(t, "s3://b/node.zip")
			if err := fetchAll(t, s.client(Options{CacheDir: dir}), ref, recs); err != nil {
				t.Fatal(err)
			}
			path := dataFile(t, dir)
			cached, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(cached, int(at)), 0o666); err != nil {
				t.Fatal(err)
			}
			s.reset()
			if err := fetchAll(t, s.client(Options{CacheDir: dir}), ref, recs); err != nil {
				t.Fatal(err)
			}
			if requests, sent := s.seen(); len(requests) != 2 || sent > 310_000 {
				t.Errorf("%d requests, %d bytes to mend one byte", len(requests), sent)
			}
		})
	}
}

// TestSmallZipDamagedOnce has a zip that comes whole with the first answer, in
// which a byte is wrong.
func TestSmallZipDamagedOnce(t *testing.T) {
	s := newTestServer(t)
	recs := []rec{{name: "a.log", data: noise(1, 2000), stored: true}, {name: "b.log", data: noise(2, 2000), stored: true}}
	s.put("b/node.zip", buildZip(zipShape{}, recs...))
	s.fault = func(r request) *fault {
		if r.n == 1 {
			return &fault{damage: 1000}
		}
		return nil
	}
	dir := t.TempDir()
	for run, most := range []int{2, 1} {
		s.reset()
		if run == 1 {
			s.fault = nil
		}
		if err := fetchAll(t, s.client(Options{CacheDir: dir}), mustRef(t, "s3://b/node.zip"), recs); err != nil {
			t.Errorf("run %d: %v", run+1, err)
		}
		if requests, _ := s.seen(); len(requests) != most {
			t.Errorf("run %d: %d requests, want %d", run+1, len(requests), most)
		}
	}
}

// TestWrongAtSource has an object whose member is wrong: it is fetched twice,
// and never again.
func TestWrongAtSource(t *testing.T) {
	s := newTestServer(t)
	data, recs := smallZip()
	data[450_000] ^= 1
	s.put("b/node.zip", data)
	dir := t.TempDir()
	for run, most := range []int{3, 1} {
		s.reset()
		a, err := s.client(Options{CacheDir: dir}).Open(context.Background(), mustRef(t, "s3://b/node.zip"))
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Prefetch(context.Background(), a.Members); err != nil {
			t.Error(err)
		}
		if got, err := read(member(t, a, "m1.log")); kindOf(err) != KindChecksum || len(got) != 300_000 {
			t.Errorf("m1.log: %d bytes, %v", len(got), err)
		}
		if got, err := read(member(t, a, "m2.log")); err != nil || !bytes.Equal(got, recs[2].data) {
			t.Errorf("m2.log: %d bytes, %v", len(got), err)
		}
		if k := kinds(a, "m1.log"); k != "checksum" {
			t.Errorf("problems %q", k)
		}
		if requests, _ := s.seen(); len(requests) != most {
			t.Errorf("run %d: %d requests, want %d", run+1, len(requests), most)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestClientsShare has several artifacts of one object at once, in clients that share only
// the cache: every byte is sent once, the end of the zip too, whatever the server can do.
func TestClientsShare(t *testing.T) {
	data, recs := smallZip()
	tiny := []rec{{name: "m.log", data: noise(5, 20_000), stored: true}}
	for name, tt := range map[string]struct {
		data  []byte
		recs  []rec
		fault fault
	}{
		"ranges":              {data, recs, fault{}},
		"no ranges":           {data, recs, fault{whole: true}},
		"smaller than an end": {buildZip(zipShape{}, tiny...), tiny, fault{}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTestServer(t)
			s.put("b/node.zip", tt.data)
			s.fault = func(request) *fault { return &tt.fault }
			dir := t.TempDir()
			var wg sync.WaitGroup
			for range 4 {
				c := s.client(Options{CacheDir: dir})
				wg.Go(func() {
					if err := fetchAll(t, c, mustRef(t, "s3://b/node.zip"), tt.recs); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if _, sent := s.seen(); sent != int64(len(tt.data)) {
				t.Errorf("%d bytes were sent of %d", sent, len(tt.data))
			}
			if left, err := filepath.Glob(filepath.Join(dir, "*", "refs", "*", "*.lock")); err != nil || len(left) > 0 {
				t.Errorf("locks that are left: %v, %v", left, err)
			}
		})
	}
}

// TestRevalidate reopens a cached object that is the same, that has changed,
// and whose server is gone.
func TestRevalidate(t *testing.T) {
	s := newTestServer(t)
	data, recs := smallZip()
	s.put("b/node.zip", data)
	dir := t.TempDir()
	ref := mustRef(t, "s3://b/node.zip")
	c := s.client(Options{CacheDir: dir})
	if err := fetchAll(t, c, ref, recs); err != nil {
		t.Fatal(err)
	}

	fresh := []rec{{name: "new.log", data: noise(9, 200_000), stored: true}}
	s.put("b/node.zip", buildZip(zipShape{}, fresh...))
	if err := fetchAll(t, c, ref, fresh); err != nil {
		t.Errorf("changed object: %v", err)
	}
	s.put("b/node.zip", data)
	s.reset()
	if err := fetchAll(t, c, ref, recs); err != nil {
		t.Errorf("old version again: %v", err)
	}
	if _, sent := s.seen(); sent > tailSize {
		t.Errorf("old version again: %d bytes were sent", sent)
	}

	s.Close()
	a, err := c.Open(context.Background(), ref)
	if err != nil {
		t.Fatalf("server gone: %v", err)
	}
	defer a.Close()
	if err := checkAll(t, a, recs); err != nil {
		t.Errorf("server gone: %v", err)
	}
	if k := kinds(a, ""); k != KindOffline || a.Problems[0].Degrades() {
		t.Errorf("server gone: problems %q", k)
	}
}

// TestNoCacheLeavesNothing reads without a cache folder.
func TestNoCacheLeavesNothing(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	s := newTestServer(t)
	data, recs := smallZip()
	s.put("b/node.zip", data)
	if err := fetchAll(t, s.client(Options{}), mustRef(t, "s3://b/node.zip"), recs); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestUnversioned reads from a server that sends neither ETag nor date.
func TestUnversioned(t *testing.T) {
	s := newTestServer(t)
	data, recs := smallZip()
	s.objects["b/node.zip"] = testObject{data, ""}
	dir := t.TempDir()
	c := s.plainClient(Options{CacheDir: dir})
	a, err := c.Open(context.Background(), mustRef(t, s.URL+"/b/node.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := checkAll(t, a, recs); err != nil {
		t.Error(err)
	}
	if k := kinds(a, ""); k != KindNoVersion {
		t.Errorf("problems %q", k)
	}
	if entries, err := CacheEntries(dir); err != nil || len(entries) > 0 {
		t.Errorf("cached: %v, %v", entries, err)
	}
}

// TestPrune removes the longest unused first, and nothing that is open.
func TestPrune(t *testing.T) {
	s := newTestServer(t)
	dir := t.TempDir()
	c := s.client(Options{CacheDir: dir})
	for _, name := range []string{"b/1.zip", "b/2.zip", "b/3.zip"} {
		s.put(name, buildZip(zipShape{}, rec{name: name, data: logText(10)}))
		if err := fetchAll(t, c, mustRef(t, "s3://"+name), []rec{{name: name, data: logText(10)}}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond) // the order is that of file times
	}
	open, err := c.Open(context.Background(), mustRef(t, "s3://b/1.zip"))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := CacheEntries(dir)
	if err != nil || len(entries) != 3 || entries[0].Ref != "s3://b/2.zip" || entries[0].Held != entries[0].Size {
		t.Fatalf("entries %+v, %v", entries, err)
	}
	removed, err := PruneCache(dir, PruneRule{MaxBytes: entries[0].Size})
	if err != nil || len(removed) != 2 || removed[1].Ref != "s3://b/3.zip" {
		t.Errorf("removed %+v, %v", removed, err)
	}
	if removed, err = PruneCache(dir, PruneRule{}); err != nil || len(removed) != 0 {
		t.Errorf("an open object was removed: %+v, %v", removed, err)
	}
	if err := open.Close(); err != nil {
		t.Error(err)
	}
	if removed, err = PruneCache(dir, PruneRule{MaxBytes: -1, Before: time.Now().Add(time.Hour)}); err != nil || len(removed) != 1 {
		t.Errorf("removed %+v, %v", removed, err)
	}
	if err := fetchAll(t, c, mustRef(t, "s3://b/2.zip"), []rec{{name: "b/2.zip", data: logText(10)}}); err != nil {
		t.Errorf("after pruning: %v", err)
	}
}

// TestNoSpace asks for more than the disk has: nothing is downloaded, and the
// error says how much is needed.
func TestNoSpace(t *testing.T) {
	s := newTestServer(t)
	data, _ := smallZip()
	s.put("b/node.zip", data)
	a, err := s.client(Options{CacheDir: t.TempDir()}).Open(context.Background(), mustRef(t, "s3://b/node.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	r := a.src.(*remote)
	free, ok := freeSpace(r.obj.data)
	if !ok {
		t.Skip("free space is not known on this system")
	}
	if err := checkSpace(r.obj.data, free/2); err != nil {
		t.Errorf("enough space: %v", err)
	}
	if err := checkSpace(r.obj.data, free*2); !errors.Is(err, ErrDisk) || !IsDiskFull(err) || !strings.Contains(err.Error(), "are needed for") {
		t.Errorf("too little space: %v", err)
	}

	// The disk fills up all the same: what was downloaded is given back.
	if err := r.obj.lock(context.Background()); err != nil {
		t.Fatal(err)
	}
	err = r.obj.finish(diskError(syscall.ENOSPC))
	if !IsDiskFull(err) || strings.Count(err.Error(), "cannot write the cache") != 1 || !strings.Contains(err.Error(), "free some space") {
		t.Errorf("full disk: %v", err)
	}
	info, err := r.obj.data.Stat()
	if err != nil || info.Size() != 0 || len(r.obj.missing([]span{{0, a.Size}})) != 1 {
		t.Errorf("%d bytes are left, %v", info.Size(), err)
	}
	if err := a.Prefetch(context.Background(), a.Members); err != nil {
		t.Errorf("with space again: %v", err)
	}
}
