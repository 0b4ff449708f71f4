package fetch

import (
	"bytes"
	"context"
	"fmt"
	"io"
)

// content is the bytes of one artifact: a local file, or a remote object with
// its cache.
type content interface {
	io.ReaderAt
	Size() int64
	// ensure makes the bytes of a span readable.
	ensure(ctx context.Context, s span) error
	Close() error
}

// tailSize is how much of the end is read first: an end record with the
// longest comment, and a directory of about a thousand members.
const tailSize = 128 << 10

// farTail is how much is searched for an end record after that.
const farTail = tailSize + 1<<20

// An endRecord is the end of a zip, as far as it has been checked.
type endRecord struct {
	fit     int    // fitExact, fitTrailing or fitCut
	count   uint64 // entries it tells
	modulo  uint64 // that count wraps at this, 0 when it does not
	start   int64  // of the directory in the content
	end     int64  // of the directory
	base    int64  // to add to the offsets in the directory
	after   int64  // bytes after the archive
	claimed int64  // where it says the directory starts
	length  int64  // it says the directory has
}

// How the comment of an end record ends: with the content, before, or beyond.
const (
	fitExact = iota
	fitTrailing
	fitCut
)

// findEnd looks for the end record. With several candidates, because the
// signature can stand in a comment or in data, the best is one whose directory
// exists, has entries, and whose comment ends where the content ends. It
// returns nil when there is none.
func findEnd(ctx context.Context, c content, lim Limits) (*endRecord, error) {
	size := c.Size()
	for _, window := range []int64{tailSize, farTail} {
		from := max(0, size-window)
		buf, err := readSpan(ctx, c, span{from, size})
		if err != nil {
			return nil, err
		}
		best, err := bestEnd(ctx, c, buf, from, lim)
		if best != nil || err != nil || from == 0 {
			return best, err
		}
	}
	return nil, nil
}

// bestEnd judges the candidates in buf, which is the content from byte from.
func bestEnd(ctx context.Context, c content, buf []byte, from int64, lim Limits) (*endRecord, error) {
	const most = 64 // candidates: data full of signatures must not cost more
	var best *endRecord
	at, far := len(buf), 0
	for range most {
		if at = bytes.LastIndex(buf[:at], []byte(sigEnd)); at < 0 {
			break
		}
		if len(buf)-at < lenEnd {
			continue
		}
		r, err := readEnd(ctx, c, buf[at:at+lenEnd], from, from+int64(at), &far, lim)
		if err != nil {
			return nil, err
		}
		if r != nil && (best == nil || r.rank() < best.rank()) {
			best = r
		}
	}
	return best, nil
}

// rank orders candidates, best first.
func (r *endRecord) rank() int {
	rank := r.fit
	if r.start == r.end {
		rank += fitCut + 1 // an empty archive needs no proof, so it proves nothing
	}
	return rank
}

// readEnd checks one candidate at pos. far counts looks at bytes before from,
// which cost a request each; after a few no more are spent. nil: it is none.
func readEnd(ctx context.Context, c content, b []byte, from, pos int64, far *int, lim Limits) (*endRecord, error) {
	r := &endRecord{end: pos, count: uint64(le16(b[10:])), modulo: 1 << 16, claimed: int64(le32(b[16:]))}
	switch r.after = c.Size() - pos - lenEnd - int64(le16(b[20:])); {
	case r.after > 0:
		r.fit = fitTrailing
	case r.after < 0:
		r.fit = fitCut
	}
	dirSize, disk, dirDisk := int64(le32(b[12:])), le16(b[4:]), le16(b[6:])
	if err := r.readEnd64(ctx, c, pos, &dirSize); err != nil {
		return nil, err
	}
	if r.modulo != 0 && (disk != 0 && disk != 0xffff || dirDisk != 0 && dirDisk != 0xffff) {
		return nil, nil
	}
	r.length = dirSize
	if dirSize == 0 && r.count == 0 {
		r.start = r.end
		return r, nil
	}
	if dirSize > lim.DirectoryBytes && r.end-dirSize >= 0 {
		return nil, fail(artifactProblem(KindLimit, "its directory of %d bytes is over the limit of %d", dirSize, lim.DirectoryBytes), nil)
	}
	for _, start := range []int64{r.end - dirSize, r.claimed} {
		if start < 0 || start+lenDirectory > r.end || r.end-start > lim.DirectoryBytes {
			continue
		}
		if start < from {
			if *far++; *far > 4 {
				continue
			}
		}
		buf, err := readSpan(ctx, c, span{start, min(start+4, r.end)}, span{start, r.end})
		if err != nil {
			return nil, err
		}
		if string(buf) == sigDirectory {
			r.start = start
			return r, r.rebase(ctx, c)
		}
	}
	return nil, nil
}

// readEnd64 replaces what the end record says by the zip64 end record, if
// there is one.
func (r *endRecord) readEnd64(ctx context.Context, c content, pos int64, dirSize *int64) error {
	if pos < lenLocator64+lenEnd64 {
		return nil
	}
	loc, err := readSpan(ctx, c, span{pos - lenLocator64, pos})
	if err != nil || string(loc[:4]) != sigLocator64 {
		return err
	}
	for _, at := range []int64{int64(le64(loc[8:])), pos - lenLocator64 - lenEnd64} {
		if at < 0 || at > pos-lenLocator64-lenEnd64 {
			continue
		}
		b, err := readSpan(ctx, c, span{at, at + lenEnd64})
		if err != nil {
			return err
		}
		size, start := int64(le64(b[40:])), int64(le64(b[48:]))
		if string(b[:4]) != sigEnd64 || size < 0 || start < 0 {
			continue
		}
		r.end, r.count, r.modulo, r.claimed, *dirSize = at, le64(b[32:]), 0, start, size
		return nil
	}
	return nil
}

// rebase finds what to add to the offsets: bytes that stand before the
// archive, or nothing when it is the end record that errs. The local header of
// the first entry decides. Only odd archives come here with a difference.
func (r *endRecord) rebase(ctx context.Context, c content) error {
	shift := r.start - r.claimed
	if shift == 0 {
		return nil
	}
	first, err := readSpan(ctx, c, span{r.start, r.start + lenDirectory})
	if err != nil {
		return err
	}
	offset := int64(le32(first[42:]))
	for _, base := range []int64{shift, 0} {
		at := offset + base
		if at < 0 || at+4 > r.start {
			continue
		}
		sig, err := readSpan(ctx, c, span{at, at + 4})
		if err != nil {
			return err
		}
		if string(sig) == sigLocal {
			r.base = base
			return nil
		}
	}
	r.base = shift
	return nil
}

// readSpan reads the bytes of s, after making sure of s or of a larger span
// that will be wanted next.
func readSpan(ctx context.Context, c content, s span, ahead ...span) ([]byte, error) {
	for _, a := range append(ahead, s) {
		if err := c.ensure(ctx, a); err != nil {
			return nil, err
		}
	}
	buf := make([]byte, s.len())
	n, err := c.ReadAt(buf, s.off)
	if n == len(buf) {
		return buf, nil
	}
	return nil, fmt.Errorf("cannot read bytes %d to %d of %d: %w", s.off, s.end, c.Size(), err)
}
