package fetch

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// walkTar gives the regular files of a tar. A file in it that is damaged leaves
// the others alone; where the tar itself is damaged, what is behind is lost.
func (u *unpacker) walkTar(l *layers, depth int, f File) error {
	end := &tailReader{r: l}
	t := tar.NewReader(end)
	var bad []error
	var odd oddities
	defer func() { odd.note(u, f.Name) }()
	most := u.m.artifact.client.opt.Limits.Members
	for entries, files := 0, 0; ; entries++ {
		h, err := t.Next()
		if err == io.EOF {
			_, err = io.Copy(io.Discard, l) // to the end, where it is checked
			if err == nil && end.zeros < tarBlock {
				err = errNoTarEnd
			}
		}
		switch {
		case h == nil && err == nil:
			return errors.Join(bad...)
		case err != nil:
			err = u.explain(err, f.Name, fmt.Sprintf("%d files before", files))
			if !slices.Contains(bad, err) { // else a file within was told of it
				bad = append(bad, err)
			}
			return errors.Join(bad...)
		case entries == most:
			p := u.problem(KindLimit, f.Name, fmt.Sprintf("it has more than %d files", most))
			p.Kept = fmt.Sprintf("%d files before", files)
			return errors.Join(append(bad, u.m.fail(p, nil))...)
		case !odd.admit(h):
			continue
		}
		inner := File{f.Name + "/" + cleanName(h.Name), h.Size, h.ModTime, true}
		if err := u.walk(&tarFile{t, u, inner.Name}, depth, inner); err != nil {
			if !isProblem(err) {
				return err
			}
			bad = append(bad, err)
		}
		files++
	}
}

// tarBlock is what a tar consists of; two of zeros end it.
const tarBlock = 512

// errNoTarEnd tells that a tar stops between two files, without the zeros that end it.
var errNoTarEnd = fmt.Errorf("its end is missing: %w", io.ErrUnexpectedEOF)

// A tailReader counts the zeros that a stream has ended with so far.
type tailReader struct {
	r     io.Reader
	zeros int64
}

func (t *tailReader) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	at := n
	for at > 0 && p[at-1] == 0 {
		at--
	}
	if at > 0 {
		t.zeros = 0
	}
	t.zeros += int64(n - at)
	return n, err
}

// oddities counts what is passed over in a tar, so that an archive full of it is
// one problem of each kind.
type oddities struct {
	links, sparse, names int
	link, hole, name     string // the first of each
}

// admit tells whether an entry is a file to be read.
func (o *oddities) admit(h *tar.Header) bool {
	if odd := oddName(h.Name); odd != "" {
		if o.names++; o.names == 1 {
			o.name = short(cleanName(h.Name)) + " " + odd
		}
	}
	switch {
	case isSparse(h): // a few bytes could stand for any number of zeros
		if o.sparse++; o.sparse == 1 {
			o.hole = short(cleanName(h.Name))
		}
		return false
	case h.Typeflag == tar.TypeReg:
		return true
	case h.Typeflag != tar.TypeDir && h.Typeflag != tar.TypeXGlobalHeader:
		if o.links++; o.links == 1 {
			o.link = short(cleanName(h.Name))
		}
	}
	return false
}

func isSparse(h *tar.Header) bool {
	if h.Typeflag == tar.TypeGNUSparse {
		return true
	}
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return true
		}
	}
	return false
}

// note tells what was met.
func (o *oddities) note(u *unpacker, archive string) {
	if o.links > 0 {
		u.m.note(u.problem(KindLink, archive, fmt.Sprintf("%d links or devices in it are ignored, the first is %s", o.links, o.link)))
	}
	if o.sparse > 0 {
		u.m.note(u.problem(KindNested, archive, fmt.Sprintf("%d sparse files in it are not expanded, the first is %s", o.sparse, o.hole)))
	}
	if o.names > 0 {
		p := u.problem(KindName, archive, fmt.Sprintf("%d names in it are odd: %s", o.names, o.name))
		p.Kept = "the files; names are only labels"
		u.m.note(p)
	}
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
