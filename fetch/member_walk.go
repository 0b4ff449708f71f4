package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// A File is one text in a member: the member itself, or a file of the archive
// that the member is.
type File struct {
	// Name is a label: the member's name; for a file in an archive the archive's
	// label, a slash, and the name in it.
	Name string

	// Size is the size that the archive declares, packed if the file is
	// compressed in itself; -1 when it is not known.
	Size int64

	// Modified is as in [Member].
	Modified    time.Time
	ModifiedUTC bool
}

// IsArchive tells whether the member holds files of its own, so that
// [Member.Walk] gives those: a tar or zip, compressed or not, or something
// packed in a way that is not supported, which Walk notes. It reads the
// beginning of the member, and downloads it if that has not been done.
func (m *Member) IsArchive(ctx context.Context) bool {
	quiet := *m
	quiet.quiet = true
	raw, err := quiet.open(ctx)
	if err != nil {
		return false // it comes again, and is noted, when the member is read
	}
	l := &layers{m: &quiet, closers: []io.Closer{raw}}
	l.unwrap(raw, m.depth, m.label())
	kind := l.kind
	_ = l.Close()
	return kind != ""
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
	err = u.walk(raw, m.depth, File{m.label(), m.Size, m.Modified, m.ModifiedUTC})
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
	case "gzip", "zstd", "bzip2", "xz", "tar", "zip":
		text = fmt.Sprintf("it is a %s within %d archives, more than the limit", l.kind, l.depth)
	}
	u.m.note(u.problem(KindNested, f.Name, text))
	return nil
}

func (u *unpacker) problem(kind, name, text string) Problem {
	p := u.m.problem(kind, text, "")
	p.Member = name
	return p
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
		u.m.note(p)
	}
	var errs []error
	for _, m := range inner.Members {
		m.prefix, m.depth, m.quiet = f.Name, depth, u.m.quiet
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
		u.m.note(p.Problem)
	}
	return err
}

func joinLabel(archive, member string) string {
	if member == "" {
		return archive
	}
	return archive + "/" + member
}
