package fetch

import (
	"encoding/binary"
	"math"
	"time"
)

// The signatures of the records of a zip (APPNOTE 4.3).
const (
	sigLocal      = "PK\x03\x04"
	sigDescriptor = "PK\x07\x08"
	sigDirectory  = "PK\x01\x02"
	sigSignature  = "PK\x05\x05"
	sigEnd        = "PK\x05\x06"
	sigEnd64      = "PK\x06\x06"
	sigLocator64  = "PK\x06\x07"
)

// Lengths of the fixed parts of the records.
const (
	lenLocal     = 30
	lenDirectory = 46
	lenEnd       = 22
	lenEnd64     = 56
	lenLocator64 = 20
)

// Bits of the general purpose flags.
const (
	flagEncrypted  = 1 << 0
	flagDescriptor = 1 << 3
	flagStrong     = 1 << 6
	flagUTF8       = 1 << 11
)

func le16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }
func le32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
func le64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// An entry is one record of the zip directory, or of a local header when the
// directory is lost.
type entry struct {
	raw           string
	name          string // label
	flags, method uint16
	unix          bool // written on Unix: external holds a mode
	external      uint32
	crc           uint32
	csize, size   int64 // -1: not known
	offset        int64 // of the local header; negative: out of range
	modified      time.Time
	utc           bool // modified is an instant, not a wall clock

	limit     int64    // where the next record starts
	refusal   *Problem // why it cannot be read
	dropped   bool     // another entry of this name is read instead
	truncated bool     // the content ends within it
	problems  []Problem
}

// span is what must be downloaded to read the entry.
func (e *entry) span() span { return span{e.offset, e.limit} }

func (e *entry) problem(kind, text string) Problem {
	return Problem{Kind: kind, Member: e.name, Offset: e.offset, Text: text}
}

// refuse notes why the entry cannot be read; the first reason stands.
func (e *entry) refuse(kind, text string) {
	if e.refusal == nil {
		p := e.problem(kind, text)
		e.refusal = &p
		e.problems = append(e.problems, p)
	}
}

// parseDirectoryEntry reads a record of the directory: its fixed part, name
// and extra field. base is added to the offset it tells.
func parseDirectoryEntry(b []byte, name, extra []byte, base int64) entry {
	e := entry{
		raw:      string(name),
		unix:     b[5] == 3 || b[5] == 19, // Unix or macOS
		flags:    le16(b[8:]),
		method:   le16(b[10:]),
		crc:      le32(b[16:]),
		csize:    int64(le32(b[20:])),
		size:     int64(le32(b[24:])),
		external: le32(b[38:]),
		offset:   int64(le32(b[42:])),
	}
	x := parseExtra(extra)
	x.widen(&e.size, &e.csize, &e.offset)
	e.setNameAndTime(x, le16(b[14:]), le16(b[12:]))
	if e.offset >= 0 && e.offset <= math.MaxInt64-max(base, 0) {
		e.offset += base
	} else {
		e.offset = -1
	}
	return e
}

// parseLocalEntry reads a local header as if it were the directory's record.
func parseLocalEntry(b []byte, name, extra []byte, offset int64) entry {
	e := entry{
		raw:    string(name),
		flags:  le16(b[6:]),
		method: le16(b[8:]),
		crc:    le32(b[14:]),
		csize:  int64(le32(b[18:])),
		size:   int64(le32(b[22:])),
		unix:   true, // not told here; it only decides how a name is decoded
		offset: offset,
	}
	x := parseExtra(extra)
	x.widen(&e.size, &e.csize)
	e.setNameAndTime(x, le16(b[12:]), le16(b[10:]))
	return e
}

func (e *entry) setNameAndTime(x extra, date, clock uint16) {
	e.name = cleanName(decodeName(e.raw, e.flags&flagUTF8 != 0, e.unix, x.unicodePath))
	if e.modified, e.utc = x.modified, true; e.modified.IsZero() {
		e.modified, e.utc = dosTime(date, clock), false
	}
}

// isDir reports whether the entry is a folder.
func (e *entry) isDir() bool {
	n := len(e.raw)
	return n > 0 && (e.raw[n-1] == '/' || e.raw[n-1] == '\\')
}

// isSpecial reports whether Unix mode bits make the entry a link, a device or
// another thing that is no file. A pipe with data is one: what Info-ZIP was given
// through a pipe (zip node.zip -) it marks so.
func (e *entry) isSpecial() bool {
	const typeMask, regular, directory, pipe = 0xF000, 0x8000, 0x4000, 0x1000
	t := e.external >> 16 & typeMask
	return e.unix && t != 0 && t != regular && t != directory && !(t == pipe && e.size > 0)
}
