package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// bigZip is forty members of 1.5 MB that do not compress: 60 MB.
func bigZip() ([]byte, []rec) {
	var recs []rec
	for i := range 40 {
		recs = append(recs, rec{name: fmt.Sprintf("run/m%02d.log", i), data: noise(uint64(i), 1_500_000), stored: true})
	}
	return buildZip(zipShape{}, recs...), recs
}

// smallZip is five members, 300 KB each, more than the first request brings.
func smallZip() ([]byte, []rec) {
	var recs []rec
	for i := range 5 {
		recs = append(recs, rec{name: fmt.Sprintf("m%d.log", i), data: noise(uint64(i), 300_000), stored: true})
	}
	return buildZip(zipShape{}, recs...), recs
}

// fetchAll opens and reads every member, after a Prefetch.
func fetchAll(t *testing.T, c *Client, ref Ref, recs []rec) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	a, err := c.Open(ctx, ref)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := a.Prefetch(ctx, a.Members); err != nil {
		return err
	}
	return checkAll(t, a, recs)
}

func checkAll(t *testing.T, a *Artifact, recs []rec) error {
	t.Helper()
	if len(a.Members) != len(recs) {
		t.Errorf("%d members, want %d", len(a.Members), len(recs))
	}
	for _, r := range recs {
		got, err := read(member(t, a, r.name))
		if err != nil {
			return err
		}
		if !bytes.Equal(got, r.data) {
			t.Errorf("%s: other bytes", r.name)
		}
	}
	return nil
}

