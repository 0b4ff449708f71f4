package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"time"

	"github.com/klauspost/compress/flate"
)

// zipPart is one member of a zip that is built byte by byte, so that anything in it can be
// wrong. What is zero gets its right value; the functions change what is told.
type zipPart struct {
	name, localName string
	data            []byte // what the sums and sizes are of
	packed          []byte // instead of the compressed data
	stored          bool
	method          uint16 // instead of deflate or store
	localMethod     uint16 // when unlike method
	flags           uint16
	mode            uint32 // Unix mode, with type
	extra           []byte // of the directory
	descriptor      []byte // behind the data; the local header then tells nothing

	crc, size, csize, offset func(uint32) uint32
}

// zipFrame is what can be wrong around the members.
type zipFrame struct {
	before, after, comment []byte
	count, dirOffset       int // added to what is told
}

func add(d int) func(uint32) uint32       { return func(v uint32) uint32 { return v + uint32(d) } }
func always(n uint32) func(uint32) uint32 { return func(uint32) uint32 { return n } }

func told(f func(uint32) uint32, v int) uint32 {
	if f == nil {
		return uint32(v)
	}
	return f(uint32(v))
}

func deflated(b []byte) []byte { return deflatedFrom(bytes.NewReader(b)) }

func deflatedFrom(r io.Reader) []byte {
	var buf bytes.Buffer
	w, err := flate.NewWriter(&buf, 6)
	if err == nil {
		_, err = io.Copy(w, r)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		panic(err)
	}
	return buf.Bytes()
}

// zipOf puts a zip together (APPNOTE 4.3). Every time in it is 2026-11-01 12:00:00.
func zipOf(f zipFrame, parts ...zipPart) []byte {
	const clock, date = 12 << 11, (2026-1980)<<9 | 11<<5 | 1
	le := binary.LittleEndian
	words := func(b []byte, vs ...uint16) []byte {
		for _, v := range vs {
			b = le.AppendUint16(b, v)
		}
		return b
	}
	longs := func(b []byte, vs ...uint32) []byte {
		for _, v := range vs {
			b = le.AppendUint32(b, v)
		}
		return b
	}
	out := bytes.Clone(f.before)
	var dir []byte
	for _, p := range parts {
		packed, method, local, name, flags, mode := p.packed, p.method, p.localMethod, p.localName, p.flags, p.mode
		if method == 0 && !p.stored {
			method = 8
		}
		if packed == nil && method == 8 {
			packed = deflated(p.data)
		} else if packed == nil {
			packed = p.data
		}
		if local == 0 {
			local = method
		}
		if name == "" {
			name = p.name
		}
		if mode == 0 {
			mode = 0o100644
		}
		sums := []uint32{told(p.crc, int(crc32.ChecksumIEEE(p.data))), told(p.csize, len(packed)), told(p.size, len(p.data))}
		offset := told(p.offset, len(out)-len(f.before))
		localSums := sums
		if p.descriptor != nil {
			flags, localSums = flags|8, []uint32{0, 0, 0}
		}
		out = words(append(out, "PK\x03\x04"...), 20, flags, local, clock, date)
		out = words(longs(out, localSums...), uint16(len(name)), 0)
		out = append(append(append(out, name...), packed...), p.descriptor...)
		dir = words(append(dir, "PK\x01\x02"...), 3<<8|20, 20, flags, method, clock, date)
		dir = words(longs(dir, sums...), uint16(len(p.name)), uint16(len(p.extra)), 0, 0, 0)
		dir = append(append(longs(dir, mode<<16, offset), p.name...), p.extra...)
	}
	at := len(out) - len(f.before) + f.dirOffset
	out = words(append(append(out, dir...), "PK\x05\x06"...), 0, 0, uint16(len(parts)+f.count), uint16(len(parts)+f.count))
	out = words(longs(out, uint32(len(dir)), uint32(at)), uint16(len(f.comment)))
	return append(append(out, f.comment...), f.after...)
}

// descriptorOf is the data descriptor of a deflated member, with d added to its CRC-32.
func descriptorOf(data []byte, signed bool, d uint32) []byte {
	var b []byte
	if signed {
		b = append(b, "PK\x07\x08"...)
	}
	for _, v := range []uint32{crc32.ChecksumIEEE(data) + d, uint32(len(deflated(data))), uint32(len(data))} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

// mpstatText is what mpstat prints in n seconds from the given hour on 2026-11-01, of all
// processors together.
func mpstatText(hour, n int) []byte {
	var b bytes.Buffer
	at := time.Date(2026, 11, 1, hour, 0, 0, 0, time.UTC)
	fmt.Fprintf(&b, "Linux 6.1.0 (node-g) \t%s \t_x86_64_\t(2 CPU)\n\n", at.Format("01/02/06"))
	fmt.Fprintf(&b, "%s     CPU    %%usr   %%nice    %%sys %%iowait    %%irq   %%soft  %%steal  %%guest  %%gnice   %%idle\n", at.Format("15:04:05"))
	for i := 1; i <= n; i++ {
		busy := float64(20+i*7%60) + float64(i%100)/100
		fmt.Fprintf(&b, "%s     all   %5.2f    0.00    0.00    0.00    0.00    0.00    0.00    0.00    0.00   %5.2f\n",
			at.Add(time.Duration(i)*time.Second).Format("15:04:05"), busy, 100-busy)
	}
	return b.Bytes()
}

// randomBytes do not compress, and are the same for the same seed.
func randomBytes(seed byte, n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{seed}).Read(b) // never fails
	return b
}
