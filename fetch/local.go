package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// local is the content of a file of this machine.
type local struct {
	*os.File
	size int64
	temp bool // removed when it is closed
}

func (l *local) Size() int64 { return l.size }

// ensure has nothing to do; that the span lies in the file is the reader's care.
func (l *local) ensure(ctx context.Context, _ span) error { return ctx.Err() }

func (l *local) Close() error {
	err := l.File.Close()
	if l.temp {
		_ = os.Remove(l.Name()) // gone already where an open file can be removed
	}
	return err
}

// openLocal opens a zip, or a folder into which one was extracted.
func (c *Client) openLocal(ctx context.Context, ref Ref) (*Artifact, error) {
	f, err := os.Open(ref.Path)
	if err != nil {
		return nil, localError(ref, err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(localError(ref, err), f.Close())
	}
	if info.IsDir() {
		return c.openFolder(ctx, ref, f)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.Join(fmt.Errorf("%s is no regular file: want a zip or a folder", ref), f.Close())
	}
	src := &local{File: f, size: info.Size()}
	d, err := readDirectory(ctx, src, c.opt.Limits)
	if err != nil {
		return nil, errors.Join(err, src.Close())
	}
	a := &Artifact{Ref: ref, Size: src.size, client: c, src: src}
	a.fill(d, c.opt.Limits)
	return a, nil
}

// localError says what could not be opened, and what to look at.
func localError(ref Ref, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s does not exist: check the path, or quote a glob: %w", ref, err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s may not be read: check its permissions: %w", ref, err)
	}
	return fmt.Errorf("cannot open %s: %w", ref, err)
}

// newSpool copies a stream to a temporary file.
func newSpool(c *cache, r io.Reader) (*local, error) {
	f, err := c.tempFile()
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // where that fails, Close does it
	l := &local{File: f, temp: true}
	l.size, err = io.Copy(diskWriter{f}, r)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// diskWriter marks its errors, to tell them from those of the reader.
type diskWriter struct{ w io.Writer }

func (d diskWriter) Write(p []byte) (int, error) {
	n, err := d.w.Write(p)
	return n, diskError(err)
}