// TestSelectiveFetch counts requests and bytes for three of forty members. See
// TestRequestsPerMember for greggman/unzipit#11.
func TestSelectiveFetch(t *testing.T) {
	s := newTestServer(t)
	data, recs := bigZip()
	s.put("perf/jenkins-run-1/node-a.zip", data)
	c := s.plainClient(Options{CacheDir: t.TempDir()})
	for _, address := range []string{"s3://perf/jenkins-run-1/node-a.zip", s.URL + "/perf/jenkins-run-1/node-a.zip"} {
		s.reset()
		a, err := c.Open(context.Background(), mustRef(t, address))
		if err != nil {
			t.Fatal(err)
		}
		var want []*Member
		var bytesWanted int64
		for _, i := range []int{3, 20, 37} {
			want = append(want, member(t, a, recs[i].name))
			bytesWanted += int64(len(recs[i].data))
		}
		if err := a.Prefetch(context.Background(), want); err != nil {
			t.Fatal(err)
		}
		for k, i := range []int{3, 20, 37} {
			if got, err := read(want[k]); err != nil || !bytes.Equal(got, recs[i].data) {
				t.Errorf("%s: %d bytes, %v", want[k].Name, len(got), err)
			}
		}
		requests, sent := s.seen()
		if len(requests) > 5 || sent > bytesWanted+3<<19 || a.FetchedBytes() != sent {
			t.Errorf("%s: %d requests, %d bytes sent, %d counted, %d wanted", address, len(requests), sent, a.FetchedBytes(), bytesWanted)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}

		s.reset() // a second run asks only whether the object is the same
		a, err = c.Open(context.Background(), mustRef(t, address))
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range []int{3, 20, 37} {
			if got, err := read(member(t, a, recs[i].name)); err != nil || !bytes.Equal(got, recs[i].data) {
				t.Errorf("again: %s: %d bytes, %v", recs[i].name, len(got), err)
			}
		}
		if requests, sent := s.seen(); len(requests) != 1 || sent != 0 || a.FetchedBytes() != 0 {
			t.Errorf("%s, second run: %d requests, %d bytes", address, len(requests), sent)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestLocalAndRemoteID compares the ID of a file, a download and a folder.
func TestLocalAndRemoteID(t *testing.T) {
	s := newTestServer(t)
	data, _ := smallZip()
	s.put("b/node.zip", data)
	remote, err := s.client(Options{}).Open(context.Background(), mustRef(t, "s3://b/node.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer remote.Close()
	local, err := openBytes(t, data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if remote.ID != local.ID || len(local.ID) != 64 {
		t.Errorf("remote %s, local %s", remote.ID, local.ID)
	}
}

// TestTransportFaults answers wrongly in each way, over S3 and plain HTTP. The
// members must be right, or the error must say what is wrong.
func TestTransportFaults(t *testing.T) {
	data, recs := smallZip()
	mid := int64(len(data) / 2)
	on := func(n int, f fault) func(request) *fault {
		return func(r request) *fault {
			if r.n == n {
				return &f
			}
			return nil
		}
	}
	upTo := func(n int, f fault) func(request) *fault {
		return func(r request) *fault {
			if r.n <= n {
				return &f
			}
			return nil
		}
	}
	slow := fault{status: 503, code: "SlowDown", message: "Please reduce your request rate."}
	tests := []struct {
		name  string
		fault func(request) *fault
		err   string // "" for success
		most  int    // requests
	}{
		{"none", nil, "", 2},
		{"first body cut", on(1, fault{cut: 1000}), "", 3},
		{"second body cut", on(2, fault{cut: 400_000}), "", 3},
		{"every body cut after a little", upTo(99, fault{cut: 1000}), "given up after 5 attempts", 5},
		{"whole object at first", on(1, fault{whole: true}), "", 1},
		{"whole object at first, cut", on(1, fault{whole: true, cut: 700_000}), "", 2},
		{"whole object always", upTo(99, fault{whole: true}), "", 1},
		{"whole object always, first cut", func(r request) *fault {
			f := fault{whole: true}
			if r.n == 1 {
				f.cut = 500_000
			}
			return &f
		}, "", 2},
		{"whole object later", on(2, fault{whole: true}), "", 2},
		{"no length", on(1, fault{whole: true, chunked: true}), "", 1},
		{"no length, cut", on(1, fault{whole: true, chunked: true, cut: 300_000}), "", 3},
		{"another range once", on(2, fault{shift: -10}), "", 3},
		{"another range at first", on(1, fault{shift: -10}), "", 3},
		{"another range always", func(r request) *fault {
			if r.rng != "" {
				return &fault{shift: -10}
			}
			return nil
		}, "", 4},
		{"another total", on(2, fault{total: 4711_000_000}), "", 5},
		{"another total, then no ranges", func(r request) *fault {
			switch r.n {
			case 2:
				return &fault{total: 4711_000_000}
			case 3:
				return &fault{status: 416, code: "InvalidRange"}
			}
			return nil
		}, "", 5},
		{"no ranges but the first", func(r request) *fault {
			if r.n > 1 && r.rng != "" {
				return &fault{status: 416, code: "InvalidRange"}
			}
			return nil
		}, "", 4},
		{"no suffix ranges", func(r request) *fault {
			if strings.HasPrefix(r.rng, "bytes=-") {
				return &fault{status: 416, code: "InvalidRange"}
			}
			return nil
		}, "", 4},
		{"suffix answered by 501", func(r request) *fault {
			if strings.HasPrefix(r.rng, "bytes=-") {
				return &fault{status: 501, code: "NotImplemented"}
			}
			return nil
		}, "", 4},
		{"slow down five times", upTo(5, slow), "", 7},
		{"slow down with a date", on(1, fault{status: 429, header: map[string]string{"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}}), "", 3},
		{"slow down always", upTo(99, slow), "503 SlowDown", 9},
		{"internal error twice", upTo(2, fault{status: 500, code: "InternalError"}), "", 4},
		{"internal error always", upTo(99, fault{status: 500, code: "InternalError"}), "given up after 5 attempts", 5},
		{"one damaged byte once", on(2, fault{damage: mid}), "", 3},
		{"missing", upTo(99, fault{status: 404, code: "NoSuchKey", message: "The specified key does not exist."}), "404 NoSuchKey", 1},
		{"gone", upTo(99, fault{status: 410, code: "Gone"}), "410 Gone", 1},
	}
	for _, tt := range tests {
		for _, scheme := range []string{"s3", "http"} {
			t.Run(tt.name+" "+scheme, func(t *testing.T) {
				s := newTestServer(t)
				s.put("b/node.zip", data)
				s.fault = tt.fault
				ref := mustRef(t, "s3://b/node.zip")
				if scheme == "http" {
					ref = mustRef(t, s.URL+"/b/node.zip")
				}
				err := fetchAll(t, s.plainClient(Options{CacheDir: t.TempDir()}), ref, recs)
				if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
					t.Errorf("error %v, want %q", err, tt.err)
				}
				if err != nil && !strings.Contains(err.Error(), "node.zip") {
					t.Errorf("error does not name the artifact: %v", err)
				}
				if requests, _ := s.seen(); len(requests) > tt.most {
					t.Errorf("%d requests, at most %d wanted: %v", len(requests), tt.most, requests)
				}
			})
		}
	}
}

// TestEmptyObject opens objects without bytes or members.
func TestEmptyObject(t *testing.T) {
	s := newTestServer(t)
	s.put("b/none.zip", nil)
	s.put("b/error.zip", []byte("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>"))
	for _, way := range []string{"ranges", "no ranges", "no size in a 416"} {
		s.fault = func(r request) *fault {
			if way == "no size in a 416" && r.rng != "" && strings.HasSuffix(r.path, "none.zip") {
				return &fault{status: 416, code: "InvalidRange"}
			}
			return &fault{whole: way == "no ranges"}
		}
		for _, root := range []string{"s3://b/", s.URL + "/b/"} {
			c := s.plainClient(Options{CacheDir: t.TempDir()})
			if _, err := c.Open(context.Background(), mustRef(t, root+"none.zip")); kindOf(err) != KindEmpty {
				t.Errorf("%s: %snone.zip: %v", way, root, err)
			}
			_, err := c.Open(context.Background(), mustRef(t, root+"error.zip"))
			if kindOf(err) != KindNotZip || !strings.Contains(err.Error(), "XML error: AccessDenied: Access Denied") {
				t.Errorf("%s: %serror.zip: %v", way, root, err)
			}
		}
	}
}

// TestRemoteDamage opens damaged zips over the network: salvage must work there
// too, and an honest zip must not pay for it.
func TestRemoteDamage(t *testing.T) {
	s := newTestServer(t)
	_, recs := smallZip()
	whole := buildZip(zipShape{}, recs...)
	tests := []struct {
		name  string
		data  []byte
		good  int
		kinds string
		most  int
	}{
		{"sound", whole, 5, "", 2},
		{"count", buildZip(zipShape{count: 2}, recs...), 5, "directory", 2},
		{"offset", buildZip(zipShape{dirOffset: -7}, recs...), 5, "directory", 4},
		{"before", buildZip(zipShape{before: make([]byte, 1000)}, recs...), 5, "trailing", 3},
		{"300 KB after", buildZip(zipShape{after: noise(3, 300_000)}, recs...), 5, "trailing", 3},
		{"end cut", whole[:len(whole)-10], 5, "directory", 3},
		{"half", whole[:len(whole)/2], 2, "truncated", 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s.put("b/node.zip", tt.data)
			s.reset()
			a, err := s.client(Options{CacheDir: t.TempDir()}).Open(context.Background(), mustRef(t, "s3://b/node.zip"))
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			if err := a.Prefetch(context.Background(), a.Members); err != nil {
				t.Fatal(err)
			}
			good := 0
			for i, m := range a.Members {
				got, err := read(m)
				if err == nil && bytes.Equal(got, recs[i].data) {
					good++
				} else if kindOf(err) != KindTruncated {
					t.Errorf("%s: %v", m.Name, err)
				}
			}
			if good != tt.good || kinds(a, "") != tt.kinds {
				t.Errorf("%d good members, problems %v", good, a.Found())
			}
			if requests, _ := s.seen(); len(requests) > tt.most {
				t.Errorf("%d requests: %v", len(requests), requests)
			}
		})
	}
}

// TestStall stops in the middle of a body for ever, once and always.
func TestStall(t *testing.T) {
	data, recs := smallZip()
	for _, always := range []bool{false, true} {
		s := newTestServer(t)
		s.put("b/node.zip", data)
		stall := make(chan struct{})
		t.Cleanup(func() { close(stall) })
		s.fault = func(r request) *fault {
			if r.n == 2 || always && r.n > 2 {
				return &fault{cut: 1000, stall: stall}
			}
			return nil
		}
		err := fetchAll(t, s.client(Options{StallTimeout: 500 * time.Millisecond}), mustRef(t, "s3://b/node.zip"), recs)
		if always && (err == nil || !strings.Contains(err.Error(), "no byte for 500ms")) || !always && err != nil {
			t.Errorf("always %v: %v", always, err)
		}
	}
}

// TestCancel ends a download that hangs as soon as the context is cancelled.
func TestCancel(t *testing.T) {
	s := newTestServer(t)
	data, _ := smallZip()
	s.put("b/node.zip", data)
	stall := make(chan struct{})
	t.Cleanup(func() { close(stall) })
	ctx, cancel := context.WithCancel(context.Background())
	s.fault = func(r request) *fault {
		if r.n == 2 {
			cancel()
			return &fault{cut: 1000, stall: stall}
		}
		return nil
	}
	a, err := s.client(Options{StallTimeout: time.Hour}).Open(ctx, mustRef(t, "s3://b/node.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := a.Prefetch(ctx, a.Members); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
