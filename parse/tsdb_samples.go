package parse

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/prometheus/prometheus/tsdb/chunkenc"

	"inquest/schemas"
)

// tsdbSamples are the samples of one series.
type tsdbSamples struct {
	ms     []int64
	values []float64
}

func (s *tsdbSamples) clone() tsdbSamples {
	return tsdbSamples{slices.Clone(s.ms), slices.Clone(s.values)}
}

// step is the median distance of the samples in seconds.
func (s *tsdbSamples) step() float64 {
	if len(s.ms) < 2 {
		return schemas.Null
	}
	d := make([]int64, len(s.ms)-1)
	for i := range d {
		d[i] = s.ms[i+1] - s.ms[i]
	}
	slices.Sort(d)
	return float64(d[len(d)/2]) / 1000
}

// readSeries reads the samples of all series and makes rows of them.
func (r *blockReader) readSeries() error {
	stream := newChunkStream(r.s.ctx, r.files)
	defer stream.Close()
	cpu := newTSDBCPU(r.index)
	damaged := 0
	var first error // of a damaged chunk
	var fatal error
	for i := range r.index.series {
		s := &r.index.series[i]
		err := r.samples(stream, s)
		if err != nil && !errors.Is(err, errChunk) {
			fatal = fmt.Errorf("series %s%s: %w", s.name, s.labels, err)
			break
		}
		if err != nil {
			damaged++
			if first == nil {
				first = err
			}
		}
		if !cpu.take(s, r.samplesRead) {
			r.add(s)
		}
	}
	cpu.add(r)
	if fatal == nil && damaged > 0 {
		fatal = fmt.Errorf("%d of %d series: %w", damaged, len(r.index.series), first)
	}
	return fatal
}

// samples reads the samples of a series. Those before a damaged chunk are kept.
func (r *blockReader) samples(stream *chunkStream, s *tsdbSeries) error {
	read := &r.samplesRead
	read.ms, read.values = read.ms[:0], read.values[:0]
	if err := r.s.ctx.Err(); err != nil {
		return err
	}
	deleted := r.stone[s.ref]
	last := int64(math.MinInt64)
	for _, c := range s.chunks {
		if c.MaxTime < r.since {
			continue
		}
		chunk, err := stream.chunk(c.Ref)
		if err != nil {
			return err
		}
		r.it = chunk.Iterator(r.it)
		for kind := r.it.Next(); kind != chunkenc.ValNone; kind = r.it.Next() {
			if kind != chunkenc.ValFloat {
				return fmt.Errorf("%w: it holds histograms, which are not read", errChunk)
			}
			ms, v := r.it.At()
			if ms <= last || ms < r.since || schemas.IsNull(v) || isDeleted(deleted, ms) { // NaN marks the end of a series
				continue
			}
			last = ms
			read.ms, read.values = append(read.ms, ms), append(read.values, v)
		}
		if err := r.it.Err(); err != nil {
			return fmt.Errorf("%w: %w", errChunk, err)
		}
	}
	return nil
}

// add makes rows of table stats of the series that was read.
func (r *blockReader) add(s *tsdbSeries) {
	read := &r.samplesRead
	kind, sure := tsdbKind(s.name)
	if !sure && falls(read.values) {
		kind = schemas.Gauge
	}
	unit, per := tsdbUnit(s.name, kind)
	key := r.l.Key(metricPrefix+s.name, s.labels, kind, unit)
	seen := r.seen[s.id()]
	step := read.step()
	for i, ms := range read.ms {
		if ts := ms * 1000; !seen[ts] {
			r.l.Stat(ts, key, read.values[i]/per, step)
		}
	}
}
