package fetch

import (
	"bufio"
	"context"
	"fmt"
	"io"
)

// open downloads the member if needed and returns it as the zip holds it:
// decompressed once and checked.
func (m *Member) open(ctx context.Context) (io.ReadCloser, error) {
	if m.entry.refusal != nil {
		p := *m.entry.refusal
		p.Member = m.label()
		return nil, m.fail(p, nil)
	}
	m.artifact.opened.Store(true)
	if m.root != nil {
		return m.openFile(ctx)
	}
	if err := m.artifact.fetch(ctx, []*Member{m}); err != nil {
		return nil, withRef(err, m.artifact.Ref)
	}
	return m.stream(ctx)
}

// stream reads the member from bytes that are there.
func (m *Member) stream(ctx context.Context) (io.ReadCloser, error) {
	data, err := m.data(ctx)
	if err != nil {
		return nil, err
	}
	section := io.NewSectionReader(m.artifact.src, data.off, data.len())
	dec, err := decompressor(m.entry.method, bufio.NewReaderSize(section, bufferFor(data.len())))
	if err != nil {
		return nil, m.fail(m.problem(KindCorrupt, "its stream cannot be decoded: "+err.Error(), ""), err)
	}
	return &checker{m: m, ctx: ctx, dec: dec, compressed: data.len()}, nil
}

// bufferFor is the size of a buffer for a stream of about n bytes, -1 when that is
// not known: small members, of which a zip may have many, get small ones.
func bufferFor(n int64) int {
	const least, most = 512, 64 << 10
	if n < 0 || n > most {
		return most
	}
	return max(least, int(n))
}

// data finds the compressed bytes by the local header.
func (m *Member) data(ctx context.Context) (span, error) {
	e := &m.entry
	offset, header, err := m.localHeader(ctx)
	if err != nil {
		return span{}, err
	}
	nameLen, extraLen := int64(le16(header[26:])), int64(le16(header[28:]))
	if flags := le16(header[6:]); flags&flagEncrypted != 0 {
		return span{}, m.fail(m.problem(KindEncrypted, encryptedText(flags, le16(header[8:])), ""), nil)
	}
	if method := le16(header[8:]); method != e.method {
		m.note(m.problem(KindHeader, fmt.Sprintf("the local header tells method %d, the directory %d", method, e.method), "read as the directory says"))
	}
	name := make([]byte, nameLen)
	if n, err := m.artifact.src.ReadAt(name, offset+lenLocal); int64(n) == nameLen {
		if string(name) != e.raw {
			m.note(m.problem(KindHeader, "the local header tells another name: "+short(cleanName(string(name))), "read under the name in the directory"))
		}
	} else {
		return span{}, m.fail(m.problem(KindTruncated, "its local header is cut", ""), err)
	}
	start := offset + lenLocal + nameLen + extraLen
	limit := e.limit
	if offset > e.offset { // it was found elsewhere, so what follows may be too
		limit = m.artifact.Size
	}
	switch end := start + e.csize; {
	case start > limit:
		return span{}, m.fail(m.problem(KindOverlap, fmt.Sprintf("its local header overlaps what follows at byte %d", limit), ""), nil)
	case e.csize < 0:
		return span{start, limit}, nil
	case end > limit:
		return span{}, m.fail(m.problem(KindOverlap, fmt.Sprintf("its %d compressed bytes overlap what follows at byte %d", e.csize, limit), ""), nil)
	default:
		m.checkDescriptor(header, end, limit)
		return span{start, end}, nil
	}
}

// nearby is how far from its place a local header is looked for.
const nearby = 64 << 10

// localHeader reads the local header. When there is none at its place, one of
// the same name is looked for nearby: an archive that lost or gained some
// bytes has all its offsets wrong.
func (m *Member) localHeader(ctx context.Context) (int64, []byte, error) {
	e, src := &m.entry, m.artifact.src
	header := make([]byte, lenLocal)
	if n, _ := src.ReadAt(header, e.offset); n == lenLocal && string(header[:4]) == sigLocal { // else: looked for
		return e.offset, header, nil
	}
	from := max(0, e.offset-nearby)
	window, err := readSpan(ctx, src, span{from, min(e.offset+nearby, src.Size())})
	if err != nil {
		return 0, nil, err
	}
	best := int64(-1)
	for at := 0; ; at++ {
		i := indexSignature(window[at:], sigLocal)
		if i < 0 {
			break
		}
		at += i
		h := window[at:]
		if len(h) < lenLocal+len(e.raw) || string(h[lenLocal:lenLocal+len(e.raw)]) != e.raw || int(le16(h[26:])) != len(e.raw) {
			continue
		}
		if pos := from + int64(at); best < 0 || apart(pos, e.offset) < apart(best, e.offset) {
			best = pos
			copy(header, h)
		}
	}
	if best < 0 {
		return 0, nil, m.fail(m.problem(KindDirectory, "there is no local header at its place", ""), nil)
	}
	m.note(m.problem(KindDirectory, fmt.Sprintf("its local header is not at its place but at byte %d", best), "the member"))
	return best, header, nil
}

func apart(a, b int64) int64 { return max(a-b, b-a) }
