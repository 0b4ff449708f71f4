package fetch

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
)

// A directory is what is in a zip.
type directory struct {
	entries  []entry
	start    int64 // end of the members' bytes
	problems []Problem
}

func (d *directory) note(kind, kept, format string, args ...any) {
	p := artifactProblem(kind, format, args...)
	p.Kept = kept
	d.problems = append(d.problems, p)
}

// readDirectory reads the directory of a zip, and saves what it can of one that
// is damaged: every departure is a problem. The error says that nothing could
// be saved, or that a limit is exceeded.
func readDirectory(ctx context.Context, c content, lim Limits) (*directory, error) {
	if c.Size() == 0 {
		return nil, fail(artifactProblem(KindEmpty, "the file is empty (0 bytes)"), nil)
	}
	end, err := findEnd(ctx, c, lim)
	if err != nil {
		return nil, err
	}
	if end != nil && end.fit != fitExact && end.base > 0 {
		// An end record inside an archive that starts like one: it belongs to
		// an inner zip, and the outer one is cut.
		head, err := readSpan(ctx, c, span{0, 4})
		if err != nil {
			return nil, err
		}
		if string(head) == sigLocal {
			end = nil
		}
	}
	d := &directory{start: c.Size()}
	if end != nil {
		err = d.readEntries(c, end, lim)
	} else {
		err = d.salvage(ctx, c, lim)
	}
	if err != nil {
		return nil, err
	}
	if len(d.entries) == 0 {
		d.note(KindEmpty, "", "the zip has no members")
	}
	if err := d.layout(ctx, c); err != nil {
		return nil, err
	}
	for i := range d.entries {
		d.entries[i].checkMethod()
	}
	d.settleDuplicates()
	return d, nil
}

// readEntries reads the directory that an end record points at, until it
// stops, whatever the record says its length is.
func (d *directory) readEntries(c content, end *endRecord, lim Limits) error {
	d.start = end.start
	r := bufio.NewReaderSize(io.NewSectionReader(c, end.start, end.end-end.start), 64<<10)
	left := end.end - end.start
	for {
		e, n, err := nextEntry(r, end.base)
		if errors.Is(err, errNoEntry) {
			break
		}
		if err != nil {
			return err
		}
		if len(d.entries) == lim.Members {
			return fail(artifactProblem(KindLimit, "it has more than %d members", lim.Members), nil)
		}
		left -= n
		d.entries = append(d.entries, e)
	}
	d.judge(end, left, r)
	return nil
}

// judge notes where the end record and the directory disagree.
func (d *directory) judge(end *endRecord, left int64, r *bufio.Reader) {
	n := uint64(len(d.entries))
	told := n
	if end.modulo != 0 {
		told %= end.modulo
	}
	if told != end.count {
		d.note(KindDirectory, "the members that are there", "the end record counts %d members, the directory has %d", end.count, n)
	}
	if sig, _ := r.Peek(4); left > 0 && string(sig) != sigSignature {
		d.note(KindDirectory, "the members before", "the last %d bytes of the directory are no entries", left)
	}
	if length := end.end - end.start; length != end.length {
		d.note(KindDirectory, "the members that are there", "the end record gives the directory %d bytes, it has %d", end.length, length)
	}
	switch shift := end.start - end.claimed; {
	case shift == 0:
	case end.base == shift && shift > 0:
		d.note(KindTrailing, "all members", "%d bytes stand before the archive", shift)
	default:
		d.note(KindDirectory, "the members that are there", "the end record tells the directory's place wrong by %d bytes", -shift)
	}
	switch end.fit {
	case fitTrailing:
		d.note(KindTrailing, "all members", "%d bytes stand after the archive", end.after)
	case fitCut:
		d.note(KindTruncated, "all members", "%d bytes of the archive's comment are missing", -end.after)
	}
}

// errNoEntry ends a directory.
var errNoEntry = errors.New("no directory entry")

// nextEntry reads one record, and its length. errNoEntry means that what
// follows is none, or is cut.
func nextEntry(r *bufio.Reader, base int64) (entry, int64, error) {
	var fixed [lenDirectory]byte
	if sig, _ := r.Peek(4); string(sig) != sigDirectory {
		return entry{}, 0, errNoEntry
	}
	if _, err := io.ReadFull(r, fixed[:]); err != nil {
		return entry{}, 0, asNoEntry(err)
	}
	name, extra, comment := int(le16(fixed[28:])), int(le16(fixed[30:])), int(le16(fixed[32:]))
	buf := make([]byte, name+extra)
	if _, err := io.ReadFull(r, buf); err != nil {
		return entry{}, 0, asNoEntry(err)
	}
	if _, err := r.Discard(comment); err != nil {
		return entry{}, 0, asNoEntry(err)
	}
	return parseDirectoryEntry(fixed[:], buf[:name], buf[name:], base), int64(lenDirectory + name + extra + comment), nil
}

func asNoEntry(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errNoEntry
	}
	return err
}

// id is the hex SHA-256 over the directory: for each entry, in the directory's
// order, length and bytes of the name, size, compressed size, CRC-32, numbers
// little-endian in 8, 8, 8 and 4 bytes.
func (d *directory) id() string {
	h := sha256.New()
	var b []byte
	for i := range d.entries {
		e := &d.entries[i]
		b = binary.LittleEndian.AppendUint64(b[:0], uint64(len(e.raw)))
		b = append(b, e.raw...)
		b = binary.LittleEndian.AppendUint64(b, uint64(e.size))
		b = binary.LittleEndian.AppendUint64(b, uint64(e.csize))
		b = binary.LittleEndian.AppendUint32(b, e.crc)
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil))
}
