package fetch

import (
	"bytes"
	"io"
)

// A descriptor follows the data of an entry that was written as a stream
// (APPNOTE 4.3.9).
type descriptor struct {
	crc         uint32
	csize, size int64
	length      int64 // of the record, with its signature
}

// descriptorAt reads a descriptor with a signature whose compressed size is
// csize; any other is a chance likeness.
func descriptorAt(b []byte, csize int64) (descriptor, bool) {
	if len(b) < 16 || string(b[:4]) != sigDescriptor {
		return descriptor{}, false
	}
	if len(b) >= 24 {
		if d, ok := parseDescriptor(b[4:24], csize); ok {
			d.length += 4
			return d, true
		}
	}
	d, ok := parseDescriptor(b[4:16], csize)
	d.length += 4
	return d, ok
}

// parseDescriptor reads a descriptor without signature, of 12 or 20 bytes.
func parseDescriptor(b []byte, csize int64) (descriptor, bool) {
	d := descriptor{crc: le32(b), length: int64(len(b))}
	if len(b) == 12 {
		d.csize, d.size = int64(le32(b[4:])), int64(le32(b[8:]))
	} else {
		d.csize, d.size = int64(le64(b[4:])), int64(le64(b[12:]))
	}
	return d, d.csize == csize && d.size >= 0
}

// A scanner finds the signatures of records in a content.
type scanner struct {
	c   content
	pos int64  // of the next byte to look at
	buf []byte // what was read ahead, from start
	at  int64  // of buf[0]
}

const scanSize = 256 << 10

// next returns the place and signature of the next record, io.EOF when there
// is none.
func (s *scanner) next() (int64, string, error) {
	for {
		i := int(s.pos - s.at)
		if i < 0 || i+4 > len(s.buf) {
			if err := s.fill(); err != nil {
				return 0, "", err
			}
			i = 0
		}
		for {
			j := bytes.Index(s.buf[i:], []byte("PK"))
			if j < 0 || i+j+4 > len(s.buf) {
				s.pos = s.at + int64(len(s.buf)-3) // a signature may lie across
				break
			}
			i += j
			switch sig := string(s.buf[i : i+4]); sig {
			case sigLocal, sigDescriptor, sigDirectory, sigEnd:
				s.pos = s.at + int64(i) + 1
				return s.at + int64(i), sig, nil
			}
			i++
		}
	}
}

func (s *scanner) fill() error {
	if s.buf == nil {
		s.buf = make([]byte, scanSize)
	}
	n, err := s.c.ReadAt(s.buf[:scanSize], s.pos)
	s.at, s.buf = s.pos, s.buf[:n]
	if n >= 4 {
		return nil
	}
	if err == nil {
		err = io.EOF
	}
	return err
}

// indexSignature finds a signature in b.
func indexSignature(b []byte, sig string) int { return bytes.Index(b, []byte(sig)) }
