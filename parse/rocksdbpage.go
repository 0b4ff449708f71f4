package parse

import (
	"bytes"
	"strings"

	"inquest/schemas"
)

// maxPageNumbers bounds the numbers of one page; a server prints a few hundred.
const maxPageNumbers = 1 << 16

// add keeps a number until the page ends.
func (p *rocksdbPage) add(key *schemas.StatKey, v float64) {
	if len(p.keys) == maxPageNumbers {
		p.l.Skip(schemas.Unsupported, "a page with more numbers than can be held: "+text(p.l.Line()))
		return
	}
	p.keys = append(p.keys, key)
	p.values = append(p.values, v)
}

// keyOf finds the key of a number by the column family, the kind and the name that
// stand for it; make makes it the first time.
func (p *rocksdbPage) keyOf(family []byte, kind string, name []byte, make func() *schemas.StatKey) *schemas.StatKey {
	p.id = append(append(append(p.id[:0], family...), 0), kind...)
	p.id = append(append(p.id, 0), name...)
	e := p.byName.find(p.id)
	if e == nil {
		e = p.byName.add(p.id, make())
	}
	return e.value
}

// stalls reads how often writes to a column family were slowed down or stopped, and
// why: "0 level0_slowdown, 0 stop for pending_compaction_bytes, ... interval 0 total count".
func (p *rocksdbPage) stalls(list []byte) {
	p.parts = cutSep(list, ',', p.parts)
	for _, part := range p.parts {
		number, reason, ok := bytes.Cut(bytes.TrimSpace(part), []byte{' '})
		v, isNumber := parseNumber(number)
		if !ok || !isNumber {
			continue
		}
		p.add(p.keyOf(p.name, "stalls", reason, func() *schemas.StatKey {
			metric := "rocksdb.stalls." + strings.ReplaceAll(string(reason), " ", "_")
			return p.l.Key(metric, label("column_family", string(p.name)), schemas.Counter, "count")
		}), v)
	}
}

// stallSeconds reads "00:01:30.500 H:M:S, 0.0 percent"; null when it cannot.
func stallSeconds(b []byte) float64 {
	clock, _, _ := bytes.Cut(b, []byte{' '})
	var room [4][]byte
	parts := cutSep(clock, ':', room[:0])
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
