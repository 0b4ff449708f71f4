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
func isRocksdbRow(kind []byte) bool {
	switch text(kind) {
	case "STATISTICS", "DBSTATS", "CF_COMPACTION", "MEMORY_STATS", "BG_THREADS", "EXPLICIT_SNAPSHOTS":
		return true
	}
	return false
}

// rocksdbPage is a page being read. Its numbers are kept until it ends, since its time
// may be in the row of DBSTATS.
type rocksdbPage struct {
	l      *Log
	snaps  *snapshots
	row    string // type of the row being read
	name   string // its name: the column family
	keys   []*schemas.StatKey
	values []float64
	byName map[string]*schemas.StatKey
	fields [][]byte
	levels bool // inside the table of levels

	uptime     float64 // seconds since the database was opened; null: the page does not say
	lastUptime float64
	elapsed    float64 // seconds since the first page
	counted    bool    // pages do not say, so they are counted
	pages      int
}

func parseRocksdbStatus(l *Log) error {
	p := &rocksdbPage{l: l, snaps: newSnapshots(l), byName: map[string]*schemas.StatKey{}, uptime: schemas.Null, lastUptime: schemas.Null}
	before := l.said()
	for l.Next() {
		line := l.Line()
		if isVerticalRow(line) {
			if bytes.Contains(line, []byte("* 1. row *")) {
				p.end()
			}
			p.row, p.name, p.levels = "", "", false
			continue
		}
		if kind, ok := verticalValue(line, "Type"); ok && p.row == "" {
			p.row = string(kind)
			continue
		}
		if name, ok := verticalValue(line, "Name"); ok && p.name == "" {
			p.name = string(name)
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
			p.add("rocksdb.cumulative_stall", "", schemas.Counter, "seconds", stallSeconds(rest))
		}
	case "CF_COMPACTION":
		p.columnFamily(line)
	case "MEMORY_STATS":
		if name, number, ok := bytes.Cut(line, []byte(": ")); ok {
			if v, isNumber := parseNumber(bytes.TrimSpace(number)); isNumber {
				metric := "rocksdb." + strings.ReplaceAll(strings.ToLower(string(name)), " ", "_")
				p.add(metric, "", schemas.Gauge, "bytes", v)
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
			p.add(string(f[0]), "", schemas.Counter, "count", v)
		case text(f[i]) == "COUNT":
			p.add(string(f[0])+".count", "", schemas.Counter, "count", v)
		case text(f[i]) == "SUM":
			p.add(string(f[0])+".sum", "", schemas.Counter, "", v)
		}
	}
}
