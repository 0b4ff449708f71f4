package parse

import (
	"bytes"
	"strings"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "rocksdb-status",
		Doc:    "SHOW ENGINE ROCKSDB STATUS of MyRocks, once or repeated",
		Source: "storage/rocksdb/ha_rocksdb.cc, rocksdb_show_status; RocksDB monitoring/statistics.cc",
		Specimen: "*************************** 1. row ***************************\n  Type: STATISTICS\n  Name: rocksdb\n" +
			"Status: rocksdb.block.cache.miss COUNT : 5007\nrocksdb.block.cache.hit COUNT : 82994\n",
		Tables: []string{"stats"},
		Match: func(h Head) int {
			lines := h.dataLines(3)
			for i, line := range lines {
				if kind, ok := verticalValue(line, "Type"); ok && i > 0 && isVerticalRow(lines[0]) && isRocksdbRow(kind) {
					return 95
				}
			}
			return 0
		},
		Parse: parseRocksdbStatus,
	})
}

// isVerticalRow tells the line that begins a row of a result printed with \G:
// *************************** 1. row ***************************.
func isVerticalRow(line []byte) bool {
	return bytes.HasPrefix(line, []byte("****")) && bytes.Contains(line, []byte(". row ***"))
}

// verticalValue gives the value of a line "  name: value".
func verticalValue(line []byte, name string) (value []byte, ok bool) {
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(line, " "), []byte(name))
	if !ok || len(rest) == 0 || rest[0] != ':' {
		return nil, false
	}
	return bytes.TrimSpace(rest[1:]), true
}

// isRocksdbRow tells the types of rows of the page.
func isRocksdbRow(kind []byte) bool { return rocksdbRow(kind) != "other" }

// rocksdbRow is the type of a row.
func rocksdbRow(kind []byte) string {
	for _, row := range [...]string{"STATISTICS", "DBSTATS", "CF_COMPACTION", "MEMORY_STATS", "BG_THREADS", "EXPLICIT_SNAPSHOTS"} {
		if text(kind) == row {
			return row
		}
	}
	return "other"
}

// rocksdbPage is a page being read. Its numbers are kept until it ends, since its time
// may be in the row of DBSTATS.
type rocksdbPage struct {
	l      *Log
	snaps  *snapshots
	row    string // type of the row being read
	name   []byte // its name: the column family
	named  bool
	keys   []*schemas.StatKey
	values []float64
	byName *names[*schemas.StatKey] // by all that tells a number from others
	id     []byte
	fields [][]byte
	parts  [][]byte
	levels bool // inside the table of levels

	uptime     float64 // seconds since the database was opened; null: the page does not say
	lastUptime float64
	elapsed    float64 // seconds since the first page
	counted    bool    // pages do not say, so they are counted
	pages      int
}

func parseRocksdbStatus(l *Log) error {
	p := &rocksdbPage{l: l, snaps: newSnapshots(l), byName: newNames[*schemas.StatKey](l), uptime: schemas.Null, lastUptime: schemas.Null}
	before := l.said()
	for l.Next() {
		line := l.Line()
		if isVerticalRow(line) {
			if bytes.Contains(line, []byte("* 1. row *")) {
				p.end()
			}
			p.row, p.name, p.named, p.levels = "", p.name[:0], false, false
			continue
		}
		if kind, ok := verticalValue(line, "Type"); ok && p.row == "" {
			p.row = rocksdbRow(kind)
			continue
		}
		if name, ok := verticalValue(line, "Name"); ok && !p.named {
			p.name, p.named = append(p.name[:0], name...), len(name) > 0
			continue
		}
		if len(line) > 2 && line[0] == 'T' && p.snaps.isTimeLine(line) {
			p.end()
			p.snaps.timeLine(line)
			continue
		}
		p.line(bytes.TrimPrefix(line, []byte("Status: ")))
	}
	p.end()
	l.sayNoData(before)
	return nil
}

// line reads a line of a row's status. Only exact numbers are taken: the sums of
// DBSTATS are rounded to thousands, and its syncs are not those of MyRocks.
func (p *rocksdbPage) line(line []byte) {
	switch p.row {
	case "STATISTICS":
		p.statistic(line)
	case "DBSTATS":
		if rest, ok := bytes.CutPrefix(line, []byte("Uptime(secs): ")); ok {
			number, _, _ := bytes.Cut(rest, []byte{' '})
			p.uptime, _ = parseNumber(number)
		}
		if rest, ok := bytes.CutPrefix(line, []byte("Cumulative stall: ")); ok {
			p.add(p.keyOf(nil, "stall", nil, func() *schemas.StatKey {
				return p.l.Key("rocksdb.cumulative_stall", "", schemas.Counter, "seconds")
			}), stallSeconds(rest))
		}
	case "CF_COMPACTION":
		p.columnFamily(line)
	case "MEMORY_STATS":
		if name, number, ok := bytes.Cut(line, []byte(": ")); ok {
			if v, isNumber := parseNumber(bytes.TrimSpace(number)); isNumber {
				p.add(p.keyOf(nil, "memory", name, func() *schemas.StatKey {
					metric := "rocksdb." + strings.ReplaceAll(strings.ToLower(string(name)), " ", "_")
					return p.l.Key(metric, "", schemas.Gauge, "bytes")
				}), v)
			}
		}
	}
}

// statistic reads a ticker, "name COUNT : n", or a histogram, "name P50 : a P95 : b P99
// : c P100 : d COUNT : n SUM : s", of which count and sum are taken.
func (p *rocksdbPage) statistic(line []byte) {
	p.fields = cutFields(line, p.fields)
	f := p.fields
	if len(f) < 4 || len(f)%3 != 1 {
		return
	}
	for i := 1; i+2 < len(f); i += 3 {
		v, ok := parseNumber(f[i+2])
		if text(f[i+1]) != ":" || !ok {
			return
		}
		switch {
		case text(f[i]) == "COUNT" && len(f) == 4:
			p.statisticNumber(f[0], "", "count", v)
		case text(f[i]) == "COUNT":
			p.statisticNumber(f[0], ".count", "count", v)
		case text(f[i]) == "SUM":
			p.statisticNumber(f[0], ".sum", "", v)
		}
	}
}

func (p *rocksdbPage) statisticNumber(name []byte, ending, unit string, v float64) {
	p.add(p.keyOf(nil, ending, name, func() *schemas.StatKey {
		return p.l.Key(string(name)+ending, "", schemas.Counter, unit)
	}), v)
}
