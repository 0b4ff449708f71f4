package main

import (
	"context"
	"io"

	"inquest/fetch"
	"inquest/parse"
)

// wantedOf lists the members that can hold rows.
func wantedOf(art *fetch.Artifact) (wanted []*fetch.Member) {
	for _, m := range art.Members {
		if parse.Wanted(m.Name) && m.Readable() {
			wanted = append(wanted, m)
		}
	}
	return wanted
}

// filesOf gives the wanted members to the parser; an archive among them is walked.
func filesOf(ctx context.Context, art *fetch.Artifact) (files []parse.File) {
	for _, m := range wantedOf(art) {
		f := parse.File{Name: m.Name, Size: m.Size, Modified: m.Modified}
		if m.IsArchive(ctx) {
			f.Walk = func(ctx context.Context, fn func(parse.File, io.Reader) error) error {
				return m.Walk(ctx, func(inner fetch.File, r io.Reader) error {
					return fn(parse.File{Name: inner.Name, Size: max(inner.Size, 0), Modified: inner.Modified}, r)
				})
			}
		} else {
			f.Open = func(ctx context.Context) (io.ReadCloser, error) { return m.Open(ctx) }
		}
		files = append(files, f)
	}
	return files
}
