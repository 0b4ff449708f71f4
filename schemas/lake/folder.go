package lake

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// folder is a store in a directory.
type folder struct{ root string }

func (d folder) path(key string) string { return filepath.Join(d.root, filepath.FromSlash(key)) }

// publish links the file to its name, which fails when the name exists. Where links are
// not to be had (some network and removable file systems) it renames: a second writer
// then replaces the file by its like.
func (d folder) publish(_ context.Context, key string, f *os.File) (bool, error) {
	to := d.path(key)
	if err := d.mkdir(path.Dir(key)); err != nil {
		return false, err
	}
	err := os.Link(f.Name(), to)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		if _, gone := os.Lstat(to); gone == nil {
			return false, nil
		}
		if err := os.Rename(f.Name(), to); err != nil {
			return false, err
		}
	}
	return true, syncDir(filepath.Dir(to))
}

func (d folder) repair(_ context.Context, key string, f *os.File) error {
	to := d.path(key)
	if err := os.Rename(f.Name(), to); err != nil {
		return err
	}
	return syncDir(filepath.Dir(to))
}

func (d folder) read(_ context.Context, key string, offset, n int64) (data []byte, err error) {
	f, err := os.Open(d.path(key))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if n < 0 {
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		n = max(info.Size()-offset, 0)
	}
	data = make([]byte, n)
	got, err := f.ReadAt(data, offset)
	if err == io.EOF {
		err = nil
	}
	return data[:got], err
}

// list walks the folder that the prefix names, or begins a name in.
func (d folder) list(_ context.Context, prefix string) ([]Object, error) {
	var objects []Object
	start := d.path(path.Dir(prefix + "x"))
	err := filepath.WalkDir(start, func(name string, entry fs.DirEntry, err error) error {
		if notExist(err) { // no such folder, or a file that went while we looked
			return nil
		}
		if err != nil || entry.IsDir() {
			return err
		}
		rel, err := filepath.Rel(d.root, name)
		if err != nil {
			return err
		}
		key := filepath.ToSlash(rel)
		if !strings.HasPrefix(key, prefix) || strings.HasPrefix(key, tempPrefix) {
			return nil
		}
		info, err := entry.Info()
		if notExist(err) {
			return nil
		}
		if err != nil {
			return err
		}
		objects = append(objects, Object{Key: key, Bytes: info.Size()})
		return nil
	})
	return objects, err
}

func (d folder) remove(_ context.Context, key string) error {
	if err := os.Remove(d.path(key)); !notExist(err) {
		return err
	}
	return nil
}

// mkdir makes the folder rel and those above it, and makes sure that they last.
func (d folder) mkdir(rel string) error {
	dir := d.path(rel)
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	if rel == "." {
		return os.MkdirAll(dir, 0o777)
	}
	if err := d.mkdir(path.Dir(rel)); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncDir(filepath.Dir(dir))
}

// syncDir makes the names in a folder last. Some file systems cannot; they say so by
// EINVAL or ENOTSUP, and there is nothing more to do then.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		err = nil
	}
	return errors.Join(err, f.Close())
}
