package parse

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"inquest/schemas"
)

const (
	hostileFull  = 300 << 20 // bytes of a hostile member where INQUEST_HOSTILE is set, and of lines without an end
	hostileShort = 16 << 20  // bytes of one else
	hostileRows  = 32 << 20  // bytes of rows after which it ends: rows are what was asked for
	hostileHeap  = 256 << 20 // bytes that reading one may hold
)

// hostileReader gives the parts of a hostile member and watches the heap meanwhile.
type hostileReader struct {
	part    func(b []byte, i int) []byte
	rows    *schemas.Rows
	size    int
	ended   bool
	i       int
	buf     []byte
	rest    []byte
	read    int
	checked int
	base    uint64
	most    uint64 // heap above base
}

func (h *hostileReader) Read(p []byte) (int, error) {
	if len(h.rest) == 0 {
		if h.read > h.size || rowsBytes(h.rows) > hostileRows || h.most > hostileHeap {
			h.ended = true
			return 0, io.EOF
		}
		h.buf = h.part(h.buf[:0], h.i)
		h.rest = h.buf
		h.i++
	}
	n := copy(p, h.rest)
	h.rest = h.rest[n:]
	h.read += n
	if h.read-h.checked > 8<<20 {
		h.checked = h.read
		h.look()
	}
	return n, nil
}

// look measures the heap; what is garbage does not count.
func (h *hostileReader) look() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > h.base+hostileHeap/2 {
		runtime.GC()
		runtime.ReadMemStats(&m)
	}
	if m.HeapAlloc > h.base {
		h.most = max(h.most, m.HeapAlloc-h.base)
	}
}

func rowsBytes(r *schemas.Rows) int {
	return len(r.CPU)*int(unsafe.Sizeof(schemas.CPU{})) + len(r.Disk)*int(unsafe.Sizeof(schemas.Disk{})) +
		len(r.Stats)*int(unsafe.Sizeof(schemas.Stat{})) + len(r.Settings)*int(unsafe.Sizeof(schemas.Setting{})) +
		len(r.Skips)*int(unsafe.Sizeof(schemas.Skip{}))
}

// hostileTexts are what the members of a format begin with: its specimen and, in full, its
// first sample.
func hostileTexts(all []sample, f *Format, full bool) [][]byte {
	texts := [][]byte{[]byte(f.Specimen)}
	if !full {
		return texts
	}
	for _, s := range all {
		if g := Detect(headOf(s.data)); g != nil && g.ID() == f.ID() {
			return append(texts, s.data[:min(len(s.data), 4<<10)])
		}
	}
	return texts
}

// TestHostile reads, as every format, members that are made to use up memory. What is held
// stays bounded, and nothing is left out in silence. INQUEST_HOSTILE=1 makes all of them of
// hundreds of megabytes, which takes minutes.
func TestHostile(t *testing.T) {
	if testing.Short() || raceDetector {
		t.Skip("reads gigabytes")
	}
	all := samples(t)
	full := os.Getenv("INQUEST_HOSTILE") != ""
	for _, f := range Formats() {
		for _, kind := range slices.Sorted(maps.Keys(hostile)) {
			for i, text := range hostileTexts(all, f, full) {
				var rows schemas.Rows
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				in := &hostileReader{part: hostile[kind](text), rows: &rows, base: m.HeapAlloc, size: hostileShort}
				if full || kind == "a line without an end" {
					in.size = hostileFull
				}
				l := newLog("hostile", "hostile", f.Name, bufio.NewReaderSize(in, headSize), &rows, Options{})
				err := f.Parse(l)
				in.look()
				l.finish()
				name := fmt.Sprintf("%s, %s, text %d", f.ID(), kind, i)
				if in.most > hostileHeap {
					t.Errorf("%s: %d MiB are held after %d MiB, %d of rows", name, in.most>>20, in.read>>20, rowsBytes(&rows)>>20)
				}
				if bad := checkRows(&rows); bad != nil {
					t.Errorf("%s: %v", name, bad)
				}
				if rowsBytes(&rows) > 64*in.read+64<<10 {
					t.Errorf("%s: %d bytes became %d bytes of rows", name, in.read, rowsBytes(&rows))
				}
				if silent(text, &rows, err) {
					t.Errorf("%s: nothing was read and nothing was said", name)
				}
				if err == nil && len(rows.Skips) == 0 && !in.ended {
					t.Errorf("%s: not all was read, and nothing was said of it", name)
				}
			}
		}
	}
}
