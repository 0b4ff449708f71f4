package fetch

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path"
)

// openFolder opens a folder into which a zip was extracted. Its files are the
// members, sorted by name; each is read once here for its CRC-32, so that the
// folder has an ID of its content. Links are not followed.
func (c *Client) openFolder(ctx context.Context, ref Ref, f *os.File) (*Artifact, error) {
	root, err := os.OpenRoot(ref.Path)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, localError(ref, err)
	}
	a := &Artifact{Ref: ref, client: c, src: &folder{root: root}}
	d := &directory{}
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			d.problems = append(d.problems, Problem{Kind: KindUnreadable, Member: label(name), Offset: -1, Text: label(err.Error())})
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			return nil
		case len(d.entries) == c.opt.Limits.Members:
			return fail(artifactProblem(KindLimit, "the folder has more than %d files", c.opt.Limits.Members), nil)
		}
		e := folderEntry(root, name, entry)
		a.Size += e.size
		d.entries = append(d.entries, e)
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	if len(d.entries) == 0 {
		d.note(KindEmpty, "", "the folder has no files")
	}
	a.fill(d, c.opt.Limits)
	for _, m := range a.Members {
		m.root = root
	}
	return a, nil
}

// folderEntry describes a file as a zip would.
func folderEntry(root *os.Root, name string, d fs.DirEntry) entry {
	e := entry{raw: name, name: cleanName(name), unix: true, offset: -1, external: 0x8000 << 16}
	info, err := d.Info()
	if err == nil && !info.Mode().IsRegular() {
		e.external = 0xA000 << 16
		return e
	}
	if err == nil {
		e.modified, e.utc = info.ModTime().UTC(), true
		e.size, e.crc, err = sumFile(root, name)
	}
	if err != nil {
		e.refuse(KindUnreadable, "it cannot be read: "+label(err.Error()))
	}
	e.csize = e.size
	return e
}

func sumFile(root *os.Root, name string) (n int64, crc uint32, err error) {
	f, err := root.Open(path.Clean(name))
	if err != nil {
		return 0, 0, err
	}
	h := crc32.NewIEEE()
	n, err = io.Copy(h, f)
	return n, h.Sum32(), errors.Join(err, f.Close())
}

// openFile opens a member of a folder. It is checked like one of a zip: a file
// that has changed since the folder was opened is noticed.
func (m *Member) openFile(ctx context.Context) (io.ReadCloser, error) {
	f, err := m.root.Open(m.entry.raw)
	if err != nil {
		return nil, m.fail(m.problem(KindUnreadable, "it cannot be read: "+label(err.Error()), ""), err)
	}
	return &checker{m: m, ctx: ctx, dec: f, compressed: m.entry.csize}, nil
}

// folder is the content of an extracted folder, which has no bytes of its own.
type folder struct{ root *os.Root }

func (f *folder) Size() int64                        { return 0 }
func (f *folder) ensure(context.Context, span) error { return nil }
func (f *folder) Close() error                       { return f.root.Close() }
func (f *folder) ReadAt(_ []byte, off int64) (int, error) {
	return 0, fmt.Errorf("a folder has no byte %d", off)
}
