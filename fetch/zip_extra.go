package fetch

import (
	"math"
	"time"
)

// extra is what is used of an entry's extra field (APPNOTE 4.5 and 4.6).
type extra struct {
	zip64       []byte
	unicodePath []byte
	modified    time.Time // UTC, zero when not told
}

// parseExtra reads the blocks it knows; a block that is cut ends it.
func parseExtra(b []byte) extra {
	var x extra
	var ntfs, unix time.Time
	for len(b) >= 4 {
		id, n := le16(b), int(le16(b[2:]))
		if n > len(b)-4 {
			break
		}
		block := b[4 : 4+n]
		b = b[4+n:]
		switch id {
		case 0x0001:
			x.zip64 = block
		case 0x7075:
			x.unicodePath = block
		case 0x000a:
			ntfs = ntfsTime(block)
		case 0x5455: // extended timestamp: flags, then mtime if bit 0
			if len(block) >= 5 && block[0]&1 != 0 {
				unix = time.Unix(int64(int32(le32(block[1:]))), 0).UTC()
			}
		case 0x5855, 0x000d: // old Info-ZIP Unix, PKWARE Unix: atime, mtime
			if len(block) >= 8 && unix.IsZero() {
				unix = time.Unix(int64(int32(le32(block[4:]))), 0).UTC()
			}
		}
	}
	if x.modified = unix; unix.IsZero() {
		x.modified = ntfs
	}
	return x
}

// ntfsTime reads tag 1 of the NTFS block: 100 ns since 1601.
func ntfsTime(b []byte) time.Time {
	const from1601 = 11644473600 // seconds from 1601 to 1970
	for b = b[min(4, len(b)):]; len(b) >= 4; {
		tag, n := le16(b), int(le16(b[2:]))
		if n > len(b)-4 {
			break
		}
		if ticks := b[4 : 4+n]; tag == 1 && n >= 8 {
			t := int64(le64(ticks))
			if t <= 0 {
				break
			}
			return time.Unix(t/1e7-from1601, t%1e7*100).UTC()
		}
		b = b[4+n:]
	}
	return time.Time{}
}

// widen replaces each value that is all ones by the next of the zip64 block.
// Without the block the value stands as it is. What exceeds 63 bits becomes -1.
func (x extra) widen(values ...*int64) {
	b := x.zip64
	for _, v := range values {
		if *v != math.MaxUint32 || len(b) < 8 {
			continue
		}
		if *v = int64(le64(b)); *v < 0 {
			*v = -1
		}
		b = b[8:]
	}
}

// dosTime reads the two words of an MS-DOS date and time as if they were UTC.
// They are the wall clock of the writer, in steps of 2 s.
func dosTime(date, clock uint16) time.Time {
	if date == 0 {
		return time.Time{}
	}
	return time.Date(int(date>>9)+1980, time.Month(date>>5&0xf), int(date&0x1f),
		int(clock>>11), int(clock>>5&0x3f), int(clock&0x1f)*2, 0, time.UTC)
}
