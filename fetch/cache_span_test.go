package fetch

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSpansAgainstBytes compares the set operations with a plain set of bytes.
func TestSpansAgainstBytes(t *testing.T) {
	const size = 60
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var ss spans
		var bytes [size]bool
		for range 20 {
			off := r.Int64N(size)
			s := span{off, off + r.Int64N(size-off+1)}
			add := r.IntN(3) > 0
			if add {
				ss = ss.add(s)
			} else {
				ss = ss.remove(s)
			}
			for i := s.off; i < s.end; i++ {
				bytes[i] = add
			}
			var got [size]bool
			for i, e := range ss {
				if e.len() <= 0 || i > 0 && ss[i-1].end >= e.off {
					t.Fatalf("not sorted, disjoint and apart: %v", ss)
				}
				for k := e.off; k < e.end; k++ {
					got[k] = true
				}
			}
			if got != bytes {
				t.Fatalf("%v after %v of %v", ss, add, s)
			}
			var missing [size]bool
			for _, m := range ss.missing(span{0, size}) {
				for k := m.off; k < m.end; k++ {
					missing[k] = true
				}
			}
			for k := range size {
				if missing[k] == bytes[k] {
					t.Fatalf("missing of %v is wrong at %d", ss, k)
				}
			}
		}
	}
}

func TestCoalesce(t *testing.T) {
	const mib = 1 << 20
	tests := []struct {
		name   string
		wanted []span
		size   int64
		want   spans
	}{
		{"nothing", nil, 100, nil},
		{"one", []span{{10, 20}}, 100, spans{{10, 20}}},
		{"near", []span{{5 * mib, 6 * mib}, {0, mib}, {2 * mib, 3 * mib}}, 100 * mib, spans{{0, 3 * mib}, {5 * mib, 6 * mib}}},
		{"just too far", []span{{0, 10}, {mib + 11, mib + 20}}, 100 * mib, spans{{0, 10}, {mib + 11, mib + 20}}},
		{"most of it", []span{{0, 71}}, 100, spans{{0, 100}}},
		{"not most of it", []span{{0, 70}}, 100, spans{{0, 70}}},
		{"twice the same", []span{{0, 40}, {0, 40}}, 100, spans{{0, 40}}},
		{"out of range", []span{{-5, 5}, {95, 200}}, 100, spans{{0, 100}}},
	}
	for _, tt := range tests {
		if got := coalesce(tt.wanted, tt.size); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, n := range []int64{1, 16, 17, 100, 1000} {
		parts := split(spans{{5, 5 + n}, {5000, 5001}}, 16)
		at := int64(5)
		for _, p := range parts[:len(parts)-1] {
			if p.off != at || p.len() > 16 || p.len() <= 0 {
				t.Errorf("%d: %v", n, parts)
			}
			at = p.end
		}
		if at != 5+n || parts[len(parts)-1] != (span{5000, 5001}) {
			t.Errorf("%d: %v", n, parts)
		}
	}
}
