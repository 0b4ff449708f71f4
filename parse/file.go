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
	Open     func(context.Context) (io.ReadCloser, error)
}

// base is the last part of the name.
func (f File) base() string { return path.Base(strings.ReplaceAll(f.Name, `\`, "/")) }

// dir is the folder of the name; empty at the top.
func (f File) dir() string {
	d := path.Dir(strings.ReplaceAll(f.Name, `\`, "/"))
	if d == "." || d == "/" {
		return ""
	}
	return d
}
