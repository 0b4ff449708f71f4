package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Prefetch downloads members that will be read, in as few requests as is
// sensible, and checks each against its CRC-32; one that fails is downloaded
// once more. A member that is still wrong is no error here: reading it says
// so. Nothing happens for a local artifact, for members that lie in the cache,
// and for those that are not Readable.
//
// If the object was replaced since Open, and no member has been read yet, the
// artifact is opened again, once: all its fields may change then, and those of
// the members given. If that happens again, or a member is gone, the error is a
// [*ProblemError] of KindChanged.
func (a *Artifact) Prefetch(ctx context.Context, members []*Member) error {
	a.loading.Lock()
	defer a.loading.Unlock()
	err := a.fetch(ctx, members)
	if errors.Is(err, errChanged) && !a.opened.Load() {
		a.client.log.Info("object changed since it was opened, opening it again", "ref", a.Ref.String(), "error", err)
		if err = a.reopen(ctx, members); err == nil {
			err = a.fetch(ctx, members)
		}
	}
	return withRef(changedProblem(err), a.Ref)
}

// reopen makes a the current version of its object, and the members those of
// the same names.
func (a *Artifact) reopen(ctx context.Context, members []*Member) error {
	fresh, err := a.client.openRemote(ctx, a.Ref, false)
	if err != nil {
		return err
	}
	at := make(map[string]int, len(fresh.Members))
	for i, m := range fresh.Members {
		m.artifact = a
		at[m.RawName] = i
	}
	for _, m := range members {
		i, ok := at[m.RawName]
		if !ok {
			return errors.Join(fmt.Errorf("%w: the member %s is gone", errChanged, short(m.Name)), fresh.Close())
		}
		*m = *fresh.Members[i]
		fresh.Members[i] = m
	}
	a.fetched.Store(a.FetchedBytes())
	a.asked.Store(int64(a.Requests()))
	err = a.Close()
	a.Size, a.ETag, a.ID = fresh.Size, fresh.ETag, fresh.ID
	a.Members, a.Problems, a.src, a.told = fresh.Members, fresh.Problems, fresh.src, nil
	return err
}

// fetch makes the bytes of members readable.
func (a *Artifact) fetch(ctx context.Context, members []*Member) error {
	r, ok := a.src.(*remote)
	if !ok {
		return nil
	}
	var wanted []span
	var open []*Member
	for _, m := range members {
		if !m.Readable() {
			continue
		}
		wanted = append(wanted, m.entry.span())
		if r.obj.sealed(m.entry.span()) != intact {
			open = append(open, m)
		}
	}
	if len(open) == 0 {
		a.client.progress(Progress{Ref: a.Ref, Event: EventCached})
		return nil
	}
	return r.fetchMembers(ctx, wanted, open)
}

// fetchMembers downloads the wanted spans and checks the members that no seal
// vouches for.
func (r *remote) fetchMembers(ctx context.Context, wanted []span, open []*Member) (err error) {
	if err := r.obj.lock(ctx); err != nil {
		return err
	}
	defer func() { err = r.obj.finish(err) }()
	before := r.fetched.Load()
	left := open[:0:0]
	for _, m := range open { // another run may have done some while the lock was waited for
		switch r.obj.sealed(m.entry.span()) {
		case intact:
			continue
		case broken:
			r.obj.evict(m.entry.span())
		}
		left = append(left, m)
	}
	if err := r.fillReporting(ctx, r.obj.missing(coalesce(wanted, r.id.Size))); err != nil {
		return err
	}
	wrong, err := r.verify(ctx, left)
	if err != nil {
		return err
	}
	if len(wrong) > 0 {
		if err := r.fetchAgain(ctx, wrong); err != nil {
			return err
		}
	}
	r.c.progress(Progress{Ref: r.ref, Event: EventDone, Done: r.fetched.Load() - before})
	return nil
}

// fillReporting downloads what is missing and reports the progress.
func (r *remote) fillReporting(ctx context.Context, missing spans) error {
	var done atomic.Int64
	total := missing.total()
	return r.fill(ctx, missing, func(n int64) {
		r.c.progress(Progress{Ref: r.ref, Event: EventFetch, Done: min(done.Add(n), total), Total: total})
	})
}

// fetchAgain downloads members that are wrong a second time. What is wrong
// again is so at its source, and is sealed as that.
func (r *remote) fetchAgain(ctx context.Context, wrong []*Member) error {
	var again []span
	for _, m := range wrong {
		r.c.log.Info("member is wrong, downloading it again", "ref", r.ref.String(), "member", m.Name)
		r.obj.evict(m.entry.span())
		again = append(again, m.entry.span())
	}
	if err := r.fillReporting(ctx, r.obj.missing(again)); err != nil {
		return err
	}
	wrong, err := r.verify(ctx, wrong)
	for _, m := range wrong {
		err = errors.Join(err, r.obj.setSeal(m.entry.span(), true))
	}
	return err
}

// verify reads members through to their end, seals those that are right, and
// returns the others.
func (r *remote) verify(ctx context.Context, members []*Member) (wrong []*Member, err error) {
	var total, done int64
	for _, m := range members {
		total += m.entry.span().len()
	}
	var mu sync.Mutex
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, m := range members {
		g.Go(func() error {
			right, err := m.verify(ctx)
			if err != nil {
				return err
			}
			if right {
				err = r.obj.setSeal(m.entry.span(), false)
			}
			mu.Lock()
			defer mu.Unlock()
			if !right {
				wrong = append(wrong, m)
			}
			done += m.entry.span().len()
			r.c.progress(Progress{Ref: r.ref, Event: EventVerify, Done: done, Total: total})
			return err
		})
	}
	err = g.Wait()
	return wrong, err
}

// verify reads the member to its end. It is right unless another download
// might make it so; the error is not about the member.
func (m *Member) verify(ctx context.Context) (right bool, err error) {
	if m.entry.truncated { // wrong at the source
		return true, nil
	}
	check := *m
	check.quiet = true
	s, err := check.stream(ctx)
	if err == nil {
		_, err = io.Copy(io.Discard, s)
		err = errors.Join(err, s.Close())
	}
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case isProblem(err, KindChecksum, KindCorrupt, KindTruncated, KindDirectory, KindOverlap, KindSize):
		return false, nil
	case isProblem(err):
		return true, nil
	}
	return err == nil, err
}
