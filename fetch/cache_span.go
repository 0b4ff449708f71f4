package fetch

import (
	"cmp"
	"slices"
)

// A span is the bytes [off, end) of an artifact.
type span struct{ off, end int64 }

func (s span) len() int64 { return s.end - s.off }

func compareSpans(a, b span) int {
	return cmp.Or(cmp.Compare(a.off, b.off), cmp.Compare(a.end, b.end))
}

// spans is a set of bytes: sorted, disjoint, and not adjacent.
type spans []span

// add returns the set with s in it.
func (ss spans) add(s span) spans {
	if s.len() <= 0 {
		return ss
	}
	lo, _ := slices.BinarySearchFunc(ss, s.off, func(e span, off int64) int { return cmp.Compare(e.end, off) })
	hi := lo
	for hi < len(ss) && ss[hi].off <= s.end {
		s.off, s.end = min(s.off, ss[hi].off), max(s.end, ss[hi].end)
		hi++
	}
	return slices.Replace(ss, lo, hi, s)
}

// remove returns the set without the bytes of s.
func (ss spans) remove(s span) spans {
	if s.len() <= 0 {
		return ss
	}
	var out spans
	for _, e := range ss {
		if left := (span{e.off, min(e.end, s.off)}); left.len() > 0 {
			out = append(out, left)
		}
		if right := (span{max(e.off, s.end), e.end}); right.len() > 0 {
			out = append(out, right)
		}
	}
	return out
}

// missing returns the parts of s that are not in the set.
func (ss spans) missing(s span) spans {
	out := spans{s}
	if s.len() <= 0 {
		return nil
	}
	for _, e := range ss {
		out = out.remove(e)
	}
	return out
}

// covers reports whether all of s is in the set.
func (ss spans) covers(s span) bool { return len(ss.missing(s)) == 0 }

// total is the number of bytes in the set.
func (ss spans) total() int64 {
	var n int64
	for _, s := range ss {
		n += s.len()
	}
	return n
}

const (
	// mergeGap is the largest gap that is cheaper to download than to skip:
	// about what one round trip costs.
	mergeGap = 1 << 20
	// wholeShare of an object wanted makes the whole object one download.
	wholeShare = 0.7
	// partSize is the longest range of one request.
	partSize = 16 << 20
)

// coalesce plans the download of wanted from an object of size bytes: near
// spans are merged, and most of the object becomes the whole of it. The plan
// does not depend on what is already there, so that a second run asks only for
// the rest of it.
func coalesce(wanted []span, size int64) spans {
	var set spans
	for _, w := range wanted {
		set = set.add(span{max(w.off, 0), min(w.end, size)})
	}
	if float64(set.total()) > wholeShare*float64(size) {
		return spans{{0, size}}
	}
	var out spans
	for _, s := range set {
		if n := len(out); n > 0 && s.off-out[n-1].end <= mergeGap {
			out[n-1].end = s.end
			continue
		}
		out = append(out, s)
	}
	return out
}

// split cuts spans into parts of nearly equal length, none over limit.
func split(ss spans, limit int64) []span {
	var out []span
	for _, s := range ss {
		n := (s.len() + limit - 1) / limit
		for i := range n {
			out = append(out, span{s.off + s.len()*i/n, s.off + s.len()*(i+1)/n})
		}
	}
	return out
}
