package fetch

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// sparseTar is a tar of a GNU sparse file that declares a terabyte, and a text after it.
func sparseTar(t *testing.T) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := tar.NewWriter(&buf)
	err := w.WriteHeader(&tar.Header{Name: "holes", Mode: 0o644, Format: tar.FormatGNU})
	err = errors.Join(err, w.WriteHeader(&tar.Header{Name: "after.log", Mode: 0o644, Size: 4, Format: tar.FormatGNU}))
	_, err2 := w.Write([]byte("end\n"))
	if err = errors.Join(err, err2, w.Close()); err != nil {
		t.Fatal(err)
	}
	b := buf.Bytes()
	b[156] = tar.TypeGNUSparse
	copy(b[386:], fmt.Sprintf("%011o\x00%011o\x00", 1<<30, 0)) // a piece of no bytes
	copy(b[483:], fmt.Sprintf("%011o\x00", 1<<33-1))           // the whole
	copy(b[148:156], "        ")
	sum := 0
	for _, c := range b[:512] {
		sum += int(c)
	}
	copy(b[148:], fmt.Sprintf("%06o\x00 ", sum))
	return b
}

// TestWalkHostile has archives that are made to cost much, or to reach out of their place.
func TestWalkHostile(t *testing.T) {
	devices := func() []byte {
		var buf bytes.Buffer
		w := tar.NewWriter(&buf)
		var err error
		for _, h := range []tar.Header{
			{Typeflag: tar.TypeChar, Name: "dev/null", Devmajor: 1, Devminor: 3}, {Typeflag: tar.TypeFifo, Name: "pipe"},
			{Typeflag: tar.TypeLink, Name: "hard", Linkname: "/etc/shadow"}, {Typeflag: tar.TypeSymlink, Name: "soft", Linkname: "../.."},
			{Typeflag: tar.TypeDir, Name: "folder/"}, {Typeflag: tar.TypeReg, Name: "folder/a.log"},
		} {
			err = errors.Join(err, w.WriteHeader(&h))
		}
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		return buf.Bytes()
	}
	many := tarred(t, "1", "", "2", "", "3", "", "4", "", "5", "", "6", "")
	tests := []struct {
		name  string
		data  []byte
		want  []string
		end   string
		kinds []string
	}{
		{"zeros.xz", xzZeros, nil, KindLimit, []string{KindLimit}},
		{"zeros.tar.gz", gzipped(t, tarred(t, "zeros.xz", string(xzZeros))), nil, KindLimit, []string{KindLimit, KindLink}},
		{"sparse.tar", sparseTar(t), []string{"sparse.tar/after.log=end\n"}, "", []string{KindNested}},
		{"devices.tar", devices(), []string{"devices.tar/folder/a.log="}, "", []string{KindLink}},
		{"many.tar", many, []string{"many.tar/1=", "many.tar/2=", "many.tar/3=", "many.tar/4=", "many.tar/5="}, KindLimit, []string{KindLimit, KindLink}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cache := t.TempDir()
			a, err := openBytes(t, buildZip(zipShape{}, rec{name: tt.name, data: tt.data, stored: true}),
				Options{CacheDir: cache, Limits: Limits{RatioFrom: 1 << 20, Ratio: 50, Members: 6}})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			largest := int64(0)
			err = a.Members[0].Walk(context.Background(), func(f File, r io.Reader) error {
				n, err := io.Copy(io.Discard, io.LimitReader(r, 1<<30))
				largest = max(largest, n)
				if n < 100 {
					got = append(got, f.Name+"="+map[bool]string{true: "end\n"}[n == 4])
				}
				return err
			})
			if kindOf(err) != tt.end {
				t.Errorf("error %v, want kind %q", err, tt.end)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if largest > 2<<20 {
				t.Errorf("%d bytes came out of %d", largest, len(tt.data))
			}
			var kinds []string
			for _, p := range a.Found() {
				kinds = append(kinds, p.Kind)
			}
			slices.Sort(kinds)
			if !slices.Equal(kinds, tt.kinds) {
				t.Errorf("problems %v, want kinds %q", a.Found(), tt.kinds)
			}
			if err := filepath.WalkDir(cache, func(name string, d os.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() {
					t.Errorf("%s was left in the cache", name)
				}
				return err
			}); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestIsArchive tells members that hold files of their own, without noting anything.
func TestIsArchive(t *testing.T) {
	inner := buildZip(zipShape{}, rec{name: "x.log", data: []byte("x\n")})
	for _, tt := range []struct {
		name string
		data []byte
		want bool
	}{
		{"a.log", []byte("12:00:01 all\n"), false},
		{"a.log.gz", gzipped(t, []byte("12:00:01 all\n")), false},
		{"a.log.xz", xzText, false},
		{"cut.gz", gzipped(t, []byte("12:00:01 all\n"))[:12], false},
		{"a.tar", tarred(t, "x", "y"), true},
		{"a.tgz", gzipped(t, tarred(t, "x", "y")), true},
		{"a.txz", xzTar, true},
		{"a.zip", inner, true},
		{"a.7z", []byte("7z\xbc\xaf\x27\x1cmore"), true},
	} {
		a, err := openBytes(t, buildZip(zipShape{}, rec{name: tt.name, data: tt.data}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Members[0].IsArchive(context.Background()); got != tt.want {
			t.Errorf("%s: %t, want %t", tt.name, got, tt.want)
		}
		if len(a.Found()) > 0 {
			t.Errorf("%s: looking at it noted %v", tt.name, a.Found())
		}
	}
}
