package main

import (
	"cmp"
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"

	"inquest/report/diff"
	"inquest/schemas/lake"
)

// testRows are the runs of one test of a lake.
type testRows struct {
	test, job, labels string
	rows              []lake.Run
}

// testsOf sorts runs by test, job and factors; those whose test or build is not known are left out.
func testsOf(rows []lake.Run) []testRows {
	var out []testRows
	for _, r := range rows {
		if r.BuildID == "" || r.Test == "" && r.Job == "" {
			continue
		}
		i := slices.IndexFunc(out, func(t testRows) bool { return t.test == r.Test && t.job == r.Job && t.labels == r.Labels })
		if i < 0 {
			i = len(out)
			out = append(out, testRows{test: r.Test, job: r.Job, labels: r.Labels})
		}
		out[i].rows = append(out[i].rows, r)
	}
	slices.SortFunc(out, func(a, b testRows) int {
		return cmp.Or(cmp.Compare(a.test, b.test), cmp.Compare(a.job, b.job), cmp.Compare(a.labels, b.labels))
	})
	return out
}

// most is the build with most runs, and their number.
func (t *testRows) most() (build string, runs int) {
	count := map[string]int{}
	for _, r := range t.rows {
		count[r.BuildID]++
		if n := count[r.BuildID]; n > runs {
			build, runs = r.BuildID, n
		}
	}
	return build, runs
}

func (t *testRows) enough() bool { _, n := t.most(); return n >= fewestRepeats }

func (t *testRows) factors() map[string]string {
	out := map[string]string{}
	if t.labels != "" && json.Unmarshal([]byte(t.labels), &out) != nil {
		return map[string]string{"factors": t.labels}
	}
	return out
}

// checker makes the A/A comparisons of one test.
type checker struct {
	app      *app
	shelf    *shelf
	all      []*diff.Run // repeats of each other, all groups
	tally    *diff.Tally
	measured map[string]*diff.BookRun
	loaded   []*diff.Run // the last few with their samples
	made     int
}

// runsAtHand bounds the runs that are kept with their samples.
const runsAtHand = 8

// group compares the runs of a group: every split, or a sample of at most so many, of
// which the disjoint ones come first.
func (c *checker) group(ctx context.Context, g []*diff.Run, most int) error {
	rng := rand.New(rand.NewPCG(uint64(len(g)), 1)) // the same sample each time
	one, two := diff.Splits(g, 1), diff.Splits(g, 2)
	half := most - min(len(two), most/2)
	for _, splits := range [][]diff.Split{sample(rng, one, half), sample(rng, two, most-min(len(one), half))} {
		for _, s := range splits {
			if err := c.compare(ctx, s); err != nil {
				return err
			}
		}
	}
	c.tally.Possible(one, two)
	return nil
}

// sample keeps the disjoint splits and draws of the others, in their order.
func sample(rng *rand.Rand, splits []diff.Split, most int) []diff.Split {
	if len(splits) <= most {
		return splits
	}
	n := 0
	for n < len(splits) && splits[n].Disjoint {
		n++
	}
	if n >= most {
		return splits[:most]
	}
	drawn := rng.Perm(len(splits) - n)[:most-n]
	slices.Sort(drawn)
	out := slices.Clone(splits[:n])
	for _, i := range drawn {
		out = append(out, splits[n+i])
	}
	return out
}

// compare makes one comparison, under two labels so that it is no A/A comparison for the
// program.
func (c *checker) compare(ctx context.Context, s diff.Split) error {
	in := &diff.Input{Tool: c.app.tool()}
	for _, side := range []struct {
		to    *[]*diff.Run
		label string
		runs  []*diff.Run
	}{{&in.Base, " earlier", s.Base}, {&in.Head, " later", s.Head}} {
		for _, r := range side.runs {
			full, err := c.load(ctx, r)
			if err != nil {
				return err
			}
			as := *full
			as.Build += side.label
			*side.to = append(*side.to, &as)
		}
	}
	if c.app.book {
		chosen, _ := diff.ChooseBook(slices.Concat(in.Base, in.Head), c.all)
		book, err := c.books(ctx, chosen)
		if err != nil {
			return err
		}
		in.Book = book
	}
	c.made++
	c.tally.Count(s, diff.Compare(in))
	return nil
}

// load reads a run with everything, or has it at hand.
func (c *checker) load(ctx context.Context, r *diff.Run) (*diff.Run, error) {
	i := slices.IndexFunc(c.loaded, func(x *diff.Run) bool { return x.ID == r.ID })
	if i >= 0 {
		full := c.loaded[i]
		c.loaded = append(slices.Delete(c.loaded, i, i+1), full)
		return full, nil
	}
	full, _, err := c.app.loadRun(ctx, c.shelf.lake, lake.Run{RunID: r.ID, BuildID: r.Build})
	if err != nil {
		return nil, err
	}
	full.Stratum = r.Stratum
	if len(c.loaded) >= runsAtHand {
		c.loaded = slices.Delete(c.loaded, 0, 1)
	}
	c.loaded = append(c.loaded, full)
	return full, nil
}

// books measures runs for a noise book, each once.
func (c *checker) books(ctx context.Context, runs []*diff.Run) ([]*diff.BookRun, error) {
	var out []*diff.BookRun
	for _, r := range runs {
		if c.measured[r.ID] == nil {
			b, err := c.shelf.measure(ctx, []*diff.Run{r})
			if err != nil {
				return nil, err
			}
			c.measured[r.ID] = b[0]
		}
		out = append(out, c.measured[r.ID])
	}
	return out, nil
}
