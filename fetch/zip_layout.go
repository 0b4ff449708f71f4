package fetch

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// layout finds where each entry ends, and refuses the entries that overlap
// another one or the directory: an honest zip has none, and a bomb is made of
// them. The neighbour that is overlapped is not refused.
func (d *directory) layout(size int64) {
	order := make([]*entry, len(d.entries))
	for i := range d.entries {
		order[i] = &d.entries[i]
	}
	slices.SortStableFunc(order, func(a, b *entry) int { return cmp.Compare(a.offset, b.offset) })
	for i, e := range order {
		e.limit = d.start
		if i+1 < len(order) && order[i+1].offset < d.start {
			e.limit = max(order[i+1].offset, 0)
		}
		switch {
		case e.offset < 0 || e.offset+lenLocal > size:
			e.refuse(KindDirectory, fmt.Sprintf("its local header lies beyond the end of the zip (%d bytes)", size))
		case e.offset+lenLocal > d.start:
			e.refuse(KindOverlap, "its local header lies in the directory")
		case i > 0 && order[i-1].offset == e.offset && order[i-1].raw == e.raw && order[i-1].crc == e.crc:
			e.dropped = true // the same record twice
		case i > 0 && order[i-1].offset == e.offset:
			e.refuse(KindOverlap, "it shares its bytes with the member "+short(order[i-1].name))
		}
	}
	for i := len(order) - 2; i >= 0; i-- { // the first of a shared offset ends where the last does
		if order[i].offset == order[i+1].offset {
			order[i].limit = order[i+1].limit
		}
	}
	for _, e := range order {
		if e.refusal == nil {
			e.checkExtent(size)
		}
	}
}

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

// settleDuplicates leaves one readable entry of each name: any one if they are
// alike, else the last. Names that differ only in case are two names, and said.
func (d *directory) settleDuplicates() {
	byName := make(map[string][]*entry, len(d.entries))
	folded := make(map[string]string, len(d.entries))
	for i := range d.entries {
		e := &d.entries[i]
		if e.isDir() || e.isSpecial() || e.refusal != nil || e.dropped {
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
		same := byName[d.entries[i].name]
		if len(same) < 2 || same[0] != &d.entries[i] {
			continue
		}
		kept := same[len(same)-1]
		p := kept.problem(KindDuplicate, fmt.Sprintf("the zip has %d members of this name, unlike in content", len(same)))
		p.Kept = "the last of them"
		if alike(same) {
			p.Kind, p.Text = KindRepeated, fmt.Sprintf("the zip has %d members of this name, alike in content", len(same))
			p.Kept = "one of them"
		}
		kept.problems = append(kept.problems, p)
		for _, e := range same[:len(same)-1] {
			e.dropped = true
		}
	}
}

func alike(es []*entry) bool {
	for _, e := range es[1:] {
		if e.crc != es[0].crc || e.size != es[0].size {
			return false
		}
	}
	return true
}
