package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A query is one GET: of the whole object, of [off, end), or of the last
// suffix bytes.
type query struct {
	off, end int64 // end 0: no range, unless off > 0: to the end
	suffix   int64

	ifMatch         string // strong ETag that the object must still have
	ifNoneMatch     string // ETag of the copy in the cache
	ifModifiedSince string // date of the copy in the cache
}

// rangeHeader is the value of the Range header, empty for the whole object.
func (q query) rangeHeader() string {
	switch {
	case q.suffix > 0:
		return fmt.Sprintf("bytes=-%d", q.suffix)
	case q.end > 0:
		return fmt.Sprintf("bytes=%d-%d", q.off, q.end-1)
	case q.off > 0:
		return fmt.Sprintf("bytes=%d-", q.off)
	}
	return ""
}

// An answer is a response with status 200, 206 or 304.
type answer struct {
	status   int
	span     span  // what the body holds, from Content-Range; only with 206
	total    int64 // size of the object, -1 when not told
	length   int64 // of the body, -1 when not told
	etag     string
	modified string // Last-Modified as sent
	body     io.ReadCloser
}

// errNotRange is an answer that holds other bytes than those asked for.
var errNotRange = errors.New("the server answered with another range than the one asked for")

// setRange fills span and total from a Content-Range header.
func (a *answer) setRange(header string) error {
	a.total = -1
	rng, ok := strings.CutPrefix(header, "bytes ")
	rng, total, ok2 := strings.Cut(rng, "/")
	first, last, ok3 := strings.Cut(rng, "-")
	off, err := strconv.ParseInt(strings.TrimSpace(first), 10, 63)
	end, err2 := strconv.ParseInt(strings.TrimSpace(last), 10, 63)
	if !ok || !ok2 || !ok3 || err != nil || err2 != nil || end < off {
		return fmt.Errorf("%w: Content-Range %q", errNotRange, header)
	}
	a.span = span{off, end + 1}
	if n, err := strconv.ParseInt(strings.TrimSpace(total), 10, 63); err == nil {
		a.total = n
	}
	if a.total >= 0 && a.span.end > a.total || a.length >= 0 && a.length != a.span.len() {
		return fmt.Errorf("%w: Content-Range %q with a body of %d bytes", errNotRange, header, a.length)
	}
	return nil
}

// get sends one query. The answer's body holds a connection until it is
// closed, and fails when no byte arrives for the stall timeout.
func (c *Client) get(ctx context.Context, ref Ref, q query) (*answer, error) {
	if err := c.conns.Acquire(ctx); err != nil {
		return nil, err
	}
	g := newStallGuard(ctx, c.opt.StallTimeout)
	start := time.Now()
	a, err := c.send(g.ctx, ref, q)
	g.disarm()
	if err != nil {
		err = g.explain(err)
		g.stop()
		c.conns.Release()
		c.log.Debug("GET", "ref", ref.String(), "range", q.rangeHeader(), "error", err)
		return nil, err
	}
	c.conns.faster()
	c.log.Debug("GET", "ref", ref.String(), "range", q.rangeHeader(), "status", a.status,
		"length", a.length, "ms", time.Since(start).Milliseconds())
	a.body = &guardedBody{body: a.body, guard: g, release: sync.OnceFunc(c.conns.Release)}
	return a, nil
}

// send picks the protocol.
func (c *Client) send(ctx context.Context, ref Ref, q query) (*answer, error) {
	if ref.Scheme == "s3" {
		return c.s3.get(ctx, ref, q)
	}
	return getHTTP(ctx, c.http, ref, q)
}

// guardedBody is a body whose reads are watched by a stallGuard.
type guardedBody struct {
	body    io.ReadCloser
	guard   *stallGuard
	release func()
}

func (b *guardedBody) Read(p []byte) (int, error) {
	b.guard.arm()
	n, err := b.body.Read(p)
	b.guard.disarm()
	if err != nil && err != io.EOF {
		err = b.guard.explain(err)
	}
	return n, err
}

func (b *guardedBody) Close() error {
	b.guard.stop() // first: a cancelled request closes without draining
	err := b.body.Close()
	b.release()
	return err
}
