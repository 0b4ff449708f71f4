package fetch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

func (c *Client) expandLocal(ctx context.Context, ref Ref) (*Listing, error) {
	info, err := os.Stat(ref.Path)
	switch {
	case err != nil && hasMeta(ref.Path):
		return c.expandLocalGlob(ctx, ref)
	case err != nil:
		return nil, localError(ref, err)
	case info.IsDir():
		return expandFolder(ref)
	case !ref.isZip():
		if l, err := c.expandList(ctx, ref); l != nil || err != nil {
			return l, err
		}
	}
	return c.single(ctx, ref), nil
}

// expandFolder lists the zips in a folder. Without any it is an artifact
// itself, unless it holds nothing but folders with zips.
func expandFolder(ref Ref) (*Listing, error) {
	entries, err := os.ReadDir(ref.Path)
	if err != nil {
		return nil, localError(ref, err)
	}
	l := &Listing{}
	var runs []string
	for _, e := range entries {
		name := filepath.Join(ref.Path, e.Name())
		switch {
		case hasZipSuffix(e.Name()) && isFile(name):
			l.Artifacts = append(l.Artifacts, fileRef(name))
		case e.Name() == manifestName && isFile(name):
			m := fileRef(name)
			l.Manifest = &m
		case e.IsDir() && holdsZips(name):
			runs = append(runs, e.Name())
		}
	}
	switch {
	case len(l.Artifacts) > 0:
		return l, nil
	case len(runs) > 0 || len(entries) == 0 || len(entries) == 1 && l.Manifest != nil:
		return nil, noZips(ref, runs)
	}
	l.Artifacts = []Ref{ref}
	return l, nil
}

// expandLocalGlob lists what matches: zips if there are any, else folders into
// which zips were extracted.
func (c *Client) expandLocalGlob(ctx context.Context, ref Ref) (*Listing, error) {
	names, err := filepath.Glob(ref.Path)
	if err != nil {
		return nil, fmt.Errorf("glob %s: %w", ref, err)
	}
	l := &Listing{}
	var folders []string
	for _, n := range names {
		if hasZipSuffix(n) && isFile(n) {
			l.Artifacts = append(l.Artifacts, fileRef(n))
		} else if info, err := os.Stat(n); err == nil && info.IsDir() {
			folders = append(folders, n)
		}
	}
	switch {
	case len(l.Artifacts) > 0:
	case len(folders) == 1:
		return expandFolder(fileRef(folders[0]))
	case len(folders) > 1:
		return nil, noZips(ref, folders)
	default:
		return nil, fmt.Errorf("no zip matches %s: check the path: %w", ref, os.ErrNotExist)
	}
	c.findManifest(ctx, l)
	return l, nil
}

// maxList is the longest list of addresses, in bytes.
const maxList = 4 << 20

// expandList reads a local file as a list of addresses. nil: it is none.
func (c *Client) expandList(ctx context.Context, ref Ref) (*Listing, error) {
	text, err := readLocalFile(ref, maxList)
	if isProblem(err, KindLimit) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	l, err := parseList(string(text), dirOf(toSlash(ref.Path)))
	if err != nil || l == nil {
		return nil, err
	}
	c.findManifest(ctx, l)
	return l, nil
}

func fileRef(path string) Ref { return Ref{Raw: path, Scheme: "file", Path: path} }

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func holdsZips(dir string) bool {
	f, err := os.Open(dir)
	if err != nil {
		return false
	}
	names, err := f.Readdirnames(-1)
	if err = errors.Join(err, f.Close()); err != nil {
		return false
	}
	for _, n := range names {
		if hasZipSuffix(n) {
			return true
		}
	}
	return false
}
