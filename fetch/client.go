package fetch

import (
	"log/slog"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

// Options say how a [Client] works. The zero value is usable.
type Options struct {
	// CacheDir is the folder that keeps what was downloaded, for later runs.
	// Empty: nothing is kept, and downloads lie in temporary files that vanish
	// when their artifact is closed.
	CacheDir string

	// Endpoint is the address of an S3-compatible server; it is used with path
	// style addresses. Empty: AWS, or what AWS_ENDPOINT_URL says.
	Endpoint string

	// Region is the bucket's region when the address does not name it. Empty:
	// what the AWS configuration says, else us-east-1; a redirect is followed.
	Region string

	// NoSignRequest sends all requests to S3 without a signature and looks for
	// no credentials.
	NoSignRequest bool

	// StallTimeout is how long a request may go without a byte before the
	// attempt has failed. 0 means 30 s.
	StallTimeout time.Duration

	// Attempts is how often an artifact is tried, counting failed attempts of
	// all its requests. 0 means 5. An attempt that moved a MiB is not counted,
	// and a server that asks to slow down (429, 503) has a count of its own.
	Attempts int

	// Concurrency is the number of connections of the client, at most: a server that
	// asks to slow down gets fewer for a while. 0 means 16.
	Concurrency int

	// MaxBytesInFlight bounds the bytes that are requested and not yet written
	// to the cache. 0 means 256 MiB.
	MaxBytesInFlight int64

	// Progress is told of bytes and events, one call at a time. It must return
	// soon. May be nil.
	Progress func(Progress)

	// Logger is told of each request (debug) and each failed attempt (info).
	// It never sees a secret. May be nil.
	Logger *slog.Logger

	// Limits bound what an artifact may cost; fields that are 0 have the
	// values of [DefaultLimits].
	Limits Limits
}

// A Client opens artifacts. It is safe for concurrent use.
type Client struct {
	opt      Options
	log      *slog.Logger
	conns    *pace
	inFlight *semaphore.Weighted
	http     *http.Client
	s3       *s3Source
	sent     *countingTransport
	cache    *cache
	backoff  backoff

	progressMu sync.Mutex
}

// NewClient returns a client with the options and their defaults. It touches
// neither network nor disk.
func NewClient(o Options) *Client {
	if o.StallTimeout <= 0 {
		o.StallTimeout = 30 * time.Second
	}
	if o.Attempts <= 0 {
		o.Attempts = 5
	}
	if o.Concurrency <= 0 {
		o.Concurrency = 16
	}
	if o.MaxBytesInFlight <= 0 {
		o.MaxBytesInFlight = 256 << 20
	}
	o.Limits = o.Limits.withDefaults()
	c := &Client{
		opt:      o,
		log:      o.Logger,
		conns:    newPace(o.Concurrency),
		inFlight: semaphore.NewWeighted(o.MaxBytesInFlight),
		cache:    &cache{dir: o.CacheDir},
		backoff:  defaultBackoff,
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	transport := &countingTransport{next: newTransport(o.Concurrency)}
	c.sent = transport
	c.http = &http.Client{Transport: transport, CheckRedirect: followRedirect}
	c.s3 = newS3Source(o, transport, c.log)
	return c
}

// newTransport is the one pool of connections that S3 and plain HTTP share.
// It never decompresses: ranges count the bytes as stored.
func newTransport(conns int) *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression = true
	t.MaxIdleConnsPerHost = conns
	t.MaxConnsPerHost = 0 // bounded by Client.conns, over all hosts
	return t
}
