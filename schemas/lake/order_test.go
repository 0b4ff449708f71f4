package lake

import (
	"math/rand/v2"
	"slices"
	"testing"

	"inquest/schemas"
)

// The fast order must be the one that a plain stable sort gives.
func TestOrderIsThatOfAPlainSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sources := []*schemas.Source{{Member: "b"}, {Member: "a", Leg: "2"}, {Member: "a", Leg: "1"}, {Member: "b"}}
	keys := []*schemas.StatKey{{Metric: "m", Labels: "y"}, {Metric: "m"}, {Metric: "a"}, {Metric: "m", Kind: schemas.Counter}}
	for range 200 {
		rows := make([]schemas.Stat, r.IntN(60))
		for i := range rows {
			rows[i] = schemas.Stat{TS: int64(r.IntN(5)), Key: keys[r.IntN(len(keys))], Source: sources[r.IntN(len(sources))]}
		}
		got, err := statsTable.order(rows)
		if err != nil {
			t.Fatal(err)
		}
		want, err := orderFunc(func(a, b *schemas.Stat) int {
			if c := compareKeys(a.Key, b.Key); c != 0 {
				return c
			}
			if a.TS != b.TS {
				return int(a.TS - b.TS)
			}
			return compareSources(a.Source, b.Source)
		})(rows)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("order %v, want %v", got, want)
		}
	}
}
