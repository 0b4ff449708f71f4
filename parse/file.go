package parse

import (
	"context"
	"io"
	"path"
	"strings"
	"time"
)

// File is one member of an artifact as the artifact reader sees it.
type File struct {
	Name     string    // path inside the artifact, a label only
	Size     int64     // uncompressed bytes
	Modified time.Time // entry's time, zero when not stored
	Local    bool      // Modified is a clock of an unknown zone, written as if it were UTC: a zip's plain time
	Open     func(context.Context) (io.ReadCloser, error)

	// Walk is set in place of Open for an archive within the artifact. It gives the files in
	// it one after another, named by their path in the artifact; fn must not keep the reader.
	// The error is what is wrong with the archive; what was given before it stands.
	Walk func(ctx context.Context, fn func(f File, r io.Reader) error) error
}

// slashed is the name with slashes.
func (f File) slashed() string { return strings.ReplaceAll(f.Name, `\`, "/") }

// base is the last part of the name.
func (f File) base() string { return path.Base(f.slashed()) }

// dir is the folder of the name; empty at the top.
func (f File) dir() string {
	d := path.Dir(f.slashed())
	if d == "." || d == "/" {
		return ""
	}
	return d
}
