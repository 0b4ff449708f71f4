package main

import (
	"archive/tar"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

// makeTar packs the files of a folder, all with one time, compressed as the suffix says
// (.gz, .tgz, .zst, else not at all): mktar TAR FOLDER.
func makeTar(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: mktar TAR FOLDER")
	}
	name := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(name), 0o777))
	out, err := os.Create(name)
	ts.Check(err)
	var packed io.WriteCloser = out
	switch {
	case strings.HasSuffix(name, ".gz"), strings.HasSuffix(name, ".tgz"):
		packed = gzip.NewWriter(out)
	case strings.HasSuffix(name, ".zst"):
		packed, err = zstd.NewWriter(out)
		ts.Check(err)
	}
	w := tar.NewWriter(packed)
	root := ts.MkAbs(args[1])
	ts.Check(filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := w.WriteHeader(&tar.Header{Name: filepath.ToSlash(rel), Mode: 0o644, Size: int64(len(body)),
			ModTime: time.Date(2026, 11, 30, 10, 1, 2, 0, time.UTC)}); err != nil {
			return err
		}
		_, err = w.Write(body)
		return err
	}))
	ts.Check(w.Close())
	if packed != io.WriteCloser(out) {
		ts.Check(packed.Close())
	}
	ts.Check(out.Close())
}

// cutFile keeps the beginning of a file: cutfile FILE PERCENT.
func cutFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cutfile FILE PERCENT")
	}
	name := ts.MkAbs(args[0])
	b, err := os.ReadFile(name)
	ts.Check(err)
	percent, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(name, b[:len(b)*percent/100], 0o666))
}
