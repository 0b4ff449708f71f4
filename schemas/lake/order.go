package lake

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"inquest/schemas"
)

// series says how the samples of a table are sorted: by series, instant and member.
// Rows are not moved; a permutation is made. Members come in no certain order, so the
// member takes part; rows that are alike in all of these keep their order.
type series[R any, K comparable] struct {
	key    func(*R) K
	less   func(a, b K) int
	ts     func(*R) int64
	source func(*R) *schemas.Source
}

// order returns the permutation. It costs one pass when the samples of each series come
// in the order of time, as logs do.
func (s series[R, K]) order(rows []R) ([]int32, error) {
	if err := fits(len(rows)); err != nil {
		return nil, err
	}
	ids, ranks := s.rank(rows)
	starts := make([]int32, len(ranks)+1)
	for _, id := range ids {
		starts[ranks[id]+1]++
	}
	for i := 1; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	perm := make([]int32, len(rows))
	next := slices.Clone(starts)
	for i, id := range ids {
		r := ranks[id]
		perm[next[r]] = int32(i)
		next[r]++
	}
	s.sortSeries(rows, perm, starts)
	return perm, nil
}

// rank numbers the distinct keys in order of appearance, gives each row its number and
// each number its rank; keys that compare equal share one.
func (s series[R, K]) rank(rows []R) (ids, ranks []int32) {
	ids = make([]int32, len(rows))
	seen := make(map[K]int32)
	var keys []K
	var last K
	lastID := int32(-1)
	for i := range rows {
		k := s.key(&rows[i])
		if lastID < 0 || k != last {
			id, ok := seen[k]
			if !ok {
				id = int32(len(keys))
				seen[k] = id
				keys = append(keys, k)
			}
			last, lastID = k, id
		}
		ids[i] = lastID
	}
	sorted := make([]int32, len(keys))
	for i := range sorted {
		sorted[i] = int32(i)
	}
	slices.SortFunc(sorted, func(a, b int32) int { return s.less(keys[a], keys[b]) })
	ranks = make([]int32, len(keys))
	rank := int32(-1)
	for i, id := range sorted {
		if i == 0 || s.less(keys[sorted[i-1]], keys[id]) != 0 {
			rank++
		}
		ranks[id] = rank
	}
	return ids, ranks
}

// sortSeries puts the rows of each series in order of instant and member.
func (s series[R, K]) sortSeries(rows []R, perm, starts []int32) {
	compare := func(a, b int32) int {
		x, y := &rows[a], &rows[b]
		return cmp.Or(cmp.Compare(s.ts(x), s.ts(y)), compareSources(s.source(x), s.source(y)))
	}
	for i := 0; i+1 < len(starts); i++ {
		part := perm[starts[i]:starts[i+1]]
		if !slices.IsSortedFunc(part, compare) {
			slices.SortStableFunc(part, compare)
		}
	}
}

func compareSources(a, b *schemas.Source) int {
	if a == b {
		return 0
	}
	return cmp.Or(strings.Compare(a.Member, b.Member), strings.Compare(a.Format, b.Format),
		strings.Compare(a.Leg, b.Leg), strings.Compare(a.TSSource, b.TSSource), strings.Compare(a.Coverage, b.Coverage))
}

// compareKeys orders series of table stats.
func compareKeys(a, b *schemas.StatKey) int {
	return cmp.Or(strings.Compare(a.Metric, b.Metric), strings.Compare(a.Labels, b.Labels))
}

// orderFunc sorts by a plain comparison; for small tables.
func orderFunc[R any](compare func(a, b *R) int) func(rows []R) ([]int32, error) {
	return func(rows []R) ([]int32, error) {
		if err := fits(len(rows)); err != nil {
			return nil, err
		}
		perm := make([]int32, len(rows))
		for i := range perm {
			perm[i] = int32(i)
		}
		slices.SortStableFunc(perm, func(a, b int32) int { return compare(&rows[a], &rows[b]) })
		return perm, nil
	}
}

// fits tells whether row numbers fit a permutation.
func fits(rows int) error {
	if rows > math.MaxInt32 {
		return fmt.Errorf("%d rows are more than one file takes; split the artifact", rows)
	}
	return nil
}
