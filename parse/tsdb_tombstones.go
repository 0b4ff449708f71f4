package parse

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// tombstones are the spans of deleted samples, in milliseconds with both ends, by series.
type tombstones map[uint64][][2]int64

var errTombstones = errors.New("the tombstones are damaged")

// readTombstones reads a block's tombstones: a magic number, a version, a series and
// two times for each, and a checksum over all but the first five bytes.
//
// Source: prometheus/prometheus, tsdb/docs/format/tombstones.md.
func readTombstones(b []byte) (tombstones, error) {
	const magic, head = 0x0130BA30, 5
	if len(b) < head+crc32.Size || binary.BigEndian.Uint32(b) != magic || b[4] != 1 {
		return nil, errTombstones
	}
	body, sum := b[head:len(b)-crc32.Size], b[len(b)-crc32.Size:]
	if crc32.Checksum(body, castagnoli) != binary.BigEndian.Uint32(sum) {
		return nil, errTombstones
	}
	t := tombstones{}
	for len(body) > 0 {
		series, n := binary.Uvarint(body)
		if n <= 0 {
			return nil, errTombstones
		}
		from, m := binary.Varint(body[n:])
		if m <= 0 {
			return nil, errTombstones
		}
		to, k := binary.Varint(body[n+m:])
		if k <= 0 {
			return nil, errTombstones
		}
		t[series] = append(t[series], [2]int64{from, to})
		body = body[n+m+k:]
	}
	return t, nil
}

// isDeleted tells whether a time lies in one of the spans.
func isDeleted(spans [][2]int64, ms int64) bool {
	for _, span := range spans {
		if ms >= span[0] && ms <= span[1] {
			return true
		}
	}
	return false
}
