package lake

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// memory is an object store that answers as S3 does.
type memory struct {
	mu      sync.Mutex
	objects map[string]string
	reads   int
	fail    error // of Get
}

func (m *memory) calls() *Objects {
	return &Objects{
		Put: func(_ context.Context, key string, body io.ReadSeeker, size int64) (bool, error) {
			b, err := io.ReadAll(body)
			if err != nil || int64(len(b)) != size {
				return false, errors.Join(err, errors.New("the size is not that of the body"))
			}
			m.mu.Lock()
			defer m.mu.Unlock()
			if _, ok := m.objects[key]; ok {
				return false, nil
			}
			m.objects[key] = string(b)
			return true, nil
		},
		Get: func(_ context.Context, key string, offset, n int64) (io.ReadCloser, error) {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.reads++
			b, ok := m.objects[key]
			if !ok {
				return nil, &fs.PathError{Op: "get", Path: key, Err: fs.ErrNotExist}
			}
			if m.fail != nil {
				return nil, m.fail
			}
			b = b[min(offset, int64(len(b))):]
			if n >= 0 {
				b = b[:min(n, int64(len(b)))]
			}
			return io.NopCloser(strings.NewReader(b)), nil
		},
		List: func(_ context.Context, prefix string) ([]Object, error) {
			m.mu.Lock()
			defer m.mu.Unlock()
			var found []Object
			for key, b := range m.objects {
				if strings.HasPrefix(key, prefix) {
					found = append(found, Object{key, int64(len(b))})
				}
			}
			return found, nil
		},
		Delete: func(_ context.Context, key string) error {
			m.mu.Lock()
			defer m.mu.Unlock()
			delete(m.objects, key)
			return nil
		},
	}
}

func openMemory(t *testing.T) (*Lake, *memory) {
	t.Helper()
	m := &memory{objects: make(map[string]string)}
	opt := testOptions()
	opt.Objects, opt.TempDir = m.calls(), t.TempDir()
	l, err := Open("s3://bucket/prefix", opt)
	if err != nil {
		t.Fatal(err)
	}
	return l, m
}

func TestObjectStoreHoldsWhatAFolderHolds(t *testing.T) {
	ctx := context.Background()
	l, m := openMemory(t)
	root := t.TempDir()
	mustCommit(t, l, testRun(), testBatches(200))
	mustCommit(t, openLake(t, root), testRun(), testBatches(200))
	files := make(map[string]string)
	for name, f := range snap(t, root) {
		files[name] = f.content
	}
	if diff := cmp.Diff(files, m.objects); diff != "" {
		t.Error(diff)
	}
	if left := snap(t, l.temp.dir); len(left) != 0 {
		t.Errorf("%d unfinished files were left", len(left))
	}
	got, err := l.Load(ctx, testRun().RunID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(inOrder(t, sampleRows(200, 4)), got.Node("node-a"), sameRows...); diff != "" {
		t.Error(diff)
	}
	before := maps.Clone(m.objects)
	if c := mustCommit(t, l, testRun(), testBatches(200)); !c.Existed || !maps.Equal(before, m.objects) {
		t.Errorf("a second commit changed something (existed %v)", c.Existed)
	}
}

// A small file is brought by one request.
func TestReadsAreFew(t *testing.T) {
	l, m := openMemory(t)
	mustCommit(t, l, testRun(), testBatches(200))
	m.reads = 0
	if _, err := l.Load(context.Background(), testRun().RunID); err != nil {
		t.Fatal(err)
	}
	if want := 1 + 1 + 1 + 13; m.reads != want { // marker, manifest, run, files of the artifacts
		t.Errorf("%d requests, want %d", m.reads, want)
	}
}

func TestWindowsOfALargeObject(t *testing.T) {
	_, m := openMemory(t)
	want := bytes.Repeat([]byte("0123456789abcde"), (3*windowBytes+99)/15)
	m.objects["k"] = string(want)
	r := &reader{ctx: context.Background(), store: bucket{*m.calls()}, key: "k", size: int64(len(want))}
	for _, at := range []int{len(want) - 8, 0, windowBytes - 3, 2*windowBytes - 1, len(want) - 20, 5} {
		p := make([]byte, min(40, len(want)-at))
		n, err := r.ReadAt(p, int64(at))
		if err != nil || !bytes.Equal(p[:n], want[at:at+len(p)]) {
			t.Errorf("at %d: %d bytes, %v", at, n, err)
		}
	}
	if n, err := r.ReadAt(make([]byte, 10), int64(len(want))-4); n != 4 || err != io.EOF {
		t.Errorf("over the end: %d, %v; want 4 bytes and EOF", n, err)
	}
	m.objects["k"] = "short"
	if _, err := (&reader{ctx: context.Background(), store: bucket{*m.calls()}, key: "k", size: 100}).ReadAt(make([]byte, 10), 0); err == nil {
		t.Error("an object that became shorter was not noticed")
	}
}

// When the key exists and cannot be read, the object must not be thought damaged and replaced.
func TestStoreThatFailsIsNotRepaired(t *testing.T) {
	l, m := openMemory(t)
	c := mustCommit(t, l, testRun(), testBatches(5))
	key := c.Artifacts[0].Files[0].Key
	before := m.objects[key]
	m.fail = errors.New("throttled")
	_, err := l.put(context.Background(), "cpu", key, 20, func(w io.Writer) error {
		return cpuTable.encode(w, sampleRows(5, 4), &Artifact{Node: "other"}, tool)
	})
	if !errors.Is(err, m.fail) {
		t.Errorf("error %v, want that of the store", err)
	}
	if m.objects[key] != before {
		t.Error("the object was replaced")
	}
}

func TestOpenRefuses(t *testing.T) {
	for uri, want := range map[string]string{
		"":               "names no folder",
		"s3://":          "names no folder",
		"s3://bucket/x":  "no object store",
		"gs://bucket/x":  `scheme "gs" is not known`,
		"lake.go":        "it is a file",
		"file://lake.go": "it is a file",
	} {
		if _, err := Open(uri, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open(%q): error %v, want one with %q", uri, err, want)
		}
	}
}
