package fetch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

// TestPruneKeeps leaves what was used lately, however small the cache is to be, and
// takes what a killed run has left without a map.
func TestPruneKeeps(t *testing.T) {
	s := newTestServer(t)
	dir := t.TempDir()
	c := s.client(Options{CacheDir: dir})
	for _, name := range []string{"b/1.zip", "b/2.zip"} {
		s.put(name, buildZip(zipShape{}, rec{name: name, data: logText(10)}))
		if err := fetchAll(t, c, mustRef(t, "s3://"+name), []rec{{name: name, data: logText(10)}}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond) // the order is that of file times
	}
	left := filepath.Join(dir, cacheLayout, "objects", "ab", "abcd")
	for name, size := range map[string]int{"use": 0, "data": 5000} {
		if err := os.MkdirAll(left, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(left, name), make([]byte, size), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := CacheEntries(dir)
	if err != nil || len(entries) != 3 || entries[2].Ref != "" || entries[2].Held < 5000 {
		t.Fatalf("entries %+v, %v", entries, err)
	}
	removed, err := PruneCache(dir, PruneRule{Keep: entries[1].UsedAt})
	if err != nil || len(removed) != 1 || removed[0].Ref != "s3://b/1.zip" {
		t.Errorf("removed %+v, %v", removed, err)
	}
	removed, err = PruneCache(dir, PruneRule{MaxBytes: entries[1].Held + entries[2].Held, Before: entries[2].UsedAt})
	if err != nil || len(removed) != 1 || removed[0].Ref != "s3://b/2.zip" {
		t.Errorf("removed %+v, %v", removed, err)
	}
	if removed, err = PruneCache(dir, PruneRule{}); err != nil || len(removed) != 1 || removed[0].Held < 5000 {
		t.Errorf("removed %+v, %v", removed, err)
	}
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
}

// TestPruneWhileOpened prunes again and again while objects are opened and read: each
// reader gets its bytes, whether it came before or after.
func TestPruneWhileOpened(t *testing.T) {
	s := newTestServer(t)
	dir := t.TempDir()
	c := s.client(Options{CacheDir: dir})
	for i := range 3 {
		name := fmt.Sprintf("b/%d.zip", i)
		s.put(name, buildZip(zipShape{}, rec{name: name, data: logText(10 + i)}))
	}
	stop := make(chan struct{})
	pruned := make(chan error, 1)
	times := 0
	go func() {
		for {
			select {
			case <-stop:
				pruned <- nil
				return
			default:
			}
			gone, err := PruneCache(dir, PruneRule{})
			if err != nil {
				pruned <- err
				return
			}
			times += len(gone)
		}
	}()
	var g errgroup.Group
	for i := range 3 {
		g.Go(func() error {
			name := fmt.Sprintf("b/%d.zip", i)
			for range 40 {
				if err := fetchAll(t, c, mustRef(t, "s3://"+name), []rec{{name: name, data: logText(10 + i)}}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	close(stop)
	if err := <-pruned; err != nil || times == 0 {
		t.Errorf("pruned %d times, %v", times, err)
	}
}

// TestCost compares what a Prefetch is said to take with what the server sends.
func TestCost(t *testing.T) {
	s := newTestServer(t)
	data, recs := bigZip()
	s.put("b/node.zip", data)
	c := s.client(Options{CacheDir: t.TempDir()})
	for _, wanted := range [][]int{{3, 20, 37}, {20, 21}, {}, {0, 1, 2}} {
		a, err := c.Open(context.Background(), mustRef(t, "s3://b/node.zip"))
		if err != nil {
			t.Fatal(err)
		}
		var members []*Member
		var bytes int64
		for _, i := range wanted {
			m := member(t, a, recs[i].name)
			members = append(members, m)
			bytes += m.CompressedSize
		}
		cost := a.Cost(members)
		if cost.Wanted < bytes || cost.Wanted > bytes+int64(len(wanted)*200) || cost.Cached > cost.Wanted {
			t.Errorf("members %v: %+v of %d bytes", wanted, cost, bytes)
		}
		s.reset()
		asked := a.Requests()
		if err := a.Prefetch(context.Background(), members); err != nil {
			t.Fatal(err)
		}
		if requests, sent := s.seen(); len(requests) != cost.Requests || sent != cost.Download || a.Requests()-asked != cost.Requests {
			t.Errorf("members %v: said %+v, and there were %d requests (%d counted) for %d bytes", wanted, cost, len(requests), a.Requests()-asked, sent)
		}
		if again := a.Cost(members); again.Download != 0 || again.Requests != 0 || again.Cached != cost.Wanted {
			t.Errorf("members %v, in the cache: %+v", wanted, again)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}
