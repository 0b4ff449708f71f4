package fetch

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/flate"
)

// TestSharedBody has a thousand entries on one body: 10 MB that declare 10 GB.
// One of them may be read, the others are refused.
func TestSharedBody(t *testing.T) {
	body := rec{name: "b0000", data: make([]byte, 10<<20)}
	recs, packed := []rec{body}, uint32(len(deflate(body.data)))
	for i := 1; i < 1000; i++ {
		recs = append(recs, rec{name: fmt.Sprintf("b%04d", i), packed: []byte{}, csize: fixed(packed),
			size: fixed(10 << 20), offset: fixed(0)})
	}
	a, err := openBytes(t, buildZip(zipShape{}, recs...), Options{})
	if err != nil {
		t.Fatal(err)
	}
	readable := 0
	for _, m := range a.Members {
		if m.Readable() {
			readable++
			continue
		}
		if _, err := read(m); kindOf(err) != KindOverlap {
			t.Fatalf("%s: %v", m.Name, err)
		}
	}
	if len(a.Members) != 1000 || readable > 1 {
		t.Errorf("%d of %d members can be read", readable, len(a.Members))
	}
}

// TestQuotedHeaders has each member reach over all later ones, as the zips do
// that hold petabytes; only the last has bytes of its own.
func TestQuotedHeaders(t *testing.T) {
	const n = 20
	var recs []rec
	for i := range n {
		recs = append(recs, rec{name: fmt.Sprintf("q%02d", i), data: noise(uint64(i), 100), stored: true,
			csize: fixed(uint32((n - i - 1) * (100 + lenLocal + 3)))})
	}
	recs[n-1].csize = nil
	a, err := openBytes(t, buildZip(zipShape{}, recs...), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range a.Members {
		got, err := read(m)
		if i == n-1 && (err != nil || !bytes.Equal(got, recs[i].data)) {
			t.Errorf("the last member: %d bytes, %v", len(got), err)
		}
		if i < n-2 && kindOf(err) != KindOverlap {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
}

// zeros is n zero bytes, deflated.
func zeros(t testing.TB, n int64) []byte {
	t.Helper()
	var buf bytes.Buffer
	w, err := flate.NewWriter(&buf, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(w, zeroReader{}, n); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// TestBombMemory reads 200 MB out of 200 KB; memory must not follow.
func TestBombMemory(t *testing.T) {
	const n = 200 << 20
	a, err := openBytes(t, buildZip(zipShape{}, rec{name: "bomb.log", packed: zeros(t, n), size: fixed(n), crc: fixed(0)}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Members[0].Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, err := io.Copy(io.Discard, struct{ io.Reader }{r})
	runtime.ReadMemStats(&after)
	if got != n || err != nil {
		t.Errorf("read %d bytes, %v", got, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("allocated %d bytes to read %d", used, n)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestLimits exceeds each limit, with small ones.
func TestLimits(t *testing.T) {
	text := logText(1000)
	gz := gzipped(t, bytes.Repeat([]byte("a"), 400_000))
	tests := []struct {
		name string
		lim  Limits
		recs []rec
		want string
	}{
		{"declared size", Limits{MemberBytes: 1000}, []rec{{name: "a", data: text}}, "its size of"},
		{"actual size", Limits{MemberBytes: 1000}, []rec{{name: "a", data: text, size: fixed(10)}}, "longer than the limit of 1000"},
		{"ratio", Limits{Ratio: 2, RatioFrom: 5000}, []rec{{name: "a", data: text}}, "more than 2 times"},
		{"ratio within", Limits{Ratio: 20, RatioFrom: 5000}, []rec{{name: "a", data: gz, stored: true}}, "more than 20 times"},
		{"all members", Limits{ArtifactBytes: int64(len(text)) + 10}, []rec{{name: "b", data: text}, {name: "a", data: text}}, "for an artifact"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, err := openBytes(t, buildZip(zipShape{}, tt.recs...), Options{Limits: tt.lim})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range a.Members[:len(a.Members)-1] {
				if _, err := read(m); err != nil {
					t.Error(err)
				}
			}
			if _, err := read(member(t, a, "a")); kindOf(err) != KindLimit || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want a limit with %q", err, tt.want)
			}
		})
	}
	small := buildZip(zipShape{}, rec{name: "a"}, rec{name: "b"}, rec{name: "c"})
	for _, lim := range []Limits{{Members: 2}, {DirectoryBytes: 100}} {
		if _, err := openBytes(t, small, Options{Limits: lim}); kindOf(err) != KindLimit {
			t.Errorf("%+v: %v", lim, err)
		}
		if _, err := openBytes(t, small[:len(small)-5], Options{Limits: lim}); lim.Members > 0 && kindOf(err) != KindLimit {
			t.Errorf("%+v, cut: %v", lim, err)
		}
	}
}

// TestManyMembers has more members than the end record can count.
func TestManyMembers(t *testing.T) {
	if testing.Short() {
		t.Skip("builds 70,000 members; run without -short")
	}
	recs := make([]rec, 70_000)
	for i := range recs {
		recs[i] = rec{name: fmt.Sprintf("m%d", i), data: []byte{byte(i)}, stored: true}
	}
	a, err := openBytes(t, buildZip(zipShape{}, recs...), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Members) != len(recs) || kinds(a, "") != "" {
		t.Errorf("%d members, problems %v", len(a.Members), a.Problems[:min(3, len(a.Problems))])
	}
	if got, err := read(member(t, a, "m69999")); err != nil || !bytes.Equal(got, recs[69999].data) {
		t.Errorf("last member: %x, %v", got, err)
	}
}

// TestZip64 has sizes, and an end record, in zip64 form.
func TestZip64(t *testing.T) {
	text := logText(100)
	extra := []byte{1, 0, 16, 0}
	extra = binary.LittleEndian.AppendUint64(extra, uint64(len(text)))
	extra = binary.LittleEndian.AppendUint64(extra, uint64(len(deflate(text))))
	data := buildZip(zipShape{}, rec{name: "big.log", data: text, size: fixed(1<<32 - 1), csize: fixed(1<<32 - 1), extra: extra},
		rec{name: "z.log", data: text})
	at := bytes.Index(data, []byte(sigDirectory))
	end := bytes.LastIndex(data, []byte(sigEnd))
	e64 := append([]byte(sigEnd64), make([]byte, lenEnd64-4)...)
	binary.LittleEndian.PutUint64(e64[24:], 2)
	binary.LittleEndian.PutUint64(e64[32:], 2)
	binary.LittleEndian.PutUint64(e64[40:], uint64(end-at))
	binary.LittleEndian.PutUint64(e64[48:], uint64(at))
	loc := append([]byte(sigLocator64), make([]byte, lenLocator64-4)...)
	binary.LittleEndian.PutUint64(loc[8:], uint64(end))
	endRec := append([]byte(sigEnd), bytes.Repeat([]byte{0xff}, lenEnd-6)...)
	data = append(append(append(bytes.Clone(data[:end]), e64...), loc...), append(endRec, 0, 0)...)
	a, err := openBytes(t, data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"big.log", "z.log"} {
		m := member(t, a, name)
		if got, err := read(m); err != nil || !bytes.Equal(got, text) || m.Size != int64(len(text)) {
			t.Errorf("%s: %d bytes of %d, %v", name, len(got), m.Size, err)
		}
	}
	if len(a.Found()) > 0 {
		t.Error(a.Found())
	}
}

// TestGoWriter reads what Go's writer makes: descriptors, zip64 records for
// many members, times in extra fields.
func TestGoWriter(t *testing.T) {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for i := range 3 {
		f, err := w.Create(fmt.Sprintf("g%d.log", i))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(logText(100 * i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	a, err := openBytes(t, buf.Bytes(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range a.Members {
		if got, err := read(m); err != nil || !bytes.Equal(got, logText(100*i)) {
			t.Errorf("%s: %d bytes, %v", m.Name, len(got), err)
		}
	}
	if len(a.Members) != 3 || len(a.Found()) > 0 {
		t.Errorf("%d members, %v", len(a.Members), a.Found())
	}
}
