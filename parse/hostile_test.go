package parse

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"
	"unsafe"

	"inquest/schemas"
)

const (
	hostileFull  = 300 << 20 // bytes of a hostile member where INQUEST_HOSTILE is set, and of lines without an end
	hostileShort = 16 << 20  // bytes of one else
	hostileRows  = 32 << 20  // bytes of rows after which it ends: rows are what was asked for
	hostileHeap  = 256 << 20 // bytes that reading one may hold
)

// hostile are the ways in which a member can be larger than a parser expects. Each gives
// the next part of a member that begins as the text does.
var hostile = map[string]func(text []byte) func(b []byte, i int) []byte{
	"a line without an end": func(text []byte) func([]byte, int) []byte {
		return afterText(text, bytes.Repeat([]byte("x"), headSize))
	},
	"a line of cells without an end": func(text []byte) func([]byte, int) []byte {
		line := lastLine(text)
		return afterText(text, bytes.Repeat(append(slices.Clone(line), ' '), 1+headSize/(len(line)+1)))
	},
	"no bytes but zero": func(text []byte) func([]byte, int) []byte {
		return afterText(text, make([]byte, headSize))
	},
	"lines of zeros": func(text []byte) func([]byte, int) []byte {
		return afterText(text, bytes.Repeat(append(make([]byte, 60), '\n'), headSize/61))
	},
	"brackets without an end": func(text []byte) func([]byte, int) []byte {
		return afterText(text[:len(text)/2], bytes.Repeat([]byte(`[{"a":`), headSize/6))
	},
	"tags without an end": func(text []byte) func([]byte, int) []byte {
		return afterText(text[:len(text)/2], bytes.Repeat([]byte(`<a b="c">`), headSize/9))
	},
	"members without an end": func(text []byte) func([]byte, int) []byte {
		return func(b []byte, i int) []byte {
			if i == 0 {
				return append(b, text[:lastIndexAny(text, ",{")+1]...)
			}
			for j := range 1000 {
				b = strconv.AppendInt(append(b, "\"a"...), int64(1000*i+j), 10)
				b = append(b, "\": 1.5,\n"...)
			}
			return b
		}
	},
	"a header of a million columns": func(text []byte) func([]byte, int) []byte {
		return func(b []byte, i int) []byte {
			for line := range bytes.Lines(text) { // every line of the text is made that long in its turn
				line = bytes.TrimRight(line, "\r\n")
				b = append(b, line...)
				gap := gapOf(line)
				for j := 0; i > 0 && len(b) < maxLine-100; j++ {
					b = strconv.AppendInt(append(append(b, gap...), 'c'), int64(i)<<20+int64(j), 10)
					b = append(b, "/s"...)
				}
				b = append(b, '\n')
			}
			return b
		}
	},
	"new names without an end": func(text []byte) func([]byte, int) []byte {
		words := wordEnds(text)
		return func(b []byte, i int) []byte {
			for j := range 100 {
				at := words[(100*i+j)%len(words)]
				b = append(b, text[:at]...)
				b = strconv.AppendInt(append(b, 'x'), int64(100*i+j), 10)
				b = append(append(b, text[at:]...), '\n')
			}
			return b
		}
	},
	"names without an end": func(text []byte) func([]byte, int) []byte {
		words := wordEnds(text)
		long := bytes.Repeat([]byte("y"), maxLine*9/10)
		return func(b []byte, i int) []byte {
			at := words[i%len(words)]
			b = append(append(b, text[:at]...), long...)
			b = fmt.Appendf(b, "%d", i)
			return append(append(b, text[at:]...), '\n')
		}
	},
}

// afterText gives the text and then the same part again and again.
func afterText(text, part []byte) func([]byte, int) []byte {
	return func(b []byte, i int) []byte {
		if i == 0 {
			return append(b, text...)
		}
		return append(b, part...)
	}
}

func lastLine(text []byte) []byte {
	text = bytes.TrimRight(text, "\n")
	return text[bytes.LastIndexByte(text, '\n')+1:]
}

func lastIndexAny(text []byte, chars string) int { return bytes.LastIndexAny(text, chars) }

// gapOf is what stands between the cells of a line.
func gapOf(line []byte) string {
	for _, gap := range []string{";", "\t", "|", ","} {
		if bytes.Contains(line, []byte(gap)) {
			return gap
		}
	}
	return " "
}

// wordEnds lists where the words of a text end.
func wordEnds(text []byte) (ends []int) {
	isLetter := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || isDigit(c) }
	for i := range text {
		if isLetter(text[i]) && (i+1 == len(text) || !isLetter(text[i+1])) {
			ends = append(ends, i+1)
		}
	}
	return append(ends, len(text))
}

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
		for kind, of := range hostile {
			for i, text := range hostileTexts(all, f, full) {
				var rows schemas.Rows
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				in := &hostileReader{part: of(text), rows: &rows, base: m.HeapAlloc, size: hostileShort}
				if full || kind == "a line without an end" {
					in.size = hostileFull
				}
				start := time.Now()
				l := newLog("hostile", "hostile", f.Name, bufio.NewReaderSize(in, headSize), &rows, Options{})
				err := f.Parse(l)
				in.look()
				l.finish()
				if d := time.Since(start); d > 300*time.Millisecond || in.most > 128<<20 {
					fmt.Printf("TMP %s %s %d: %v held %d MiB of %d, rows %d\n", f.ID(), kind, i, d, in.most>>20, in.read>>20, rowsBytes(&rows)>>20)
				}
				name := fmt.Sprintf("%s, %s, text %d", f.ID(), kind, i)
				if in.most > hostileHeap {
					t.Errorf("%s: %d MiB are held after %d MiB, %d of rows", name, in.most>>20, in.read>>20, rowsBytes(&rows)>>20)
				}
				if bad := checkRows(&rows); bad != nil {
					t.Errorf("%s: %v", name, bad)
				}
				if rowsBytes(&rows) > 64*in.read+1<<20 {
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
