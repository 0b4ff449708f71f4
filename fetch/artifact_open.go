package fetch

import (
	"context"
	"errors"
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
		var unlock func()
		var err error
		if p.known, p.cached, unlock, err = c.cache.lookupOrLock(ctx, ref); err != nil {
			return nil, err
		}
		defer unlock()
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
