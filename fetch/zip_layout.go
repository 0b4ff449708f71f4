package fetch

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// layout finds where each entry ends, and refuses the entries that overlap
// another one or the directory: an honest zip has none, and a bomb is made of
// them. The neighbour that is overlapped is not refused.
func (d *directory) layout(ctx context.Context, c content) error {
	order := make([]*entry, len(d.entries))
	for i := range d.entries {
		order[i] = &d.entries[i]
	}
	slices.SortStableFunc(order, func(a, b *entry) int { return cmp.Compare(a.offset, b.offset) })
	if err := d.setLimits(ctx, c, order); err != nil {
		return err
	}
	size := c.Size()
	for i, e := range order {
		switch {
		case e.offset < 0 || e.offset+lenLocal > size:
			e.refuse(KindDirectory, fmt.Sprintf("its local header lies beyond the end of the zip (%d bytes)", size))
		case e.offset+lenLocal > d.start:
			e.refuse(KindOverlap, "its local header lies in the directory")
		case i > 0 && order[i-1].offset == e.offset && order[i-1].raw == e.raw && order[i-1].crc == e.crc:
			e.dropped = true // the same record twice
		case i > 0 && order[i-1].offset == e.offset:
			e.refuse(KindOverlap, "it shares its bytes with the member "+short(order[i-1].name))
		default:
			e.checkExtent(size)
		}
	}
	return nil
}

// setLimits finds where the next record begins, for entries in the order of
// their offsets. Where an entry seems to reach over its neighbour, the
// neighbour counts only if it has a local header at its place: else it is the
// neighbour's offset that is wrong.
func (d *directory) setLimits(ctx context.Context, c content, order []*entry) error {
	looks := 32 // at places of headers; each may cost a request
	limit := d.start
	for i := len(order) - 1; i >= 0; i-- {
		e := order[i]
		e.limit = limit
		if e.offset < 0 || e.offset >= limit {
			continue
		}
		if i > 0 && order[i-1].reach() > e.offset && order[i-1].offset != e.offset && looks > 0 && e.offset+4 <= c.Size() {
			looks--
			sig, err := readSpan(ctx, c, span{e.offset, e.offset + 4})
			if err != nil {
				return err
			}
			if string(sig) != sigLocal {
				continue
			}
		}
		if i > 0 && order[i-1].offset == e.offset {
			continue // the first of a shared offset ends where the last does
		}
		limit = e.offset
	}
	return nil
}

// reach is where the entry ends if its local header has the directory's name
// and no extra field.
func (e *entry) reach() int64 { return e.offset + lenLocal + int64(len(e.raw)) + e.csize }

// checkExtent looks at the compressed size. The length of the local header is
// only known when that is read, so this finds the gross cases.
func (e *entry) checkExtent(size int64) {
	switch end := e.offset + lenLocal + e.csize; {
	case e.csize < 0 || end < 0:
		e.refuse(KindSize, "its compressed size is no number of bytes")
	case end > size:
		p := e.problem(KindSize, fmt.Sprintf("its compressed size of %d bytes goes beyond the end of the zip", e.csize))
		p.Kept = "what its stream holds"
		e.problems = append(e.problems, p)
		e.csize = -1 // all there is up to the next record
	case end > e.limit:
		e.refuse(KindOverlap, fmt.Sprintf("its %d compressed bytes overlap what follows at byte %d", e.csize, e.limit))
	}
}

// settleDuplicates leaves one entry of each name: any one if they are alike,
// else the last that can be read. Names that differ only in case are two
// names, and said.
func (d *directory) settleDuplicates() {
	byName := make(map[string][]*entry, len(d.entries))
	folded := make(map[string]string, len(d.entries))
	for i := range d.entries {
		e := &d.entries[i]
		if e.isDir() || e.isSpecial() || e.dropped {
			continue
		}
		byName[e.name] = append(byName[e.name], e)
		lower := strings.ToLower(e.name)
		if other, ok := folded[lower]; ok && other != e.name {
			e.problems = append(e.problems, e.problem(KindName, "its name differs only in case from "+short(other)))
		}
		folded[lower] = e.name
	}
	for i := range d.entries {
		if same := byName[d.entries[i].name]; len(same) > 1 && same[0] == &d.entries[i] {
			settleRepeated(same)
		}
	}
}

// settleRepeated keeps one of several entries of one name.
func settleRepeated(same []*entry) {
	kept := same[len(same)-1]
	for _, e := range same {
		if e.refusal == nil {
			kept = e
		}
	}
	p := kept.problem(KindDuplicate, fmt.Sprintf("the zip has %d members of this name, unlike in content", len(same)))
	p.Kept = "the last of them"
	if kept != same[len(same)-1] {
		p.Kept = "the last of them that can be read"
	}
	if entriesAlike(same) {
		p.Kind, p.Text = KindRepeated, fmt.Sprintf("the zip has %d members of this name, alike in content", len(same))
		p.Kept = "one of them"
	}
	kept.problems = append(kept.problems, p)
	for _, e := range same {
		e.dropped = e != kept
	}
}

func entriesAlike(es []*entry) bool {
	for _, e := range es[1:] {
		if e.crc != es[0].crc || e.size != es[0].size {
			return false
		}
	}
	return true
}
