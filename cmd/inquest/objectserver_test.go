package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// An objectServer is an S3-like server within the test that counts what it is asked for
// and what it sends, and answers wrongly when it is told to.
type objectServer struct {
	*httptest.Server

	mu       sync.Mutex
	objects  map[string]servedObject // by bucket/key
	page     int                     // names on a page of a listing
	fault    func(n int, r *http.Request) *servedFault
	hold     int64 // no more bytes of bodies than this are sent, if positive
	requests int
	asked    int64 // bytes that requests for parts ask for
	sent     int64 // bytes of bodies
	busy     atomic.Int64
}

// servedObject is an object that need not be in memory.
type servedObject struct {
	size int64
	data io.ReaderAt
}

// servedFault is one way to answer wrongly.
type servedFault struct {
	status  int
	header  map[string]string
	after   int64 // cut or stall after so many bytes of the body
	cut     bool
	stall   bool
	whole   bool  // ignore the range
	shift   int64 // what is added to first and last of Content-Range
	total   int64 // what is added to its total
	chunked bool
}

func newObjectServer(t testing.TB) *objectServer {
	s := &objectServer{objects: map[string]servedObject{}, page: 1000}
	s.Server = httptest.NewServer(s)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// flags lead a command to the server.
func (s *objectServer) flags() []string {
	return []string{"--endpoint-url", s.URL, "--no-sign-request", "--region", "us-west-2"}
}

// reset forgets what was counted and sets the faults, after the answers to clients that
// went away have ended.
func (s *objectServer) reset(fault func(n int, r *http.Request) *servedFault) {
	s.holdAt(0)
	for range 1000 {
		if s.busy.Load() == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault, s.hold, s.requests, s.asked, s.sent = fault, 0, 0, 0, 0
}

// holdAt stops all bodies when this much has been sent; 0 lets them go on.
func (s *objectServer) holdAt(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold = n
}

func (s *objectServer) counted() (requests int, asked, sent int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requests, s.asked, s.sent
}

func (s *objectServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.busy.Add(1)
	defer s.busy.Add(-1)
	path := strings.TrimPrefix(r.URL.Path, "/")
	s.mu.Lock()
	s.requests++
	f := &servedFault{}
	if s.fault != nil {
		if g := s.fault(s.requests, r); g != nil {
			f = g
		}
	}
	o, ok := s.objects[path]
	s.mu.Unlock()
	for k, v := range f.header {
		w.Header().Set(k, v)
	}
	switch {
	case f.status != 0:
		w.WriteHeader(f.status)
		return
	case r.URL.Query().Get("list-type") == "2":
		s.list(w, path, r)
		return
	case !ok:
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, "<Error><Code>NoSuchKey</Code></Error>")
		return
	}
	if f.whole {
		r.Header.Del("Range")
	}
	w.Header().Set("ETag", fmt.Sprintf(`"%s-%d"`, strings.ReplaceAll(path, "/", "-"), o.size))
	w.Header().Set("Content-Type", "application/zip")
	http.ServeContent(&servedBody{ResponseWriter: w, s: s, r: r, f: f}, r, "", time.Time{}, io.NewSectionReader(o.data, 0, o.size))
}

// servedBody counts a body, and does to it what the fault says.
type servedBody struct {
	http.ResponseWriter
	s *objectServer
	r *http.Request
	f *servedFault
	n int64
}

func (b *servedBody) WriteHeader(status int) {
	var first, last, total int64
	if _, err := fmt.Sscanf(b.Header().Get("Content-Range"), "bytes %d-%d/%d", &first, &last, &total); err == nil {
		b.s.mu.Lock()
		b.s.asked += last + 1 - first
		b.s.mu.Unlock()
		if b.f.shift != 0 || b.f.total != 0 {
			b.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", first+b.f.shift, last+b.f.shift, total+b.f.total))
		}
	}
	if b.f.chunked {
		b.Header().Del("Content-Length")
	}
	b.ResponseWriter.WriteHeader(status)
}

func (b *servedBody) Write(p []byte) (int, error) {
	if (b.f.cut || b.f.stall) && b.n+int64(len(p)) > b.f.after {
		n, _ := b.ResponseWriter.Write(p[:max(0, b.f.after-b.n)])
		b.count(n)
		_ = http.NewResponseController(b.ResponseWriter).Flush()
		if b.f.stall {
			<-b.r.Context().Done()
		}
		panic(http.ErrAbortHandler)
	}
	for b.held() {
		_ = http.NewResponseController(b.ResponseWriter).Flush()
		select {
		case <-b.r.Context().Done():
			panic(http.ErrAbortHandler)
		case <-time.After(5 * time.Millisecond):
		}
	}
	n, err := b.ResponseWriter.Write(p)
	b.count(n)
	return n, err
}

func (b *servedBody) held() bool {
	b.s.mu.Lock()
	defer b.s.mu.Unlock()
	return b.s.hold > 0 && b.s.sent >= b.s.hold
}

func (b *servedBody) count(n int) {
	b.n += int64(n)
	b.s.mu.Lock()
	defer b.s.mu.Unlock()
	b.s.sent += int64(n)
}

// list answers ListObjectsV2, without folders.
func (s *objectServer) list(w http.ResponseWriter, bucket string, r *http.Request) {
	bucket = strings.TrimSuffix(bucket, "/")
	q := r.URL.Query()
	var keys []string
	s.mu.Lock()
	for p := range s.objects {
		key, ok := strings.CutPrefix(p, bucket+"/")
		if ok && strings.HasPrefix(key, q.Get("prefix")) && key > q.Get("continuation-token") {
			keys = append(keys, key)
		}
	}
	page := s.page
	s.mu.Unlock()
	slices.Sort(keys)
	more := len(keys) > page
	keys = keys[:min(page, len(keys))]
	fmt.Fprintf(w, "<ListBucketResult><IsTruncated>%v</IsTruncated>", more)
	for _, k := range keys {
		fmt.Fprintf(w, "<Contents><Key>%s</Key></Contents>", k)
	}
	if more {
		fmt.Fprintf(w, "<NextContinuationToken>%s</NextContinuationToken>", keys[len(keys)-1])
	}
	_, _ = io.WriteString(w, "</ListBucketResult>")
}
