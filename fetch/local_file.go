package fetch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
)

// OpenFile opens one local file as if it were the only member of an artifact, so that
// a text, compressed or in an archive of any supported kind, is read as a member is.
func (c *Client) OpenFile(ctx context.Context, name string) (*Artifact, error) {
	ref := Ref{Scheme: "file", Path: name}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	info, err := os.Stat(name) // a link is followed: the file was named by hand
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no regular file")
	}
	if err != nil {
		return nil, localError(ref, err)
	}
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return nil, localError(ref, err)
	}
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return nil, localError(ref, err)
	}
	a := &Artifact{Ref: ref, Size: info.Size(), client: c, src: &folder{root: root}}
	base := filepath.Base(name)
	e := entry{raw: base, name: cleanName(filepath.Base(ref.Path)), unix: true, offset: -1, external: 0x8000 << 16,
		modified: info.ModTime().UTC(), utc: true}
	if e.size, e.crc, err = sumFile(root, base); err != nil {
		return nil, errors.Join(localError(ref, err), root.Close())
	}
	e.csize = e.size
	a.fill(&directory{entries: []entry{e}}, c.opt.Limits)
	for _, m := range a.Members {
		m.root = root
	}
	return a, nil
}
