package parse

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/tsdb/index"
)

const metricName = "__name__" // the label that holds a series' name

// tsdbSeries is one series of a block.
type tsdbSeries struct {
	ref    uint64
	name   string
	labels string // as in table stats
	chunks []chunks.Meta
}

// id tells the series from all others of its block.
func (s *tsdbSeries) id() string { return s.name + s.labels }

// tsdbIndex lists the series of a block that are read, in the order of their chunks.
type tsdbIndex struct {
	series   []tsdbSeries
	all      int
	buckets  int // series of histograms left out
	perItem  int // series of single collections left out
	min, max int64
	chunks   int
}

// byteSlice lets the index reader read from memory.
type byteSlice []byte

func (b byteSlice) Len() int                    { return len(b) }
func (b byteSlice) Range(start, end int) []byte { return b[start:end] }

// readTSDBIndex reads a block's index. It leaves out what is told apart by ranges of
// values or by single collections, of which one node has thousands.
func readTSDBIndex(ctx context.Context, text []byte) (*tsdbIndex, error) {
	r, err := index.NewReader(byteSlice(text), index.DecodePostingsRaw)
	if err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	name, value := index.AllPostingsKey()
	postings, err := r.Postings(ctx, name, value)
	if err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	x := &tsdbIndex{}
	var builder labels.ScratchBuilder
	var metas []chunks.Meta
	var own []labels.Labels
	for postings.Next() {
		if err := r.Series(postings.At(), &builder, &metas); err != nil {
			return nil, fmt.Errorf("read index: %w", err)
		}
		x.all++
		l := builder.Labels()
		s := tsdbSeries{ref: uint64(postings.At()), name: l.Get(metricName)}
		switch {
		case l.Has("le"):
			x.buckets++
			continue
		case strings.HasPrefix(s.name, "kv_") && l.Has("collection"):
			x.perItem++
			continue
		}
		s.chunks = slices.Clone(metas)
		x.add(s)
		own = append(own, l)
	}
	if err := postings.Err(); err != nil {
		return nil, fmt.Errorf("read index: %w", err)
	}
	x.label(own)
	return x, nil
}

func (x *tsdbIndex) add(s tsdbSeries) {
	for _, c := range s.chunks {
		if x.chunks == 0 || c.MinTime < x.min {
			x.min = c.MinTime
		}
		if x.chunks == 0 || c.MaxTime > x.max {
			x.max = c.MaxTime
		}
		x.chunks++
	}
	x.series = append(x.series, s)
}

// label gives each series its labels: those that tell series of one name apart. job
// and instance are the same for all of a service and are kept only where needed.
func (x *tsdbIndex) label(own []labels.Labels) {
	met := map[string]int{}
	for i := range x.series {
		s := &x.series[i]
		s.labels = tsdbLabels(own[i], s.name == "up" || strings.HasPrefix(s.name, "scrape_"))
		met[s.id()]++
	}
	for i := range x.series {
		if s := &x.series[i]; met[s.id()] > 1 {
			s.labels = tsdbLabels(own[i], true)
		}
	}
}

// tsdbLabels writes the labels of a series for table stats.
func tsdbLabels(l labels.Labels, whole bool) string {
	var pairs []string
	l.Range(func(l labels.Label) {
		switch l.Name {
		case metricName, "name", "category":
			return
		case "job", "instance":
			if !whole {
				return
			}
		}
		pairs = append(pairs, l.Name, l.Value)
	})
	return labelJSON(pairs...)
}
