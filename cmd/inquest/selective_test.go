package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSelective fetches three members of forty, with every kind of name for the others, and
// counts what that costs.
func TestSelective(t *testing.T) {
	for name, other := range map[string]string{
		"binary":      "data/heap-%02d.bin",
		"cores":       "core.%d",
		"text, dense": "logs/app-%02d.log", // only the directory tells that it is no text
		"pictures":    "graphs/%d.png",
	} {
		t.Run(name, func(t *testing.T) {
			s := newObjectServer(t)
			data, wanted := fortyMembers(t, other)
			s.objects["perf/run-1/node-a.zip"] = servedObject{int64(len(data)), bytes.NewReader(data)}
			for _, command := range []string{"fetch", "inspect"} {
				s.reset(nil)
				mustRun(t, 0, append([]string{command, "s3://perf/run-1/node-a.zip", "--cache", t.TempDir()}, s.flags()...)...)
				requests, _, sent := s.counted()
				if requests > 5 {
					t.Errorf("%s: %d requests, want at most 5", command, requests)
				}
				if most := wanted + 3<<19; sent > most {
					t.Errorf("%s: %d bytes of %d were sent, want at most %d", command, sent, len(data), most)
				}
			}
		})
	}
}

// fortyMembers is a zip of three logs among 37 large members, and how many bytes the three are.
func fortyMembers(t *testing.T, other string) (data []byte, wanted int64) {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	rng := rand.New(rand.NewPCG(7, 7))
	noise := make([]byte, 600_000)
	for i := range 40 {
		name, body := fmt.Sprintf(other, i), io.Reader(bytes.NewReader(noise))
		if i%14 == 7 {
			name, body = fmt.Sprintf("mpstat-%d.log", i), strings.NewReader(strings.Repeat("no sample\n", 1000*i))
		}
		for j := range noise {
			noise[j] = byte(rng.Uint32())
		}
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		before := b.Len()
		if _, err := io.Copy(w, body); err != nil {
			t.Fatal(err)
		}
		if err := z.Flush(); err != nil {
			t.Fatal(err)
		}
		if i%14 == 7 {
			wanted += int64(b.Len() - before)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), wanted
}

// TestUncompressedDeflate reads a large log in a zip whose writer used deflate and was told
// not to compress: that nothing shrank there says nothing of what is text.
func TestUncompressedDeflate(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.NoCompression) })
	for _, name := range []string{"mpstat.log", "other.log"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(mpstatText(10, 6000)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "node-a.zip")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	if b.Len() < 1<<20 {
		t.Fatalf("the zip has %d bytes, too few", b.Len())
	}
	says(t, mustRun(t, 0, "fetch", path, "--cache", t.TempDir()).stdout, "2 of 2 members wanted")
}
