package fetch

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"
)

// TestObjectChanges replaces the object between requests.
func TestObjectChanges(t *testing.T) {
	old, _ := smallZip()
	fresh := []rec{{name: "m0.log", data: noise(70, 200_000), stored: true}, {name: "m1.log", data: noise(71, 250_000), stored: true}}
	data := buildZip(zipShape{}, fresh...)
	ctx := context.Background()
	open := func(t *testing.T) (*testServer, *Artifact) {
		s := newTestServer(t)
		s.put("b/node.zip", old)
		a, err := s.client(Options{CacheDir: t.TempDir()}).Open(ctx, mustRef(t, "s3://b/node.zip"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.Close() })
		return s, a
	}
	t.Run("once", func(t *testing.T) {
		s, a := open(t)
		id := a.ID
		want := []*Member{member(t, a, "m0.log"), member(t, a, "m1.log")}
		s.put("b/node.zip", data)
		if err := a.Prefetch(ctx, want); err != nil {
			t.Fatal(err)
		}
		if a.ID == id || len(a.Members) != 2 || a.Size != int64(len(data)) {
			t.Errorf("artifact is still the old one: %d members", len(a.Members))
		}
		if err := checkAll(t, a, fresh); err != nil {
			t.Error(err)
		}
		if got, err := read(want[1]); err != nil || !bytes.Equal(got, fresh[1].data) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	})
	t.Run("a member is gone", func(t *testing.T) {
		s, a := open(t)
		s.put("b/node.zip", data)
		if err := a.Prefetch(ctx, a.Members); kindOf(err) != KindChanged || !strings.Contains(err.Error(), "changed while it was read") {
			t.Errorf("error %v", err)
		}
	})
	t.Run("always", func(t *testing.T) {
		s, a := open(t)
		s.fault = func(r request) *fault {
			if r.ifMatch != "" {
				return &fault{status: http.StatusPreconditionFailed, code: "PreconditionFailed"}
			}
			return nil
		}
		if err := a.Prefetch(ctx, a.Members); kindOf(err) != KindChanged {
			t.Errorf("error %v", err)
		}
	})
	t.Run("after a member was read", func(t *testing.T) {
		s, a := open(t)
		if _, err := read(member(t, a, "m0.log")); err != nil {
			t.Fatal(err)
		}
		s.put("b/node.zip", data)
		if err := a.Prefetch(ctx, a.Members); kindOf(err) != KindChanged {
			t.Errorf("error %v", err)
		}
	})
	t.Run("server ignores If-Match", func(t *testing.T) {
		s, a := open(t)
		s.put("b/node.zip", data)
		s.mu.Lock()
		o := s.objects["b/node.zip"]
		s.objects["b/node.zip"] = testObject{o.data, a.ETag} // passes If-Match
		s.mu.Unlock()
		if err := a.Prefetch(ctx, a.Members[:2]); err != nil {
			t.Fatal(err)
		}
		if a.Size != int64(len(data)) {
			t.Error("another size was not noticed")
		}
	})
}
