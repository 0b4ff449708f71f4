package parse

import (
	"bytes"
	"fmt"
	"math"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "prometheus",
		Doc:    "metrics as Prometheus scrapes them, and OpenMetrics: one scrape or many joined",
		Source: "prometheus/docs, exposition_formats; OpenMetrics 1.0",
		Specimen: `# HELP node_cpu_seconds_total Seconds the CPUs spent in each mode.
# TYPE node_cpu_seconds_total counter
node_cpu_seconds_total{cpu="0",mode="idle"} 362812.79
`,
		Tables: []string{"stats"},
		Match:  matchExposition,
		Parse:  parseExposition,
	})
}

// matchExposition knows the text by a line of type, or, where there is none, by samples
// with labels among lines that are nearly all samples.
func matchExposition(h Head) int {
	labelled, samples, others := 0, 0, 0
	for i, line := range h.Lines {
		if rest, ok := bytes.CutPrefix(line, []byte("# TYPE ")); ok {
			_, kind, _ := bytes.Cut(rest, []byte{' '})
			if expositionTypes[string(bytes.TrimSpace(kind))] {
				return 95
			}
		}
		if len(line) == 0 || line[0] == '#' || i == len(h.Lines)-1 {
			continue
		}
		var s exposed
		if !s.parse(line) {
			others++
			continue
		}
		samples++
		if len(s.name) < len(s.id) && bytes.Contains(s.id, []byte(`="`)) {
			labelled++
		}
	}
	if labelled >= 3 && samples >= 10*others {
		return 60
	}
	return 0
}

const maxExposed = 1 << 18 // series, and families, that are known

// exposition is a member being read. Samples without a time are dated by their scrape: a
// series that comes again begins the next one.
type exposition struct {
	l      *Log
	snaps  *snapshots
	sample exposed
	types  map[string]string // of families
	units  map[string]string
	series map[string]*exposedSeries
	same   map[*schemas.StatKey]*exposedSeries // one that is written in several ways is one
	scrape int                                 // number of the current one, from 1
	ended  bool                                // the next sample begins a scrape
	dated  bool                                // the scrape has a time
	step   float64                             // seconds since the one before

	zoned    *schemas.Source // of samples that have a time
	noValue  int
	created  int
	buckets  int
	perItem  int
	tooMany  int
	families int // that are too many to be known
}

// exposedSeries is one series.
type exposedSeries struct {
	key    *schemas.StatKey
	per    float64
	left   *int // counts its samples, which are left out; nil: it is kept
	scrape int  // the last it was in
	ts     int64
}

func parseExposition(l *Log) error {
	p := &exposition{l: l, snaps: newSnapshots(l), types: map[string]string{}, units: map[string]string{}, series: map[string]*exposedSeries{},
		same: map[*schemas.StatKey]*exposedSeries{}, ended: true}
	zoned := *l.Source
	zoned.TSSource = schemas.Zoned
	p.zoned = &zoned
	before := l.said()
	for l.Next() {
		line := l.Line()
		switch {
		case isBlank(line):
		case line[0] == '#':
			p.comment(line)
		case p.sample.parse(line):
			p.add(&p.sample)
		case p.snaps.timeLine(line):
			p.ended = true
		case isNameStart(line[0]) || line[0] == '{':
			l.Skip(schemas.BadCell, text(line))
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	p.report()
	l.sayNoData(before)
	return nil
}

// comment takes what is said of a family. Other comments say nothing that is kept.
func (p *exposition) comment(line []byte) {
	if bytes.Equal(line, []byte("# EOF")) {
		p.ended = true
		return
	}
	into := p.types
	rest, isType := bytes.CutPrefix(line, []byte("# TYPE "))
	if !isType {
		into = p.units
		var ok bool
		if rest, ok = bytes.CutPrefix(line, []byte("# UNIT ")); !ok {
			return
		}
	}
	name, word, ok := bytes.Cut(bytes.TrimSpace(rest), []byte{' '})
	word = bytes.TrimSpace(word)
	switch {
	case !ok, isType && !expositionTypes[text(word)]:
		p.l.Skip(schemas.ForeignText, text(line))
	case into[text(name)] == text(word):
	case len(into) >= maxExposed:
		p.families++
	default:
		into[string(bytes.Trim(name, `"`))] = string(word)
	}
}

// add makes a row of a sample.
func (p *exposition) add(s *exposed) {
	q := p.series[text(s.id)]
	if q == nil {
		if len(p.series) >= maxExposed {
			p.tooMany++
			return
		}
		q = p.newSeries(s)
		if other := p.same[q.key]; other != nil {
			q = other
		}
		p.series[string(s.id)], p.same[q.key] = q, q
	}
	if s.stamped {
		step := schemas.Null
		if q.ts != 0 && s.ts > q.ts {
			step = float64(s.ts-q.ts) / 1e6
		}
		q.ts = s.ts
		own := p.l.Source
		p.l.Source = p.zoned
		p.stat(q, s, s.ts, step)
		p.l.Source = own
		return
	}
	if p.ended || q.scrape == p.scrape {
		p.ended = false
		p.scrape++
		relative := p.l.Source.TSSource == schemas.Relative
		p.dated, p.step = p.snaps.begin(), p.snaps.step
		if relative && p.l.Source.TSSource != schemas.Relative {
			p.step = schemas.Null // the one before has no time
		}
	}
	q.scrape = p.scrape
	if p.dated {
		p.stat(q, s, p.snaps.ts, p.step)
	}
}

func (p *exposition) stat(q *exposedSeries, s *exposed, ts int64, step float64) {
	switch {
	case q.left != nil:
		*q.left++
	case schemas.IsNull(s.value) || math.IsInf(s.value, 0):
		p.noValue++
	default:
		p.l.Stat(ts, q.key, s.value/q.per, step)
	}
}

// report says what gave no rows.
func (p *exposition) report() {
	say := func(n int, reason, text string) {
		if n > 0 {
			p.l.SkipAt(0, reason, fmt.Sprintf(text, n))
		}
	}
	say(p.noValue, schemas.NotCounted, "%d samples whose value is NaN or infinite")
	say(p.created, schemas.NotCounted, "%d times at which a series began")
	say(p.buckets, schemas.NotCounted, "%d samples of histogram buckets of Couchbase")
	say(p.perItem, schemas.NotCounted, "%d samples of single collections")
	say(p.tooMany, schemas.Unsupported, "%d samples are left out: there are too many series")
	say(p.families, schemas.Unsupported, "%d types or units are not kept: there are too many families")
}
