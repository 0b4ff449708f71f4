package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// Open opens one zip, local or remote, by reading its directory: of a remote
// one usually the last 128 KiB, in one request. An extracted folder is opened
// as if it were the zip. What is wrong with the zip but leaves members to read
// is in Problems; the error says that nothing can be read: a [*ProblemError]
// for what is no zip, a [*StatusError] for a refusal.
func (c *Client) Open(ctx context.Context, ref Ref) (*Artifact, error) {
	ref = c.atEndpoint(ref)
	var a *Artifact
	var err error
	if ref.Scheme == "file" {
		a, err = c.openLocal(ctx, ref)
	} else {
		err = withAlternative(ref, func(ref Ref) (err error) {
			a, err = c.openRemote(ctx, ref, true)
			return err
		})
	}
	if err != nil {
		return nil, withRef(err, ref)
	}
	c.progress(Progress{Ref: ref, Event: EventOpen, Total: a.Size})
	return a, nil
}

// withAlternative tries the second reading of a key when the first does not
// exist; if neither does, the first error stands.
func withAlternative(ref Ref, try func(Ref) error) error {
	err := try(ref)
	if ref.altKey == "" || !isMissing(err) {
		return err
	}
	ref.Key, ref.altKey = ref.altKey, ""
	if try(ref) != nil {
		return err
	}
	return nil
}

// openRemote opens an object. If it changes meanwhile, it is opened once more.
func (c *Client) openRemote(ctx context.Context, ref Ref, useCache bool) (*Artifact, error) {
	p := prober{c: c, ref: ref, tries: c.newAttempts(ref)}
	if useCache {
		p.known, p.cached = c.cache.lookup(ref)
	}
	src, err := p.probe(ctx)
	if err != nil {
		return nil, changedProblem(err)
	}
	d, err := readDirectory(ctx, src, c.opt.Limits)
	if err != nil {
		err = errors.Join(err, src.Close())
		if errors.Is(err, errChanged) && useCache {
			c.log.Info("object changed while it was opened, opening it again", "ref", ref.String())
			return c.openRemote(ctx, ref, false)
		}
		return nil, changedProblem(err)
	}
	a := &Artifact{Ref: ref, Size: src.id.Size, ETag: src.id.ETag, client: c, src: src}
	d.problems = append(d.problems, p.problems...)
	a.fill(d, c.opt.Limits)
	if src.obj.dir != "" {
		if err := c.cache.remember(ref, src.id); err != nil {
			return nil, errors.Join(err, src.Close())
		}
	}
	return a, nil
}

// changedProblem makes a problem of an object that does not keep still.
func changedProblem(err error) error {
	if !errors.Is(err, errChanged) {
		return err
	}
	return fail(artifactProblem(KindChanged, "%v: wait until its upload is done, then start again", err), err)
}

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
	a, err := p.c.get(ctx, p.ref, q)
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
		a, err2 := p.c.get(ctx, p.ref, query{off: 0, end: 1})
		switch n, known := totalOf416(err2); {
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

// takeTail begins a content with its last bytes.
func (p *prober) takeTail(ctx context.Context, a *answer, id identity) (*remote, error) {
	tail := make([]byte, a.span.len())
	if n, err := io.ReadFull(a.body, tail); err != nil {
		return nil, fmt.Errorf("the answer ended after %d of %d bytes: %w", n, len(tail), err)
	}
	_ = a.body.Close() // gives its connection back before a lock is waited for
	r, err := p.content(ctx, id)
	if err != nil {
		return nil, err
	}
	r.fetched.Add(int64(len(tail)))
	s := tailOf(id.Size)
	if r.obj.sealed(s) == intact {
		return r, nil
	}
	if err := r.obj.lock(ctx); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	_, err = r.obj.WriteAt(tail, s.off)
	if err == nil {
		err = r.obj.setSeal(s, false)
	}
	if err = r.obj.finish(err); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// content opens the place of an object in the cache, or a temporary one if
// another version of it could not be told from this one.
func (p *prober) content(ctx context.Context, id identity) (*remote, error) {
	dir := ""
	if p.c.cache.dir != "" && id.versioned() {
		dir = p.c.cache.objectDir(p.ref, id)
	} else if p.c.cache.dir != "" {
		p.problems = []Problem{artifactProblem(KindNoVersion, "the server does not tell which version this is, so nothing is kept in the cache")}
	}
	obj, err := p.c.cache.openObject(ctx, dir, p.ref, id.Size)
	if err != nil {
		return nil, err
	}
	return &remote{c: p.c, ref: p.ref, id: id, obj: obj, tries: p.tries}, nil
}

// takeAll begins a content with an answer that holds all of it, from a server
// that does not do ranges.
func (p *prober) takeAll(ctx context.Context, a *answer, id identity) (*remote, error) {
	if id.Size == 0 {
		return nil, fail(artifactProblem(KindEmpty, "the object is empty (0 bytes)"), nil)
	}
	if id.Size < 0 {
		return p.takeUnsized(ctx, a, id)
	}
	r, err := p.content(ctx, id)
	if err != nil {
		return nil, err
	}
	all := span{0, id.Size}
	if len(r.obj.missing([]span{all})) == 0 {
		return r, nil
	}
	if !r.obj.tryLock() { // another run downloads it: wait without a connection
		_ = a.body.Close()
		if err := r.ensure(ctx, all); err != nil {
			return nil, errors.Join(err, r.Close())
		}
		return r, nil
	}
	if err = r.takeWhole(a, nil); err != nil {
		_ = a.body.Close()
		if err = p.tries.again(ctx, err, 0); err == nil {
			err = r.fill(ctx, r.obj.missing([]span{all}), nil)
		}
	}
	if err = r.obj.finish(err); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// takeUnsized takes an answer whose length is not told. It cannot be resumed
// and is not kept.
func (p *prober) takeUnsized(ctx context.Context, a *answer, id identity) (*remote, error) {
	r, err := p.content(ctx, identity{Size: -1})
	if err != nil {
		return nil, err
	}
	n, err := io.Copy(io.NewOffsetWriter(r.obj, 0), a.body)
	r.fetched.Add(n)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the answer ended after %d bytes: %w", n, err), r.Close())
	}
	if n == 0 {
		return nil, errors.Join(fail(artifactProblem(KindEmpty, "the object is empty (0 bytes)"), nil), r.Close())
	}
	r.id, r.obj.size = identity{ETag: id.ETag, Modified: id.Modified, Size: n}, n
	return r, nil
}
