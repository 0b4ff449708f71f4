package main

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"time"
)

// A storedMember is a member that is not compressed: a block, again and again.
type storedMember struct {
	name string
	size int64
}

// A piece is a part of a storedZip: bytes, or the repeated block.
type piece struct {
	off, size int64
	data      []byte // nil: the block
}

// A storedZip is a zip of members that are not compressed, made as it is read, so that
// large ones need no memory.
type storedZip struct {
	pieces []piece
	block  []byte
}

// newStoredZip lays the members out one after another.
func newStoredZip(members ...storedMember) servedObject {
	block := make([]byte, 1<<20)
	rng := rand.New(rand.NewPCG(7, 7))
	for i := range block {
		block[i] = byte(rng.Uint32())
	}
	z := &storedZip{block: block}
	var at int64
	add := func(size int64, data []byte) {
		z.pieces = append(z.pieces, piece{at, size, data})
		at += size
	}
	var directory bytes.Buffer
	le := binary.LittleEndian
	for _, m := range members {
		h := crc32.NewIEEE()
		for left := m.size; left > 0; left -= int64(len(block)) {
			_, _ = h.Write(block[:min(left, int64(len(block)))])
		}
		fields := make([]byte, 26) // version, flags, method, time, date, CRC, sizes, lengths
		le.PutUint16(fields[0:], 20)
		le.PutUint16(fields[8:], 0x5d7e) // 2026-11-30
		le.PutUint32(fields[10:], h.Sum32())
		le.PutUint32(fields[14:], uint32(m.size))
		le.PutUint32(fields[18:], uint32(m.size))
		le.PutUint16(fields[22:], uint16(len(m.name)))
		directory.WriteString("PK\x01\x02\x14\x00")
		directory.Write(fields)
		rest := make([]byte, 14) // comment, disk, attributes, offset
		le.PutUint32(rest[10:], uint32(at))
		directory.Write(rest)
		directory.WriteString(m.name)
		add(int64(30+len(m.name)), append(append([]byte("PK\x03\x04"), fields...), m.name...))
		add(m.size, nil)
	}
	end := make([]byte, 22)
	copy(end, "PK\x05\x06")
	le.PutUint16(end[8:], uint16(len(members)))
	le.PutUint16(end[10:], uint16(len(members)))
	le.PutUint32(end[12:], uint32(directory.Len()))
	le.PutUint32(end[16:], uint32(at))
	directory.Write(end)
	add(int64(directory.Len()), directory.Bytes())
	return servedObject{at, z}
}

func (z *storedZip) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	for _, q := range z.pieces {
		for n < len(p) && off >= q.off && off < q.off+q.size {
			from := off - q.off
			var k int
			if q.data != nil {
				k = copy(p[n:], q.data[from:])
			} else {
				chunk := z.block[from%int64(len(z.block)):]
				k = copy(p[n:], chunk[:min(int64(len(chunk)), q.size-from)])
			}
			n, off = n+k, off+int64(k)
		}
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// A textMember is a member with its text.
type textMember struct{ name, text string }

// zipStored writes a zip of members that are not compressed.
func zipStored(w io.Writer, modified time.Time, members []textMember) error {
	z := zip.NewWriter(w)
	for _, m := range members {
		f, err := z.CreateHeader(&zip.FileHeader{Name: m.name, Method: zip.Store, Modified: modified})
		if err != nil {
			return err
		}
		if _, err := io.WriteString(f, m.text); err != nil {
			return err
		}
	}
	return z.Close()
}
