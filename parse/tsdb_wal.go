package parse

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/prometheus/model/labels"

	"inquest/schemas"
)

// walFiles are the files of a write-ahead log: what is not in a block yet, the newest two
// or three hours, or all where the collector copied the live folder of a young server.
type walFiles struct {
	segments []walSegment
	size     int64
	others   int64 // bytes beside the log: parts of the head that the log holds too
}

// walSegment is one file. A checkpoint holds what was kept of the segments up to its number.
type walSegment struct {
	checkpoint int // -1: none
	number     int
	name       string // below the folder of the log
	file       File
}

// add takes a file by its path, if it is a part of the head of the database.
func (w *walFiles) add(parts []string, f File) {
	i := slices.IndexFunc(parts, func(p string) bool { return p == "wal" || p == "wbl" || p == "chunks_head" })
	if i < 0 {
		return
	}
	rest := parts[i+1:]
	s := walSegment{checkpoint: -1, name: strings.Join(rest, "/"), file: f}
	ok := parts[i] == "wal" && len(rest) > 0
	if ok && len(rest) == 2 {
		number, found := strings.CutPrefix(rest[0], "checkpoint.")
		s.checkpoint, ok = segmentNumber(number)
		ok = ok && found
	}
	if ok {
		s.number, ok = segmentNumber(rest[len(rest)-1])
	}
	if !ok || len(rest) > 2 {
		w.others += f.Size
		return
	}
	w.segments = append(w.segments, s)
	w.size += f.Size
}

func segmentNumber(s string) (int, bool) {
	n, err := strconv.ParseUint(s, 10, 31)
	return int(n), err == nil
}

// inOrder lists what is read: the last checkpoint, then the segments after it.
func (w *walFiles) inOrder() []walSegment {
	last := -1
	for _, s := range w.segments {
		last = max(last, s.checkpoint)
	}
	out := slices.DeleteFunc(slices.Clone(w.segments), func(s walSegment) bool {
		return s.checkpoint != last && (s.checkpoint >= 0 || s.number <= last)
	})
	slices.SortFunc(out, func(a, b walSegment) int {
		return cmp.Or(cmp.Compare(b.checkpoint, a.checkpoint), cmp.Compare(a.number, b.number))
	})
	return out
}

// walReader reads a write-ahead log. The log is read before the blocks, which leave room
// for it, and gives its rows after them: what a block holds too is taken from the block.
type walReader struct {
	ctx      context.Context
	files    *walFiles
	data     *walData
	problems []Problem
	cut      string // how the log ends, when that is within a record; a copy of a live log does
}

// read reads the records.
func (w *walReader) read() {
	var records walRecords
	defer records.close()
	list := w.files.inOrder()
	for i, s := range list {
		if i > 0 && s.checkpoint == list[i-1].checkpoint && s.number != list[i-1].number+1 {
			w.problem(fmt.Sprintf("the segments between %s and %s are missing", list[i-1].name, s.name))
		}
		err := w.segment(&records, s)
		switch {
		case err == nil:
		case errors.Is(err, errWALCut) && i == len(list)-1:
			w.cut = fmt.Sprintf("segment %s: it ends within a record at byte %d; what is before it is read", s.name, records.start)
		default:
			w.problem(fmt.Sprintf("segment %s, byte %d: %v; what is before it is read", s.name, records.start, err))
		}
	}
}

func (w *walReader) problem(text string) {
	w.problems = append(w.problems, Problem{Kind: "wal_damaged", Member: tsdbFolder + "/wal", Text: text})
}

// segment reads one segment. A panic in a library that decodes it is an error of the segment.
func (w *walReader) segment(records *walRecords, s walSegment) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("decode record: %v", p)
		}
	}()
	rc, err := s.file.Open(w.ctx)
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	defer rc.Close()
	records.open(rc)
	for w.ctx.Err() == nil {
		rec, err := records.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = w.data.take(rec)
		}
		if err != nil {
			return err
		}
	}
	return w.ctx.Err()
}

// rows gives what the blocks of the snapshot do not hold.
func (w *walReader) rows(s *tsdbSnapshot) tsdbBlock {
	out := tsdbBlock{Name: tsdbFolder + "/wal", Size: w.files.size, Rows: &schemas.Rows{}}
	l := newLog(s.artifact, out.Name, "tsdb", bufio.NewReader(strings.NewReader("")), out.Rows, Options{ZoneKnown: true})
	x := &tsdbIndex{min: math.MaxInt64, max: math.MinInt64}
	var own []labels.Labels
	var samples []tsdbSamples
	for i := range w.data.series {
		p := &w.data.series[i]
		p.inTime()
		s.outside(&p.read)
		n := len(p.read.ms)
		if n == 0 {
			continue
		}
		x.min, x.max = min(x.min, p.read.ms[0]), max(x.max, p.read.ms[n-1])
		x.series = append(x.series, tsdbSeries{name: p.labels.Get(metricName)})
		own, samples = append(own, p.labels), append(samples, p.read)
	}
	x.label(own)
	r := &blockReader{s: s, l: l, index: x}
	r.findSeen() // of blocks that are damaged
	cpu := newTSDBCPU(x)
	w.data.series, w.data.byName, w.data.byRef = nil, nil, nil
	for i := range x.series {
		r.samplesRead = samples[i]
		samples[i] = tsdbSamples{} // rows take several times its room
		if !cpu.take(&x.series[i], r.samplesRead) {
			r.add(&x.series[i])
		}
	}
	cpu.add(r)
	w.report(l)
	l.finish()
	for i := range w.problems {
		l.SkipAt(0, schemas.CutRow, w.problems[i].Text)
		w.problems[i].Kept = fmt.Sprintf("%d rows", len(out.Rows.CPU)+len(out.Rows.Stats))
	}
	out.Problems = w.problems
	return out
}

// report says what was left out.
func (w *walReader) report(l *Log) {
	d := w.data
	say := func(n int, reason, text string) {
		if n > 0 {
			l.SkipAt(0, reason, fmt.Sprintf(text, n))
		}
	}
	if n := d.buckets + d.perItem; n > 0 {
		l.SkipAt(0, schemas.NotCounted, fmt.Sprintf("%d of %d series are left out: %d of histogram buckets, %d of single collections", n, d.all, d.buckets, d.perItem))
	}
	say(d.histograms, schemas.NotCounted, "%d records of histograms, which are not read")
	say(int(w.files.others), schemas.NotCounted, "%d bytes of parts of the head, whose samples the write-ahead log holds too")
	say(d.tooMany, schemas.Unsupported, "%d series are left out: there are too many")
	say(d.unknown, schemas.Unsupported, "%d records of a type that is not known")
	say(d.nameless, schemas.NamesLost, "%d samples of series that the log does not name")
	if d.since > math.MinInt64 {
		l.SkipAt(0, schemas.Unsupported, fmt.Sprintf("samples before %s are left out: a snapshot gives at most %d",
			time.UnixMilli(d.since).UTC().Format(time.RFC3339), maxTSDBRows))
	}
	if w.cut != "" {
		l.SkipAt(0, schemas.CutRow, w.cut)
	}
}

// outside takes the samples out that lie within a block that was read: it has them all.
func (s *tsdbSnapshot) outside(read *tsdbSamples) {
	n := 0
	for i, ms := range read.ms {
		if !slices.ContainsFunc(s.done, func(d tsdbDone) bool { return d.sound && ms >= d.min && ms <= d.max }) {
			read.ms[n], read.values[n] = ms, read.values[i]
			n++
		}
	}
	read.ms, read.values = read.ms[:n], read.values[:n]
}
