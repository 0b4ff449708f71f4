package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"testing"
)

// heapBound is what a command may hold, whatever the zip: what DESIGN promises.
const heapBound = 256 << 20

// bounded checks a recipe by the fewest commands, and that no more than heapBound is held meanwhile.
func (z hostileZip) bounded(t *testing.T) {
	if testing.Short() || underRace {
		t.Skip("a large zip; run without -short and -race")
	}
	h := newHostileRun(t, z.zip())
	if peak := peakHeap(func() { z.brief(t, h) }); peak > heapBound {
		t.Errorf("%d bytes of heap were in use, want at most %d", peak, heapBound)
	}
}

// repeatByte is n times one byte.
func repeatByte(c byte, n int64) io.Reader { return io.LimitReader(byteReader(c), n) }

type byteReader byte

func (b byteReader) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(b)
	}
	return len(p), nil
}

// TestHostileBombs has zips that are small and ask for much.
func TestHostileBombs(t *testing.T) {
	g := map[string]int{memberG: rowsG}
	t.Run("22 70,000 members without zip64", hostileZip{rows: g, status: "ok", zip: func() []byte {
		parts := make([]zipPart, 70_000, 70_001)
		for i := range parts {
			parts[i] = zipPart{name: fmt.Sprintf("m%d", i), data: []byte{'a' + byte(i%26)}, stored: true}
		}
		return zipOf(zipFrame{}, append(parts, partG())...)
	}}.bounded)
	t.Run("22 size in a zip64 field", besideG("", func(m *zipPart) {
		m.size = always(math.MaxUint32)
		m.extra = binary.LittleEndian.AppendUint64([]byte{1, 0, 8, 0}, uint64(len(m.data)))
	}, rowsM, "ok").bounded)
	t.Run("22 size in a zip64 field that is not so", besideG("", func(m *zipPart) {
		m.size = always(math.MaxUint32)
		m.extra = binary.LittleEndian.AppendUint64([]byte{1, 0, 8, 0}, math.MaxUint32)
	}, rowsM, "degraded", "size "+memberM).bounded)

	const shared = 50 << 20
	body, sum := deflatedFrom(repeatByte(0, shared)), sumOf(repeatByte(0, shared))
	overlap := hostileZip{rows: g, status: "degraded"}
	parts := []zipPart{{name: "b000", packed: body, crc: always(sum), size: always(shared)}}
	for i := 1; i < 1000; i++ {
		overlap.problems = append(overlap.problems, fmt.Sprintf("overlap b%03d", i))
		parts = append(parts, zipPart{name: fmt.Sprintf("b%03d", i), packed: []byte{}, csize: always(uint32(len(body))),
			crc: always(uint32(i)), size: always(shared), offset: always(0)})
	}
	overlap.zip = func() []byte { return zipOf(zipFrame{}, append(parts, partG())...) }
	t.Run("23 1,000 entries on one body", overlap.bounded)

	zeros := func(sumOff uint32) func(m *zipPart) {
		return func(m *zipPart) {
			const n = 200 << 20
			m.packed, m.size, m.crc = deflatedFrom(repeatByte(0, n)), always(n), always(sumOf(repeatByte(0, n))+sumOff)
		}
	}
	t.Run("24 200 MB of zeros", besideG("", zeros(0), 0, "ok").bounded)
	t.Run("24 200 MB of zeros, wrong CRC", besideG("", zeros(1), 0, "degraded", "checksum "+memberM).bounded)
	t.Run("24 more than a GiB of zeros", besideG("", func(m *zipPart) {
		const n = 1<<30 + 64<<20
		m.packed, m.size, m.crc = deflatedFrom(repeatByte(0, n)), always(n), always(7)
	}, 0, "degraded", "limit "+memberM).saying("expands to more than 200 times").bounded)
	t.Run("25 one line of 300 MB", besideG("", func(m *zipPart) {
		line := func() io.Reader { return io.MultiReader(bytes.NewReader(mpstatText(10, 20)), repeatByte('7', 300<<20)) }
		m.packed, m.crc, m.size = deflatedFrom(line()), always(sumOf(line())), always(uint32(len(mpstatText(10, 20))+300<<20))
	}, 20, "ok").bounded)
}

// sumOf is the CRC-32 of a stream.
func sumOf(r io.Reader) uint32 {
	h := crc32.NewIEEE()
	if _, err := io.Copy(h, r); err != nil {
		panic(err)
	}
	return h.Sum32()
}

// TestHostileMany has as many problems as members: they are counted, and take no time that
// grows with the square of their number.
func TestHostileMany(t *testing.T) {
	parts := make([]zipPart, 30_000, 30_001)
	z := hostileZip{rows: map[string]int{memberG: rowsG}, status: "degraded", problems: []string{"checksum"}}
	for i := range parts {
		parts[i] = zipPart{name: fmt.Sprintf("m%05d", i), data: []byte("x"), stored: true, crc: add(1)}
		if i < problemsOfAKind {
			z.problems = append(z.problems, "checksum "+parts[i].name)
		}
	}
	z.zip = func() []byte { return zipOf(zipFrame{}, append(parts, partG())...) }
	z.bounded(t)
}
