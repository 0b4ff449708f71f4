package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// A prober finds out size, version and last bytes of an object.
type prober struct {
	c        *Client
	ref      Ref
	tries    *attempts
	known    identity // from the last time
	cached   bool     // known is set
	problems []Problem
}

// probe makes the first request, again until it succeeds.
func (p *prober) probe(ctx context.Context) (*remote, error) {
	if p.cached {
		r, err := p.content(ctx, p.known)
		if err != nil {
			return nil, err
		}
		if len(r.obj.missing([]span{tailOf(p.known.Size)})) == 0 {
			return p.revalidate(ctx, r)
		}
		p.cached = false
		if err := r.Close(); err != nil {
			return nil, err
		}
	}
	for {
		r, err := p.first(ctx, query{suffix: tailSize})
		if err == nil {
			return r, nil
		}
		if err := p.tries.again(ctx, err, 0); err != nil {
			return nil, err
		}
	}
}

// revalidate asks whether the cached object r is still the one on the server.
// A server that cannot be reached leaves it as it is, and said.
func (p *prober) revalidate(ctx context.Context, r *remote) (*remote, error) {
	q := query{suffix: tailSize, ifNoneMatch: p.known.ETag}
	if p.known.ETag == "" {
		q.ifModifiedSince = p.known.Modified
	}
	for {
		fresh, err := p.first(ctx, q)
		if errors.Is(err, errUnchanged) {
			return r, nil
		}
		if err == nil {
			return fresh, r.Close()
		}
		gone := p.tries.again(ctx, err, 0)
		switch {
		case gone == nil:
		case ctx.Err() == nil && isUnreachable(gone):
			p.problems = append(p.problems, artifactProblem(KindOffline,
				"the server cannot be reached, so the copy in the cache was not compared with it: %v", gone))
			return r, nil
		default:
			return nil, errors.Join(gone, r.Close())
		}
	}
}

// errUnchanged is the answer that the cached object is the current one.
var errUnchanged = errors.New("unchanged")

// first makes one request for the end of the object and begins its content.
func (p *prober) first(ctx context.Context, q query) (*remote, error) {
	if p.tries.distrustRanges() {
		q.suffix = 0
	}
	a, err := p.tries.get(ctx, q)
	if err != nil {
		return p.withoutSuffix(ctx, err)
	}
	defer a.body.Close()
	id := identity{ETag: a.etag, Modified: a.modified, Size: a.total}
	if a.status == http.StatusNotModified || p.cached && id == p.known {
		return nil, errUnchanged
	}
	if a.status == http.StatusOK {
		return p.takeAll(ctx, a, id)
	}
	if id.Size < 0 || a.span != tailOf(id.Size) {
		return nil, fmt.Errorf("%w: asked for the last %d bytes, got %d-%d of %d", errNotRange, q.suffix, a.span.off, a.span.end-1, id.Size)
	}
	return p.takeTail(ctx, a, id)
}

// tailOf is the span that a suffix request of an object of size bytes brings.
func tailOf(size int64) span { return span{max(0, size-tailSize), size} }

// withoutSuffix goes on after a refusal of the suffix request: the size is
// learnt from the refusal or from the first byte, and the end asked for by
// its place.
func (p *prober) withoutSuffix(ctx context.Context, err error) (*remote, error) {
	size, told := totalOf416(err)
	switch statusOf(err) {
	case http.StatusRequestedRangeNotSatisfiable, http.StatusBadRequest, http.StatusMethodNotAllowed, http.StatusNotImplemented:
	default:
		return nil, err
	}
	if refused(err) { // also 400: an expired login
		return nil, err
	}
	var id identity
	if !told || size > 0 {
		a, err2 := p.tries.get(ctx, query{off: 0, end: 1})
		n, known := totalOf416(err2)
		if !known && statusOf(err2) == http.StatusRequestedRangeNotSatisfiable {
			a, err2 = p.tries.get(ctx, query{}) // not even a first byte: it is empty, or ranges are refused
		}
		switch {
		case known && n == 0:
			size = 0
		case err2 != nil:
			return nil, fmt.Errorf("%w (after: %w)", err2, err)
		default:
			defer a.body.Close()
			id = identity{ETag: a.etag, Modified: a.modified, Size: a.total}
			if a.status == http.StatusOK {
				return p.takeAll(ctx, a, id)
			}
			size = a.total
		}
	}
	if size == 0 {
		return nil, fail(artifactProblem(KindEmpty, "the object is empty (0 bytes)"), nil)
	}
	if size < 0 {
		return nil, fmt.Errorf("%w: the server does not tell the size", errNotRange)
	}
	return p.content(ctx, id)
}
