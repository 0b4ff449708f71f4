package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
)

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
	missing := r.obj.missing([]span{all})
	if len(missing) == 0 {
		return r, nil
	}
	if err := checkSpace(r.obj.data, missing.total()); err != nil {
		return nil, errors.Join(err, r.Close())
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
