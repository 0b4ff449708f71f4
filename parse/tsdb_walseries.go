package parse

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/tsdb/record"
	tsdbstones "github.com/prometheus/prometheus/tsdb/tombstones"

	"inquest/schemas"
)

// walSeries is a series that a write-ahead log names.
type walSeries struct {
	labels  labels.Labels
	read    tsdbSamples
	deleted [][2]int64
	sorted  bool
}

// walData is what the records of a write-ahead log hold. A series may be named several
// times, under several numbers; samples are held in the order in which they were written.
type walData struct {
	room   int // samples that are kept, the newest
	series []walSeries
	byRef  map[uint64]int32 // which of series; -1: left out
	byName map[string]int32

	all        int // series named
	buckets    int
	perItem    int
	text       int   // bytes of labels
	tooMany    int   // series left out since there are too many
	held       int   // samples kept
	since      int64 // older samples are left out, milliseconds
	histograms int   // records
	unknown    int   // records of a type that is not known
	nameless   int   // samples of series that were not named
	ends       int   // marks of the end of a series

	decoder record.Decoder
	samples []record.RefSample
	stones  []tsdbstones.Stone
	builder labels.ScratchBuilder
}

const maxWALSeries = 1 << 19 // series that are kept

var errWALRecord = errors.New("its contents cannot be read")

func newWALData(room int) *walData {
	return &walData{room: room, byRef: map[uint64]int32{}, byName: map[string]int32{}, since: math.MinInt64,
		decoder: record.NewDecoder(labels.NewSymbolTable(), nil)}
}

// take takes a record.
func (d *walData) take(rec []byte) (err error) {
	if len(rec) == 0 {
		return errWALRecord
	}
	switch record.Type(rec[0]) {
	case record.Series:
		return d.takeSeries(rec[1:])
	case record.Samples, record.SamplesV2:
		d.samples, err = d.decoder.Samples(rec, d.samples[:0])
		for i := range d.samples {
			d.add(&d.samples[i])
		}
		d.trim()
	case record.Tombstones:
		d.stones, err = d.decoder.Tombstones(rec, d.stones[:0])
		for _, s := range d.stones {
			if i, ok := d.byRef[uint64(s.Ref)]; ok && i >= 0 {
				for _, span := range s.Intervals {
					d.series[i].deleted = append(d.series[i].deleted, [2]int64{span.Mint, span.Maxt})
				}
			}
		}
	case record.HistogramSamples, record.FloatHistogramSamples, record.CustomBucketsHistogramSamples, record.CustomBucketsFloatHistogramSamples,
		record.HistogramSamplesV2, record.FloatHistogramSamplesV2:
		d.histograms++
	case record.Exemplars, record.MmapMarkers, record.Metadata, record.MinValidTime: // hold no samples
	default:
		d.unknown++
	}
	return err
}

// takeSeries reads names of series: a number of eight bytes, how many labels, and the
// labels as texts with their lengths.
func (d *walData) takeSeries(b []byte) error {
	word := func() (string, bool) {
		n, k := binary.Uvarint(b)
		if k <= 0 || n > uint64(len(b)-k) {
			return "", false
		}
		s := string(b[k : k+int(n)])
		b = b[k+int(n):]
		return s, true
	}
	for len(b) > 0 {
		if len(b) < 8 {
			return errWALRecord
		}
		ref := binary.BigEndian.Uint64(b)
		n, k := binary.Uvarint(b[8:])
		if k <= 0 || n > uint64(len(b)) {
			return errWALRecord
		}
		b = b[8+k:]
		d.builder.Reset()
		size := 0
		for range n {
			name, ok1 := word()
			value, ok2 := word()
			if !ok1 || !ok2 {
				return errWALRecord
			}
			size += len(name) + len(value)
			d.builder.Add(name, value)
		}
		d.builder.Sort()
		d.name(ref, d.builder.Labels(), size)
	}
	return nil
}

// name notes that a number stands for a series. What is left out of blocks is left out here.
func (d *walData) name(ref uint64, l labels.Labels, size int) {
	if len(d.byRef) >= 2*maxWALSeries {
		d.tooMany++
		return
	}
	id := l.String()
	if i, ok := d.byName[id]; ok {
		d.byRef[ref] = i
		return
	}
	d.all++
	switch {
	case l.Has("le"):
		d.buckets++
		d.byRef[ref] = -1
	case strings.HasPrefix(l.Get(metricName), "kv_") && l.Has("collection"):
		d.perItem++
		d.byRef[ref] = -1
	case len(d.series) >= maxWALSeries || d.text+size > maxTSDBIndex:
		d.tooMany++
		d.byRef[ref] = -1
	default:
		d.text += size
		d.byRef[ref] = int32(len(d.series))
		d.byName[id] = int32(len(d.series))
		d.series = append(d.series, walSeries{labels: l, sorted: true})
	}
}

func (d *walData) add(s *record.RefSample) {
	i, ok := d.byRef[uint64(s.Ref)]
	if !ok {
		d.nameless++
		return
	}
	if i < 0 || s.T < d.since {
		return
	}
	if schemas.IsNull(s.V) { // a mark of its end, as in a block
		d.ends++
		return
	}
	p := &d.series[i]
	if n := len(p.read.ms); n > 0 && s.T <= p.read.ms[n-1] {
		p.sorted = false
	}
	p.read.ms, p.read.values = append(p.read.ms, s.T), append(p.read.values, s.V)
	d.held++
}

// trim leaves out the oldest samples when too many are held.
func (d *walData) trim() {
	if d.held <= d.room+d.room/4 {
		return
	}
	all := make([]int64, 0, d.held)
	for i := range d.series {
		all = append(all, d.series[i].read.ms...)
	}
	slices.Sort(all)
	d.since = all[len(all)-max(1, d.room)]
	if all[0] == d.since { // all at one instant
		d.since++
	}
	d.held = 0
	for i := range d.series {
		p := &d.series[i].read
		n := 0
		for j, ms := range p.ms {
			if ms >= d.since {
				p.ms[n], p.values[n] = ms, p.values[j]
				n++
			}
		}
		p.ms, p.values = p.ms[:n], p.values[:n]
		d.held += n
	}
}

// inTime puts the samples of a series in order; of two of one instant the later written
// stays. What was deleted is taken out.
func (s *walSeries) inTime() {
	p := &s.read
	if !s.sorted {
		order := make([]int, len(p.ms))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.ms[a], p.ms[b]) })
		was := p.clone()
		for i, j := range order {
			p.ms[i], p.values[i] = was.ms[j], was.values[j]
		}
	}
	n := 0
	for i, ms := range p.ms {
		if isDeleted(s.deleted, ms) {
			continue
		}
		if n > 0 && p.ms[n-1] == ms {
			n--
		}
		p.ms[n], p.values[n] = ms, p.values[i]
		n++
	}
	p.ms, p.values = p.ms[:n], p.values[:n]
}
