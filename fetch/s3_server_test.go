package fetch

import (
	"crypto/md5"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A testServer is an S3-like server, also good as a plain HTTP server, that
// counts what it is asked for and fails as it is told to.
type testServer struct {
	*httptest.Server
	t testing.TB

	mu       sync.Mutex
	objects  map[string]testObject // by bucket/key
	requests []request
	sent     int64        // bytes of bodies
	busy     atomic.Int64 // requests being answered
	fault    func(r request) *fault
}

type testObject struct {
	data []byte
	etag string // empty: none is sent
}

// request is one that was seen; n counts from 1.
type request struct {
	n                  int
	method, path, rng  string
	query              string
	signed             bool
	region             string // that the signature is for
	ifMatch, noneMatch string
}

// fault is one way to answer wrongly.
type fault struct {
	status  int // answer with this status
	code    string
	message string
	body    string // answer with this and status 200
	header  map[string]string
	cut     int64         // close the connection after so many bytes of the body, if positive
	whole   bool          // ignore the range
	shift   int64         // send a range that is moved by this, with the right length
	short   int64         // send so much less of a range, and tell that it is less
	total   int64         // tell this total size
	chunked bool          // do not tell the length
	stall   chan struct{} // wait for it in the middle of the body
	damage  int64         // flip a byte at this offset of the object, if positive
}

func newTestServer(t testing.TB) *testServer {
	s := &testServer{t: t, objects: map[string]testObject{}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *testServer) put(path string, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.objects[path] = testObject{data, fmt.Sprintf("%q", fmt.Sprintf("%x", md5.Sum(data)))}
}

// reset forgets what was seen, after the answers to clients that went away have ended.
func (s *testServer) reset() {
	for range 500 {
		if s.busy.Load() == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests, s.sent = nil, 0
}

func (s *testServer) seen() ([]request, int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests), s.sent
}

func (s *testServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.busy.Add(1)
	defer s.busy.Add(-1)
	s.mu.Lock()
	q := request{
		n: len(s.requests) + 1, method: r.Method, path: strings.TrimPrefix(r.URL.Path, "/"), rng: r.Header.Get("Range"),
		query: r.URL.RawQuery, signed: r.Header.Get("Authorization") != "",
		ifMatch: r.Header.Get("If-Match"), noneMatch: r.Header.Get("If-None-Match"),
	}
	if scope := strings.Split(r.Header.Get("Authorization"), "/"); len(scope) > 2 {
		q.region = scope[2]
	}
	s.requests = append(s.requests, q)
	f := &fault{}
	if s.fault != nil {
		if g := s.fault(q); g != nil {
			f = g
		}
	}
	o, ok := s.objects[q.path]
	s.mu.Unlock()
	for k, v := range f.header {
		w.Header().Set(k, v)
	}
	switch {
	case f.body != "":
		_, _ = io.WriteString(w, f.body)
	case f.status != 0:
		s.refuse(w, f.status, f.code, f.message)
	case r.URL.Query().Get("list-type") == "2":
		s.list(w, q.path, r)
	case !ok:
		s.refuse(w, http.StatusNotFound, "NoSuchKey", "The specified key does not exist.")
	default:
		s.object(w, q, o, f)
	}
}

func (s *testServer) refuse(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?><Error><Code>%s</Code><Message>%s</Message></Error>`, code, message)
}

func (s *testServer) object(w http.ResponseWriter, q request, o testObject, f *fault) {
	if q.ifMatch != "" && q.ifMatch != o.etag {
		s.refuse(w, http.StatusPreconditionFailed, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold")
		return
	}
	if o.etag != "" {
		w.Header().Set("ETag", o.etag)
	}
	if q.noneMatch != "" && q.noneMatch == o.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	size := int64(len(o.data))
	from, to, status := int64(0), size, http.StatusOK
	if rng := strings.TrimPrefix(q.rng, "bytes="); rng != "" && !f.whole {
		first, last, _ := strings.Cut(rng, "-")
		a, errA := strconv.ParseInt(first, 10, 64)
		b, errB := strconv.ParseInt(last, 10, 64)
		switch {
		case errA != nil:
			from = max(0, size-b)
		case errB != nil:
			from = a
		default:
			from, to = a, min(b+1, size)
		}
		if from >= size {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes */%d", size))
			s.refuse(w, http.StatusRequestedRangeNotSatisfiable, "InvalidRange", "The requested range is not satisfiable")
			return
		}
		shift := f.shift
		if from+shift < 0 {
			shift = -shift
		}
		from, to, status = from+shift, to+shift, http.StatusPartialContent
		to = max(from+1, to-f.short)
		total := size
		if f.total != 0 {
			total = f.total
		}
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, to-1, total))
	}
	body := o.data[from:to]
	if at := f.damage; at > 0 && from <= at && at < to {
		body = slices.Clone(body)
		body[at-from] ^= 0xff
	}
	if !f.chunked {
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	}
	w.WriteHeader(status)
	s.send(w, body, f)
}

func (s *testServer) send(w http.ResponseWriter, body []byte, f *fault) {
	if f.cut > 0 && f.cut < int64(len(body)) || f.stall != nil {
		n, _ := w.Write(body[:min(f.cut, int64(len(body)))])
		s.count(int64(n))
		_ = http.NewResponseController(w).Flush()
		if f.stall != nil {
			<-f.stall
		}
		panic(http.ErrAbortHandler)
	}
	n, _ := w.Write(body) // a client that goes away is part of the tests
	s.count(int64(n))
}

func (s *testServer) count(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent += n
}

// list answers ListObjectsV2 in pages of two.
func (s *testServer) list(w http.ResponseWriter, bucket string, r *http.Request) {
	bucket = strings.TrimSuffix(bucket, "/")
	prefix, delimiter := r.URL.Query().Get("prefix"), r.URL.Query().Get("delimiter")
	s.mu.Lock()
	names := map[string]bool{}
	for p := range s.objects {
		key, ok := strings.CutPrefix(p, bucket+"/")
		if rest, under := strings.CutPrefix(key, prefix); ok && under {
			if i := strings.Index(rest, delimiter); delimiter != "" && i >= 0 {
				key = prefix + rest[:i+1]
			}
			names[key] = true
		}
	}
	s.mu.Unlock()
	var sorted []string
	for n := range names {
		if fmt.Sprintf("%x", n) > r.URL.Query().Get("continuation-token") {
			sorted = append(sorted, n)
		}
	}
	slices.Sort(sorted)
	more := len(sorted) > 2
	sorted = sorted[:min(2, len(sorted))]
	w.Header().Set("Content-Type", "application/xml")
	fmt.Fprintf(w, `<?xml version="1.0"?><ListBucketResult><Name>%s</Name><IsTruncated>%v</IsTruncated>`, bucket, more)
	encode := xmlText
	if r.URL.Query().Get("encoding-type") == "url" {
		encode = url.QueryEscape
		_, _ = io.WriteString(w, `<EncodingType>url</EncodingType>`)
	}
	for _, n := range sorted {
		if strings.HasSuffix(n, "/") {
			fmt.Fprintf(w, `<CommonPrefixes><Prefix>%s</Prefix></CommonPrefixes>`, encode(n))
		} else {
			fmt.Fprintf(w, `<Contents><Key>%s</Key><Size>1</Size></Contents>`, encode(n))
		}
	}
	if more {
		fmt.Fprintf(w, `<NextContinuationToken>%x</NextContinuationToken>`, sorted[1])
	}
	_, _ = io.WriteString(w, `</ListBucketResult>`)
}

// xmlText writes a name as S3 does: also what XML cannot hold.
func xmlText(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < ' ' || strings.ContainsRune("<>&", r) {
			fmt.Fprintf(&b, "&#x%x;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// plainClient is client, without knowing that the server does S3.
func (s *testServer) plainClient(o Options) *Client {
	c := s.client(o)
	c.opt.Endpoint = ""
	return c
}

// client returns a client of the server that waits for nothing: retries come
// at once and a stall is noticed fast. It signs with test keys.
func (s *testServer) client(o Options) *Client {
	s.t.Helper()
	for k, v := range map[string]string{
		"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_SESSION_TOKEN": "", "AWS_REGION": "us-west-2",
		"AWS_PROFILE": "", "AWS_CONFIG_FILE": "none", "AWS_SHARED_CREDENTIALS_FILE": "none", "AWS_EC2_METADATA_DISABLED": "true",
	} {
		s.t.(interface{ Setenv(string, string) }).Setenv(k, v)
	}
	o.Endpoint = s.URL
	c := NewClient(o)
	c.backoff = backoff{base: time.Millisecond, limit: time.Millisecond, asked: time.Millisecond}
	return c
}

func mustRef(t testing.TB, s string) Ref {
	t.Helper()
	r, err := ParseRef(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
