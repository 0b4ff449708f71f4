package fetch

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// remote is the content of an object on a server: a cacheObject that is filled
// as bytes are asked for.
type remote struct {
	c       *Client
	ref     Ref
	id      identity
	obj     *cacheObject
	tries   *attempts
	fetched atomic.Int64
	whole   sync.Mutex // held by the one request that takes the whole object
}

func (r *remote) Size() int64 { return r.id.Size }

func (r *remote) ReadAt(p []byte, off int64) (int, error) {
	if off >= r.id.Size {
		return 0, io.EOF
	}
	return r.obj.ReadAt(p, off)
}

func (r *remote) Close() error { return r.obj.Close() }

// ensure downloads what is missing of a span that no CRC-32 covers, such as
// the directory, and seals it, so that a later run notices if its disk has
// changed it. It downloads whole blocks, since a look at one place is often
// followed by one nearby.
func (r *remote) ensure(ctx context.Context, s span) (err error) {
	s = span{max(s.off, 0), min(s.end, r.id.Size)}
	if s.len() <= 0 {
		return nil
	}
	if r.obj.fresh(s) {
		return nil
	}
	if state, _ := r.obj.sealedAround(s); state == intact {
		return nil
	}
	asked := s
	s = span{s.off / blockSize * blockSize, min((s.end+blockSize-1)/blockSize*blockSize, r.id.Size)}
	if err := r.obj.lock(ctx); err != nil {
		return err
	}
	defer func() { err = r.obj.finish(err) }()
	if state, at := r.obj.sealedAround(asked); state == broken {
		r.obj.evict(at)
		s = span{min(s.off, at.off), max(s.end, at.end)}
	}
	if err := r.fill(ctx, r.obj.missing([]span{s}), nil); err != nil {
		return err
	}
	return r.obj.setSeal(s, false)
}

// blockSize is the least that ensure downloads.
const blockSize = 64 << 10

// fill downloads spans, several parts at once. The caller holds the lock.
func (r *remote) fill(ctx context.Context, missing spans, report func(int64)) error {
	if err := checkSpace(r.obj.data, missing.total()); err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(r.c.opt.Concurrency)
	for _, s := range split(missing, partSize) {
		g.Go(func() error { return r.fetchPart(ctx, s, report) })
	}
	return g.Wait()
}

// fetchPart downloads one span, going on where an attempt has ended.
func (r *remote) fetchPart(ctx context.Context, s span, report func(int64)) error {
	weight := min(s.len(), r.c.opt.MaxBytesInFlight)
	if err := r.c.inFlight.Acquire(ctx, weight); err != nil {
		return err
	}
	defer r.c.inFlight.Release(weight)
	for {
		left := r.obj.missing([]span{s})
		if len(left) == 0 {
			return nil
		}
		err := r.fetchOnce(ctx, left[0], report)
		if err == nil {
			continue
		}
		n := left.total() - r.obj.missing([]span{s}).total()
		if err := r.tries.again(ctx, err, n); err != nil {
			return fmt.Errorf("bytes %d to %d of %d: %w", s.off, s.end-1, r.id.Size, err)
		}
	}
}

// fetchOnce makes one request for a span, or for the whole object when the
// server cannot be trusted with ranges.
func (r *remote) fetchOnce(ctx context.Context, s span, report func(int64)) error {
	q := query{off: s.off, end: s.end, ifMatch: r.id.strong()}
	if r.tries.distrustRanges() {
		r.whole.Lock()
		defer r.whole.Unlock()
		if len(r.obj.missing([]span{s})) == 0 {
			return nil
		}
		q.off, q.end = 0, 0
	}
	a, err := r.tries.get(ctx, q)
	switch statusOf(err) {
	case http.StatusPreconditionFailed:
		return fmt.Errorf("%w: %w", errChanged, err)
	case http.StatusRequestedRangeNotSatisfiable: // If-Match is looked at first: an object that changed is refused with 412
		if size, told := totalOf416(err); q.ifMatch != "" && (!told || size == r.id.Size) {
			return fmt.Errorf("%w: %w", errNotRange, err)
		}
		return fmt.Errorf("%w: %w", errChanged, err)
	}
	if err != nil {
		return err
	}
	defer a.body.Close()
	other := a.total >= 0 && a.total != r.id.Size
	if !r.id.same(a) || other && (a.etag == "" || q.ifMatch == "" || r.tries.badRanges() > 0) {
		return fmt.Errorf("%w: it was %s of %d bytes, and is %s of %d", errChanged, r.id.ETag, r.id.Size, a.etag, a.total)
	}
	if other { // under the ETag that was asked for: a slip, if it is one
		return fmt.Errorf("%w: the same object of %d bytes is said to be of %d", errNotRange, r.id.Size, a.total)
	}
	switch {
	case a.status == http.StatusOK && q.end == 0:
		return r.take(a, span{0, r.id.Size}, report)
	case a.status == http.StatusOK:
		return r.takeWhole(a, report)
	case a.status != http.StatusPartialContent || a.span != s:
		return fmt.Errorf("%w: asked for %d-%d, got %d-%d", errNotRange, s.off, s.end-1, a.span.off, a.span.end-1)
	}
	return r.take(a, s, report)
}

// takeWhole stores an answer that holds the whole object. One request does it;
// the others find their bytes there.
func (r *remote) takeWhole(a *answer, report func(int64)) error {
	r.whole.Lock()
	defer r.whole.Unlock()
	all := span{0, r.id.Size}
	if len(r.obj.missing([]span{all})) == 0 {
		return nil
	}
	return r.take(a, all, report)
}

// bufferSize is what is read from a connection at once.
const bufferSize = 128 << 10

var buffers = sync.Pool{New: func() any { return new([bufferSize]byte) }}

// take stores the bytes of a body, which are those of s.
func (r *remote) take(a *answer, s span, report func(int64)) error {
	buf := buffers.Get().(*[bufferSize]byte)
	defer buffers.Put(buf)
	for off := s.off; off < s.end; {
		n, err := a.body.Read(buf[:min(bufferSize, s.end-off)])
		r.fetched.Add(int64(n))
		if n > 0 {
			if _, err := r.obj.WriteAt(buf[:n], off); err != nil {
				return err
			}
			if report != nil {
				report(int64(n))
			}
		}
		off += int64(n)
		if err != nil && off < s.end {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return fmt.Errorf("the answer ended after %d of %d bytes: %w", off-s.off, s.len(), err)
		}
	}
	return nil
}
