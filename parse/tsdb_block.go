package parse

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/prometheus/prometheus/tsdb/chunkenc"

	"inquest/schemas"
)

// tsdbSnapshot reads the blocks of one snapshot, the newest first.
type tsdbSnapshot struct {
	ctx      context.Context
	artifact string
	room     int // rows that may still be given
	done     []tsdbDone
}

// tsdbDone is a block that was read.
type tsdbDone struct {
	min, max int64 // milliseconds
	rows     *schemas.Rows
	sound    bool // all of it could be read
}

// read reads one block. What goes wrong is a problem of the block.
func (s *tsdbSnapshot) read(b *tsdbFiles) tsdbBlock {
	out := tsdbBlock{Name: b.name, Size: b.size, Rows: &schemas.Rows{}}
	l := newLog(s.artifact, b.name, "tsdb", bufio.NewReader(strings.NewReader("")), out.Rows, Options{ZoneKnown: true})
	l.held.most = math.MaxInt // the index says how many series there are, and its size is bounded
	r := &blockReader{s: s, l: l, files: b}
	err := r.read()
	l.finish()
	if err != nil {
		kept := fmt.Sprintf("%d rows", len(out.Rows.CPU)+len(out.Rows.Stats))
		l.SkipAt(0, schemas.NoData, "the block could not be read: "+err.Error())
		out.Problems = append(out.Problems, Problem{Kind: "block_damaged", Member: b.name, Text: err.Error(), Kept: kept})
	}
	s.room -= len(out.Rows.Stats)
	if r.index != nil {
		s.done = append(s.done, tsdbDone{r.index.min, r.index.max, out.Rows, err == nil})
	}
	return out
}

// blockReader reads one block.
type blockReader struct {
	s     *tsdbSnapshot
	l     *Log
	files *tsdbFiles
	index *tsdbIndex
	stone tombstones
	since int64                     // older samples are left out, milliseconds
	seen  map[string]map[int64]bool // times of samples that another block gave, by series

	samplesRead tsdbSamples // of the current series
	it          chunkenc.Iterator
}

// read reads the block. The libraries that decode it trust lengths and offsets whose
// checksum is right; a panic in them is an error of the block.
func (r *blockReader) read() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("decode block: %v", p)
		}
	}()
	text, err := r.files.readAll(r.s.ctx, "index", maxTSDBIndex)
	if err != nil {
		return err
	}
	x, err := readTSDBIndex(r.s.ctx, text)
	if err != nil {
		return err
	}
	r.index, r.since = x, math.MinInt64
	if err := r.readTombstones(); err != nil {
		return err
	}
	if n := x.buckets + x.perItem; n > 0 {
		r.l.SkipAt(0, schemas.NotCounted, fmt.Sprintf("%d of %d series are left out: %d of histogram buckets, %d of single collections", n, x.all, x.buckets, x.perItem))
	}
	r.makeRoom()
	r.findSeen()
	return r.readSeries()
}

func (r *blockReader) readTombstones() error {
	if _, ok := r.files.files["tombstones"]; !ok {
		return nil
	}
	text, err := r.files.readAll(r.s.ctx, "tombstones", maxTSDBIndex)
	if err != nil {
		return err
	}
	r.stone, err = readTombstones(text)
	return err
}

// makeRoom leaves out the oldest samples of a block that holds more than may be given.
func (r *blockReader) makeRoom() {
	const perChunk = 120 // samples of a full chunk
	x := r.index
	if held := x.chunks * perChunk; held > r.s.room {
		span := float64(x.max-x.min) * float64(max(0, r.s.room)) / float64(held)
		r.since = x.max - int64(span)
		r.l.SkipAt(0, schemas.Unsupported, fmt.Sprintf("samples before %s are left out: a snapshot gives at most %d",
			time.UnixMilli(r.since).UTC().Format(time.RFC3339), maxTSDBRows))
	}
}

// findSeen lists the samples of blocks that overlap this one in time.
func (r *blockReader) findSeen() {
	for _, d := range r.s.done {
		from, to := max(d.min, r.index.min), min(d.max, r.index.max)
		if from > to {
			continue
		}
		if r.seen == nil {
			r.seen = map[string]map[int64]bool{}
		}
		for i := range d.rows.Stats {
			if row := &d.rows.Stats[i]; row.TS >= from*1000 && row.TS <= to*1000 {
				r.see(strings.TrimPrefix(row.Key.Metric, metricPrefix)+row.Key.Labels, row.TS)
			}
		}
		for i := range d.rows.CPU {
			r.see(cpuSeries, d.rows.CPU[i].TS)
		}
	}
}

func (r *blockReader) see(series string, ts int64) {
	if r.seen[series] == nil {
		r.seen[series] = map[int64]bool{}
	}
	r.seen[series][ts] = true
}
