package fetch

import (
	"context"
	"io"
	"testing"
)

// watched is a content that counts what is read of it, and how often a read goes back.
type watched struct {
	inMemory
	read, back, at int64
}

func (w *watched) ReadAt(p []byte, off int64) (int, error) {
	n, err := w.inMemory.ReadAt(p, off)
	w.read += int64(n)
	if off < w.at {
		w.back++
	}
	w.at = off + int64(n)
	return n, err
}

// TestReadsForward reads members of each method: within a zip each byte is read once and
// in order. Reading in a zip by seeking back is what made it 24 times slower than reading
// the extracted file (log2timeline/plaso#4999).
func TestReadsForward(t *testing.T) {
	text := logText(100_000)
	data := buildZip(zipShape{}, rec{name: "deflated", data: text}, rec{name: "stored", data: text, stored: true},
		rec{name: "zstd", data: text, method: 93, packed: zstded(t, text)}, rec{name: "nested.gz", data: gzipped(t, text)},
		rec{name: "nested.tar.gz", data: gzipped(t, tarred(t, "a", string(text), "b", string(text)))})
	lim := DefaultLimits()
	src := &watched{inMemory: inMemoryOf(data)}
	d, err := readDirectory(context.Background(), src, lim)
	if err != nil {
		t.Fatal(err)
	}
	a := &Artifact{client: NewClient(Options{}), src: src}
	a.fill(d, lim)
	for _, m := range a.Members {
		src.read, src.back, src.at = 0, 0, 0
		var n int64
		err := m.Walk(context.Background(), func(_ File, r io.Reader) error {
			k, err := io.Copy(io.Discard, r)
			n += k
			return err
		})
		if err != nil || n%int64(len(text)) != 0 || n == 0 {
			t.Errorf("%s: %d bytes, %v", m.Name, n, err)
		}
		if most := m.CompressedSize + 1000; src.read > most || src.back > 0 {
			t.Errorf("%s: %d bytes were read for %d, %d times backwards", m.Name, src.read, m.CompressedSize, src.back)
		}
	}
}
