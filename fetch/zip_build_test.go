package fetch

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/flate"
)

// rec is one member of a zip that is built byte by byte, so that anything in
// it can be wrong. What is zero gets its right value.
type rec struct {
	name      string
	localName string // when unlike name
	data      []byte
	stored    bool
	method    uint16 // instead of deflate or store
	packed    []byte // instead of the compressed data
	flags     uint16
	external  uint32
	extra     []byte // of the directory
	crc       func(uint32) uint32
	size      func(uint32) uint32
	csize     func(uint32) uint32
	offset    func(uint32) uint32
	// descriptor: "" none, or "signed", "unsigned", "missing", "wrong"
	descriptor string
}

// zipShape is what can be wrong with the rest.
type zipShape struct {
	before, after []byte
	comment       []byte
	count         int   // added to the counts
	dirOffset     int64 // added to the directory's offset
	dirSize       int64 // added to its size
}

func same(v uint32) uint32 { return v }

func orSame(f func(uint32) uint32) func(uint32) uint32 {
	if f == nil {
		return same
	}
	return f
}

func deflate(b []byte) []byte {
	var buf bytes.Buffer
	w, err := flate.NewWriter(&buf, 6)
	if err == nil {
		_, err = w.Write(b)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		panic(err)
	}
	return buf.Bytes()
}

// buildZip puts a zip together.
func buildZip(shape zipShape, recs ...rec) []byte {
	le := binary.LittleEndian
	out := bytes.Clone(shape.before)
	var dir []byte
	for _, r := range recs {
		packed, method := r.packed, r.method
		if packed == nil {
			if packed = r.data; !r.stored && method == 0 {
				packed = deflate(r.data)
			}
		}
		if method == 0 && !r.stored {
			method = 8
		}
		crc := orSame(r.crc)(crc32.ChecksumIEEE(r.data))
		size := orSame(r.size)(uint32(len(r.data)))
		csize := orSame(r.csize)(uint32(len(packed)))
		offset := orSame(r.offset)(uint32(len(out) - len(shape.before)))
		flags := r.flags
		lcrc, lsize, lcsize := crc, size, csize
		if r.descriptor != "" {
			flags |= flagDescriptor
			lcrc, lsize, lcsize = 0, 0, 0
		}
		name := r.name
		if r.localName != "" {
			name = r.localName
		}
		out = append(out, sigLocal...)
		for _, v := range []uint16{20, flags, method, 0, 0x2100} {
			out = le.AppendUint16(out, v)
		}
		for _, v := range []uint32{lcrc, lcsize, lsize} {
			out = le.AppendUint32(out, v)
		}
		out = le.AppendUint16(out, uint16(len(name)))
		out = le.AppendUint16(out, 0)
		out = append(append(out, name...), packed...)
		switch r.descriptor {
		case "signed":
			out = append(out, sigDescriptor...)
			fallthrough
		case "unsigned":
			out = le.AppendUint32(le.AppendUint32(le.AppendUint32(out, crc), csize), size)
		case "wrong":
			out = append(out, sigDescriptor...)
			out = le.AppendUint32(le.AppendUint32(le.AppendUint32(out, crc+1), csize), size)
		}
		dir = append(dir, sigDirectory...)
		for _, v := range []uint16{3<<8 | 20, 20, flags, method, 0, 0x2100} {
			dir = le.AppendUint16(dir, v)
		}
		for _, v := range []uint32{crc, csize, size} {
			dir = le.AppendUint32(dir, v)
		}
		for _, v := range []uint16{uint16(len(r.name)), uint16(len(r.extra)), 0, 0, 0} {
			dir = le.AppendUint16(dir, v)
		}
		external := r.external
		if external == 0 {
			external = 0o100644 << 16
		}
		dir = le.AppendUint32(le.AppendUint32(dir, external), offset)
		dir = append(append(dir, r.name...), r.extra...)
	}
	at := int64(len(out)-len(shape.before)) + shape.dirOffset
	out = append(out, dir...)
	out = append(out, sigEnd...)
	for _, v := range []uint16{0, 0, uint16(len(recs) + shape.count), uint16(len(recs) + shape.count)} {
		out = le.AppendUint16(out, v)
	}
	out = le.AppendUint32(le.AppendUint32(out, uint32(int64(len(dir))+shape.dirSize)), uint32(at))
	out = append(le.AppendUint16(out, uint16(len(shape.comment))), shape.comment...)
	return append(out, shape.after...)
}

// logText is n lines as mpstat prints them.
func logText(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "%02d:%02d:%02d     all    %2d.%02d    0.00\n", i/3600%24, i/60%60, i%60, i*7%100, i*13%100)
	}
	return b.Bytes()
}

// noise is n bytes that do not compress, the same for the same seed.
func noise(seed uint64, n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)}).Read(b) // never fails
	return b
}

// openBytes opens a zip from a file.
func openBytes(t testing.TB, data []byte, o Options) (*Artifact, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "node-a.zip")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	a, err := NewClient(o).Open(context.Background(), fileRef(path))
	if err == nil {
		t.Cleanup(func() { _ = a.Close() })
	}
	return a, err
}

// member finds a member by its label.
func member(t testing.TB, a *Artifact, name string) *Member {
	t.Helper()
	var names []string
	for _, m := range a.Members {
		if m.Name == name {
			return m
		}
		names = append(names, m.Name)
	}
	t.Fatalf("no member %q in %q", name, names)
	return nil
}

// read returns what a member delivers, and the error that ends it.
func read(m *Member) ([]byte, error) {
	r, err := m.Open(context.Background())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// kinds lists the kinds of problems of one member, or "" for the artifact.
func kinds(a *Artifact, member string) string {
	var out []string
	for _, p := range a.Found() {
		if p.Member == member {
			out = append(out, p.Kind)
		}
	}
	return strings.Join(out, " ")
}

// kindOf is the kind of a ProblemError.
func kindOf(err error) string {
	var p *ProblemError
	if errors.As(err, &p) {
		return p.Kind
	}
	return ""
}
