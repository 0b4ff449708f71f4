package fetch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
)

// headSize is how far from the start a first local header may be.
const headSize = 1 << 20

// salvage walks the local headers of a zip that has no usable end record: one
// that was cut, or whose end is damaged. It needs every byte of the content,
// but first looks whether it is a zip at all.
func (d *directory) salvage(ctx context.Context, c content, lim Limits) error {
	head, err := readSpan(ctx, c, span{0, min(headSize, c.Size())})
	if err != nil {
		return err
	}
	first := indexSignature(head, sigLocal)
	if first < 0 || first > 0 && sniff(head) != "" {
		return notZip(head)
	}
	if err := c.ensure(ctx, span{0, c.Size()}); err != nil {
		return err
	}
	w := walker{c: c, pos: int64(first)}
	for {
		e, err := w.next()
		if errors.Is(err, errNoEntry) {
			break
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(d.entries) == lim.Members {
			return fail(artifactProblem(KindLimit, "it has more than %d members", lim.Members), nil)
		}
		d.entries = append(d.entries, e)
	}
	d.start = w.pos
	whole, err := d.useDirectory(c, w.pos, lim)
	if err != nil {
		return err
	}
	if whole {
		d.note(KindDirectory, "all members", "the end record is missing or damaged: the directory was found by searching")
		return nil
	}
	d.note(KindTruncated, fmt.Sprintf("%d members, by their local headers", len(d.entries)),
		"the zip has no directory: it is cut off after %d bytes, or its end is damaged", c.Size())
	return nil
}

// useDirectory replaces entries that were found by local headers by what is
// left of the directory at pos. It reports whether that is complete.
func (d *directory) useDirectory(c content, pos int64, lim Limits) (bool, error) {
	byOffset := make(map[int64]entry, len(d.entries))
	r := bufio.NewReaderSize(io.NewSectionReader(c, pos, c.Size()-pos), 64<<10)
	for len(byOffset) < lim.Members {
		e, _, err := nextEntry(r, 0)
		if errors.Is(err, errNoEntry) {
			break
		}
		if err != nil {
			return false, err
		}
		byOffset[e.offset] = e
	}
	found := 0
	for i, local := range d.entries {
		e, ok := byOffset[local.offset]
		if !ok || e.raw != local.raw {
			continue
		}
		found++
		d.entries[i] = e
	}
	return found > 0 && found == len(d.entries), nil
}

// A walker steps from local header to local header.
type walker struct {
	c   content
	pos int64
}

// next returns the entry at the walker's place. errNoEntry means that there is
// no further local header.
func (w *walker) next() (entry, error) {
	var fixed [lenLocal]byte
	if _, err := w.c.ReadAt(fixed[:], w.pos); err != nil || string(fixed[:4]) != sigLocal {
		return entry{}, asNoEntry(orNoEntry(err))
	}
	name, extra := int64(le16(fixed[26:])), int64(le16(fixed[28:]))
	buf := make([]byte, name+extra)
	if _, err := w.c.ReadAt(buf, w.pos+lenLocal); err != nil {
		return entry{}, asNoEntry(err)
	}
	e := parseLocalEntry(fixed[:], buf[:name], buf[name:], w.pos)
	data := w.pos + lenLocal + name + extra
	return e, w.findEnd(&e, data)
}

func orNoEntry(err error) error {
	if err == nil {
		return errNoEntry
	}
	return err
}

// findEnd sets the entry's sizes and moves the walker behind it.
func (w *walker) findEnd(e *entry, data int64) error {
	told := e.flags&flagDescriptor == 0 || e.csize > 0
	end := data + e.csize
	if told && e.csize >= 0 && data <= end && end <= w.c.Size() && w.recordAt(end) {
		w.pos = end
		return w.skipDescriptor(e, end)
	}
	if told && e.method == methodStore && end > w.c.Size() {
		// No search: signatures in stored bytes are those of an inner zip.
		w.pos = w.cut(e, data)
		return nil
	}
	next, err := w.search(e, data)
	if err != nil {
		return err
	}
	w.pos = next
	return nil
}

// recordAt reports whether a record, or the end of the content, is at pos.
func (w *walker) recordAt(pos int64) bool {
	if pos == w.c.Size() {
		return true
	}
	var sig [4]byte
	n, _ := w.c.ReadAt(sig[:], pos) // too short: no signature
	switch string(sig[:n]) {
	case sigLocal, sigDescriptor, sigDirectory, sigEnd, sigEnd64:
		return true
	}
	return false
}

// skipDescriptor moves behind the data descriptor at pos, if there is one.
func (w *walker) skipDescriptor(e *entry, pos int64) error {
	var b [24]byte
	n, err := w.c.ReadAt(b[:], pos)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if d, ok := descriptorAt(b[:n], e.csize); ok {
		w.pos += d.length
	}
	return nil
}

// search looks for the end of an entry whose local header does not tell it, or
// tells it wrong: the next signature that a data descriptor vouches for, or
// else, if the header promises no descriptor, the next local header. An entry
// that nothing ends goes to the end of the content, cut.
func (w *walker) search(e *entry, data int64) (int64, error) {
	s := scanner{c: w.c, pos: data}
	for {
		pos, sig, err := s.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, err
		}
		if d, end, ok := w.descriptorBefore(pos, sig, data); ok {
			e.csize, e.size, e.crc = d.csize, d.size, d.crc
			return end, nil
		}
		if e.flags&flagDescriptor == 0 && sig != sigDescriptor {
			e.problems = append(e.problems, e.problem(KindSize, "its compressed size is wrong in the local header"))
			e.csize = pos - data
			return pos, nil
		}
	}
	return w.cut(e, data), nil
}

// cut marks an entry that the end of the content cuts off, and returns that.
func (w *walker) cut(e *entry, data int64) int64 {
	p := e.problem(KindTruncated, fmt.Sprintf("the zip ends within it, after %d compressed bytes", w.c.Size()-data))
	p.Kept = "what comes before the cut"
	e.problems = append(e.problems, p)
	if e.flags&flagDescriptor != 0 {
		e.size, e.crc = -1, 0
	}
	e.csize, e.truncated = w.c.Size()-data, true
	return w.c.Size()
}

// descriptorBefore checks whether a descriptor that fits the data since byte
// data stands at, or directly before, the signature at pos; end is the byte
// behind it.
func (w *walker) descriptorBefore(pos int64, sig string, data int64) (d descriptor, end int64, ok bool) {
	var b [24]byte
	if sig == sigDescriptor {
		n, _ := w.c.ReadAt(b[:], pos) // what is missing cannot fit
		if d, ok = descriptorAt(b[:n], pos-data); ok {
			return d, pos + d.length, true
		}
		return d, 0, false
	}
	for _, length := range []int64{12, 20} { // unsigned, with 4 or 8 byte sizes
		at := pos - length
		if at < data {
			continue
		}
		if n, _ := w.c.ReadAt(b[:length], at); int64(n) != length {
			continue
		}
		if d, ok = parseDescriptor(b[:length], at-data); ok {
			return d, pos, true
		}
	}
	return d, 0, false
}
