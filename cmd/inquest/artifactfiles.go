package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"

	"inquest/fetch"
	"inquest/parse"
)

// wantedOf lists the members that can hold rows.
func wantedOf(art *fetch.Artifact) (wanted []*fetch.Member) {
	for _, m := range art.Members {
		if wants(m) {
			wanted = append(wanted, m)
		}
	}
	return wanted
}

// wants tells whether a member can hold rows, by what the directory says of it.
func wants(m *fetch.Member) bool {
	if m.Dense() {
		return m.Readable() && parse.WantedDense(m.Name)
	}
	return m.Readable() && parse.Wanted(m.Name)
}

// unreadOf counts the members that could be read and are not, since they can hold no rows.
func unreadOf(art *fetch.Artifact) (n int) {
	for _, m := range art.Members {
		if m.Readable() && !wants(m) && !strings.HasSuffix(m.Name, "/") {
			n++
		}
	}
	return n
}

// artifactFiles are the members that are given to the parser.
type artifactFiles struct {
	list []parse.File
	disk atomic.Pointer[error] // of the cache, met while an archive was taken apart
}

// filesOf gives the wanted members to the parser; an archive among them is walked.
func filesOf(ctx context.Context, art *fetch.Artifact) *artifactFiles {
	files := &artifactFiles{}
	for _, m := range wantedOf(art) {
		f := parse.File{Name: m.Name, Size: m.Size, Modified: m.Modified, Local: !m.ModifiedUTC}
		if m.IsArchive(ctx) {
			f.Walk = func(ctx context.Context, fn func(parse.File, io.Reader) error) error {
				return files.watch(m.Walk(ctx, func(inner fetch.File, r io.Reader) error {
					return fn(parse.File{Name: inner.Name, Size: max(inner.Size, 0), Modified: inner.Modified, Local: !inner.ModifiedUTC}, r)
				}))
			}
		} else {
			f.Open = func(ctx context.Context) (io.ReadCloser, error) {
				r, err := m.Open(ctx)
				return r, files.watch(err)
			}
		}
		files.list = append(files.list, f)
	}
	return files
}

// watch keeps an error of the disk: it is none of the artifact, and ends the run.
func (f *artifactFiles) watch(err error) error {
	if errors.Is(err, fetch.ErrDisk) {
		f.disk.CompareAndSwap(nil, &err)
	}
	return err
}

// diskError is the first error of the disk; nil when there was none.
func (f *artifactFiles) diskError() error {
	if err := f.disk.Load(); err != nil {
		return *err
	}
	return nil
}
