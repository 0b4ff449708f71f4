package fetch

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// A File is one text in a member: the member itself, or a file of the archive
// that the member is.
type File struct {
	// Name is a label: the member's name, without the suffix of a compression
	// that was taken off; for a file in an archive the archive's label, a slash,
	// and the name in it.
	Name string

	// Modified is as in [Member].
	Modified    time.Time
	ModifiedUTC bool
}

// Walk reads a member and calls fn for each file in it: once for a plain or
// compressed member, and for every regular file of a tar or zip, within
// Limits.Depth. What is packed in a way that is not supported is noted as a
// problem and passed over. fn must not keep r. Walk stops with the first error
// of fn, and returns what is wrong with the member as a [*ProblemError]; see
// [Member.Open] for what was read by then.
func (m *Member) Walk(ctx context.Context, fn func(f File, r io.Reader) error) error {
	raw, err := m.open(ctx)
	if err != nil {
		return err
	}
	u := unpacker{ctx: ctx, m: m, fn: fn}
	err = u.walk(raw, m.depth, File{m.label(), m.Modified, m.ModifiedUTC})
	return errors.Join(err, raw.Close())
}

// An unpacker takes one member apart.
type unpacker struct {
	ctx context.Context
	m   *Member
	fn  func(File, io.Reader) error
}

func (u *unpacker) walk(r io.Reader, depth int, f File) (err error) {
	if err := u.ctx.Err(); err != nil {
		return err
	}
	l := &layers{m: u.m}
	defer func() { err = errors.Join(err, l.Close()) }()
	l.unwrap(r, depth, f.Name)
	f.Name = l.label
	most := u.m.artifact.client.opt.Limits.Depth
	switch {
	case l.kind == "":
		return u.fn(f, l)
	case l.kind == "tar" && (depth < most || l.depth > depth): // .tar.gz is one archive
		return u.walkTar(l, max(l.depth, depth+1), f)
	case l.kind == "zip" && l.depth < most:
		return u.walkZip(l, l.depth+1, f)
	}
	text := "it is " + l.kind + " data, which is not supported"
	switch l.kind {
	case "gzip", "zstd", "bzip2", "tar", "zip":
		text = fmt.Sprintf("it is a %s within %d archives, more than the limit", l.kind, l.depth)
	}
	p := u.m.problem(KindNested, text, "")
	p.Member = f.Name
	u.m.artifact.note(p)
	return nil
}

func (u *unpacker) walkTar(l *layers, depth int, f File) error {
	t := tar.NewReader(l)
	for files := 0; ; {
		h, err := t.Next()
		if err == io.EOF {
			_, err = io.Copy(io.Discard, l) // to the end, where it is checked
			return err
		}
		if err != nil {
			return u.explain(err, f.Name, fmt.Sprintf("%d files before", files))
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		inner := File{f.Name + "/" + cleanName(h.Name), h.ModTime, true}
		if err := u.walk(&tarFile{t, u, inner.Name}, depth, inner); err != nil {
			return err
		}
		files++
	}
}

// explain describes an error of an archive, unless the stream around it did.
func (u *unpacker) explain(err error, name, kept string) error {
	var known *ProblemError
	if errors.As(err, &known) || isContextError(err) || errors.Is(err, ErrDisk) {
		return err
	}
	p := u.m.problem(KindCorrupt, "its archive cannot be read further: "+err.Error(), kept)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		p.Kind, p.Text = KindTruncated, "its archive ends early"
	}
	p.Member = name
	return u.m.fail(p, err)
}

// A tarFile names its problems.
type tarFile struct {
	t    *tar.Reader
	u    *unpacker
	name string
}

func (f *tarFile) Read(p []byte) (int, error) {
	n, err := f.t.Read(p)
	if err != nil && err != io.EOF {
		err = f.u.explain(err, f.name, "what comes before")
	}
	return n, err
}

// walkZip takes a zip within a member apart. A zip is read from its end, so it
// is copied to a file first.
func (u *unpacker) walkZip(l *layers, depth int, f File) (err error) {
	a := u.m.artifact
	tmp, err := newSpool(a.client.cache, l)
	if err != nil {
		return u.explain(err, f.Name, "")
	}
	defer func() { err = errors.Join(err, tmp.Close()) }()
	d, err := readDirectory(u.ctx, tmp, a.client.opt.Limits)
	if err != nil {
		return u.explainZip(err, f.Name)
	}
	inner := &Artifact{Ref: a.Ref, Size: tmp.Size(), parent: a, client: a.client, src: tmp}
	inner.fill(d, a.client.opt.Limits)
	for _, p := range inner.Problems {
		p.Member = joinLabel(f.Name, p.Member)
		a.note(p)
	}
	var errs []error
	for _, m := range inner.Members {
		m.prefix, m.depth = f.Name, depth
		err := m.Walk(u.ctx, u.fn)
		if err != nil && !isProblem(err) {
			return err
		}
		errs = append(errs, err) // a bad member leaves the others alone
	}
	return errors.Join(errs...)
}

func (u *unpacker) explainZip(err error, name string) error {
	var p *ProblemError
	if errors.As(err, &p) {
		p.Member, p.Ref = joinLabel(name, p.Member), u.m.artifact.Ref
		u.m.artifact.note(p.Problem)
	}
	return err
}

func joinLabel(archive, member string) string {
	if member == "" {
		return archive
	}
	return archive + "/" + member
}
