package fetch

import (
	"bytes"
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestPresigned reads a presigned address: the query is sent as it is, nothing
// but GET is sent, nothing is signed, and the query is shown nowhere.
func TestPresigned(t *testing.T) {
	s := newTestServer(t)
	data, recs := smallZip()
	s.put("b/run-1/node a.zip", data)
	const query = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIA%2F1&X-Amz-Date=20260101T000000Z&X-Amz-Expires=60&X-Amz-Signature=5ec4e7"
	s.fault = func(r request) *fault {
		if r.query != query || r.signed || r.method != http.MethodGet {
			return &fault{status: 403, code: "SignatureDoesNotMatch"}
		}
		return nil
	}
	var log bytes.Buffer
	dir := t.TempDir()
	ref := mustRef(t, s.URL+"/b/run-1/node%20a.zip?"+query)
	c := s.plainClient(Options{CacheDir: dir, Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	if err := fetchAll(t, c, ref, recs); err != nil {
		t.Fatal(err)
	}
	l, err := c.Expand(context.Background(), ref)
	if err != nil || len(l.Artifacts) != 1 || l.Manifest != nil {
		t.Errorf("listing %+v, %v", l, err)
	}
	if !strings.Contains(log.String(), "status=206") || strings.Contains(log.String(), "5ec4e7") {
		t.Errorf("log is silent or tells the signature:\n%s", log.String())
	}
	err = fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, path))
		if bytes.Contains(b, []byte("5ec4e7")) || bytes.Contains(b, []byte("AKIA")) {
			t.Errorf("%s tells the signature", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}

	// Another signature for the same object finds the cache.
	s.mu.Lock()
	s.fault = nil
	s.mu.Unlock()
	s.reset()
	if err := fetchAll(t, c, mustRef(t, strings.Replace(ref.Raw, "5ec4e7", "07he4", 1)), recs); err != nil {
		t.Fatal(err)
	}
	if _, sent := s.seen(); sent > tailSize+int64(len(data)) {
		t.Errorf("%d bytes were sent", sent)
	}
}

// TestRefusals checks what an error says about a refusal.
func TestRefusals(t *testing.T) {
	s := newTestServer(t)
	expired := "?X-Amz-Signature=5ec4e7&X-Amz-Date=20260101T000000Z&X-Amz-Expires=60"
	valid := "?X-Amz-Signature=5ec4e7&X-Amz-Date=" + time.Now().UTC().Format("20060102T150405Z") + "&X-Amz-Expires=60"
	s.fault = func(request) *fault {
		return &fault{status: 403, code: "AccessDenied", message: "Request\u202ehas expired"}
	}
	for query, want := range map[string][]string{
		expired: {"403 AccessDenied", "expired at 2026-01-01T00:01:00Z: make a new one"},
		valid:   {"403 AccessDenied", "was it copied whole?"},
		"":      {"403 AccessDenied", "wants a login"},
	} {
		_, err := s.plainClient(Options{}).Open(context.Background(), mustRef(t, s.URL+"/b/node.zip"+query))
		for _, w := range want {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%s: error %v, want %q", query, err, w)
			}
		}
		if err != nil && (strings.Contains(err.Error(), "5ec4e7") || strings.Contains(err.Error(), "\u202e")) {
			t.Errorf("error shows what it must not: %q", err)
		}
	}
	s.Close()
	_, err := s.plainClient(Options{}).Open(context.Background(), mustRef(t, s.URL+"/b/node.zip"+valid))
	if err == nil || strings.Contains(err.Error(), "5ec4e7") || !strings.Contains(err.Error(), "refused") {
		t.Errorf("no server: %v", err)
	}
}

// TestPassword sends the user and password of an address, and shows neither.
func TestPassword(t *testing.T) {
	s := newTestServer(t)
	data, recs := smallZip()
	s.put("node.zip", data)
	address := strings.Replace(s.URL, "http://", "http://me:5ec%2Fret@", 1) + "/node.zip"
	s.fault = func(r request) *fault {
		if !r.signed {
			return &fault{status: 401}
		}
		return nil
	}
	if err := fetchAll(t, s.plainClient(Options{}), mustRef(t, address), recs); err != nil {
		t.Fatal(err)
	}
}

// TestAlternativeKey finds an object whose key has a '+' or per cent sign that
// an address may mean as another character.
func TestAlternativeKey(t *testing.T) {
	s := newTestServer(t)
	data, recs := smallZip()
	s.put("b/run 1/a.zip", data)
	s.put("b/run%202/a.zip", data)
	c := s.plainClient(Options{})
	for _, address := range []string{"s3://b/run%201/a.zip", "s3://b/run 1/a.zip", "s3://b/run%202/a.zip",
		"https://s3.amazonaws.com/b/run+1/a.zip", "https://s3.amazonaws.com/b/run%201/a.zip"} {
		if err := fetchAll(t, c, mustRef(t, address), recs); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	if err := fetchAll(t, c, mustRef(t, "s3://b/run%203/a.zip"), recs); err == nil || !strings.Contains(err.Error(), "GET s3://b/run 3/a.zip: 404 NoSuchKey") {
		t.Errorf("missing: %v", err)
	}
}

func TestReadFile(t *testing.T) {
	s := newTestServer(t)
	s.put("b/run/manifest.json", []byte(`{"run_id":"x"}`))
	path := filepath.Join(t.TempDir(), "manifest.json")
	if err := os.WriteFile(path, []byte(`{"run_id":"x"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	s.fault = func(r request) *fault {
		if r.n == 1 {
			return &fault{cut: 5}
		}
		return nil
	}
	c := s.plainClient(Options{})
	for _, address := range []string{"s3://b/run/manifest.json", s.URL + "/b/run/manifest.json", path} {
		got, err := c.ReadFile(context.Background(), mustRef(t, address), 100)
		if err != nil || string(got) != `{"run_id":"x"}` {
			t.Errorf("%s: %q, %v", address, got, err)
		}
		if _, err := c.ReadFile(context.Background(), mustRef(t, address), 5); kindOf(err) != KindLimit || !strings.Contains(err.Error(), "manifest.json") {
			t.Errorf("%s: too long: %v", address, err)
		}
		if _, err := c.ReadFile(context.Background(), mustRef(t, address+"x"), 5); err == nil || !strings.Contains(err.Error(), "manifest.jsonx") {
			t.Errorf("%s: missing: %v", address, err)
		}
	}
}
