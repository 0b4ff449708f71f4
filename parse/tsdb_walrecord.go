package parse

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
)

// walRecords reads the records of one segment of a write-ahead log of Prometheus. A segment
// is pages of 32 KiB, a record is cut into pieces that do not cross a page:
//
//	type (1 byte)   length (2 bytes)   CRC-32C of the data (4 bytes)   data
//
// The lowest three bits of the type say which piece it is, two more how the record is
// compressed. A type of 0 fills the rest of a page.
//
// Source: prometheus/prometheus, tsdb/docs/format/wal.md.
type walRecords struct {
	r     *bufio.Reader
	pos   int64 // bytes read of the segment
	start int64 // where the record begins
	rec   []byte
	plain []byte // decompressed
	zstd  *zstd.Decoder
}

const (
	walPage      = 32 << 10
	walHead      = 7
	walMaxRecord = 64 << 20 // bytes of a record
)

// What a piece is.
const (
	walRest = iota
	walFull
	walFirst
	walMiddle
	walLast
)

var (
	errWALCut     = errors.New("it ends within a record")
	errWALDamaged = errors.New("damaged record")
)

// open begins a segment.
func (w *walRecords) open(r io.Reader) {
	if w.r == nil {
		w.r = bufio.NewReaderSize(r, headSize)
	}
	w.r.Reset(r)
	w.pos = 0
}

// next reads a record, which is valid until the next call; io.EOF at the end of the segment.
func (w *walRecords) next() ([]byte, error) {
	w.rec = w.rec[:0]
	for pieces := 0; ; {
		left := walPage - int(w.pos%walPage)
		if pieces == 0 {
			w.start = w.pos
		}
		head, err := w.r.Peek(min(walHead, left))
		if len(head) == 0 {
			return nil, w.ended(err, pieces > 0)
		}
		kind := head[0] & 7
		if kind == walRest {
			if err := w.skipPage(left); err != nil {
				return nil, w.ended(err, pieces > 0)
			}
			continue
		}
		if len(head) < walHead {
			if left < walHead {
				return nil, fmt.Errorf("%w: it begins at the end of a page", errWALDamaged)
			}
			return nil, w.ended(err, true)
		}
		packed := head[0] &^ 7
		size, sum := int(binary.BigEndian.Uint16(head[1:])), binary.BigEndian.Uint32(head[3:])
		begins := kind == walFull || kind == walFirst
		switch {
		case size > left-walHead:
			return nil, fmt.Errorf("%w: it is longer than its page", errWALDamaged)
		case kind > walLast || begins != (pieces == 0):
			return nil, fmt.Errorf("%w: its pieces are not in order", errWALDamaged)
		case len(w.rec)+size > walMaxRecord:
			return nil, fmt.Errorf("%w: it is longer than %d MiB", errWALDamaged, walMaxRecord>>20)
		}
		_, _ = w.r.Discard(walHead) // was peeked
		from := len(w.rec)
		w.rec = append(w.rec, make([]byte, size)...)
		n, err := io.ReadFull(w.r, w.rec[from:])
		w.pos += int64(walHead + n)
		if err != nil {
			return nil, w.ended(err, true)
		}
		if crc32.Checksum(w.rec[from:], castagnoli) != sum {
			return nil, fmt.Errorf("%w: its checksum is wrong", errWALDamaged)
		}
		pieces++
		if kind == walFull || kind == walLast {
			return w.unpack(packed)
		}
	}
}

// ended tells the end of a segment from one within a record, and from a reading error.
func (w *walRecords) ended(err error, within bool) error {
	switch {
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("read: %w", err)
	case within:
		return errWALCut
	}
	return io.EOF
}

// skipPage passes over the rest of a page, which is zero.
func (w *walRecords) skipPage(left int) error {
	for left > 0 {
		b, err := w.r.Peek(min(left, w.r.Size()))
		for _, c := range b {
			if c != 0 {
				return fmt.Errorf("%w: the rest of its page is not empty", errWALDamaged)
			}
		}
		n, _ := w.r.Discard(len(b))
		w.pos += int64(n)
		left -= n
		if err != nil && left > 0 {
			return err
		}
	}
	return nil
}

// unpack decompresses the record.
func (w *walRecords) unpack(packed byte) ([]byte, error) {
	const isSnappy, isZstd = 1 << 3, 1 << 4
	switch packed {
	case 0:
		return w.rec, nil
	case isSnappy:
		n, err := snappy.DecodedLen(w.rec)
		if err != nil || n > walMaxRecord {
			return nil, fmt.Errorf("%w: it cannot be decompressed", errWALDamaged)
		}
		if w.plain, err = snappy.Decode(w.plain[:cap(w.plain)], w.rec); err != nil {
			return nil, fmt.Errorf("%w: %w", errWALDamaged, err)
		}
		return w.plain, nil
	case isZstd:
		if w.zstd == nil {
			d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(walMaxRecord))
			if err != nil {
				return nil, fmt.Errorf("start decompression: %w", err)
			}
			w.zstd = d
		}
		var err error
		if w.plain, err = w.zstd.DecodeAll(w.rec, w.plain[:0]); err != nil {
			return nil, fmt.Errorf("%w: %w", errWALDamaged, err)
		}
		return w.plain, nil
	}
	return nil, fmt.Errorf("%w: its compression is not known", errWALDamaged)
}

// close frees what decompression holds.
func (w *walRecords) close() {
	if w.zstd != nil {
		w.zstd.Close()
	}
}
