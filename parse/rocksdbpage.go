package parse

import (
	"bytes"
	"strings"

	"inquest/schemas"
)

// add keeps a number until the page ends.
func (p *rocksdbPage) add(metric, labels, kind, unit string, v float64) {
	key := p.byName[metric+labels]
	if key == nil {
		key = p.l.Key(metric, labels, kind, unit)
		p.byName[metric+labels] = key
	}
	p.keys = append(p.keys, key)
	p.values = append(p.values, v)
}

// stalls reads how often writes to a column family were slowed down or stopped, and
// why: "0 level0_slowdown, 0 stop for pending_compaction_bytes, ... interval 0 total count".
func (p *rocksdbPage) stalls(list []byte) {
	labels := label("column_family", p.name)
	for _, part := range cutSep(list, ',', nil) {
		number, reason, ok := bytes.Cut(bytes.TrimSpace(part), []byte{' '})
		v, isNumber := parseNumber(number)
		if ok && isNumber {
			metric := "rocksdb.stalls." + strings.ReplaceAll(string(reason), " ", "_")
			p.add(metric, labels, schemas.Counter, "count", v)
		}
	}
}

// stallSeconds reads "00:01:30.500 H:M:S, 0.0 percent"; null when it cannot.
func stallSeconds(b []byte) float64 {
	clock, _, _ := bytes.Cut(b, []byte{' '})
	parts := cutSep(clock, ':', nil)
	if len(parts) != 3 {
		return schemas.Null
	}
	sec := 0.0
	for _, part := range parts {
		v, _ := parseNumber(part)
		sec = sec*60 + v
	}
	return sec
}

// end adds the numbers of the page at its time: that of the line before it, else of
// the database's uptime, else in order.
func (p *rocksdbPage) end() {
	if len(p.keys) == 0 {
		return
	}
	ts, step, ok := p.time()
	if ok {
		for i, key := range p.keys {
			p.l.Stat(ts, key, p.values[i], step)
		}
		p.lastUptime = p.uptime
		p.pages++
	}
	p.keys, p.values, p.uptime = p.keys[:0], p.values[:0], schemas.Null
}

func (p *rocksdbPage) time() (ts int64, step float64, ok bool) {
	if p.pages == 0 {
		p.counted = schemas.IsNull(p.uptime)
	}
	step = schemas.Null
	switch {
	case p.snaps.stamped || p.counted:
		ok = p.snaps.begin()
		return p.snaps.ts, p.snaps.step, ok
	case schemas.IsNull(p.uptime):
		p.l.Skip(schemas.CutRow, "a page without its uptime, so its time is not known")
		return 0, step, false
	case p.pages == 0:
	case p.uptime < p.lastUptime:
		p.l.Skip(schemas.CounterReset, "the database was opened again before this page")
		p.elapsed += p.uptime
	default:
		p.elapsed += p.uptime - p.lastUptime
		if p.uptime > p.lastUptime {
			step = p.uptime - p.lastUptime
		}
	}
	return p.l.relative(p.elapsed), step, true
}
