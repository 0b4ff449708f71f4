package parse

import (
	"bytes"
	"fmt"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "cbstats",
		Doc:    "cbstats of Couchbase Server: counts since the server's start and histograms of times, bucket by bucket (6.0 to 7.6)",
		Source: "couchbase/kv_engine, cbstats: stats_formatter and histograms; couchbase/ns_server, cbcollect_info",
		Specimen: string(bucketRule) + "\nbucket-1\n\n cmd_get:                 1200\n curr_items:              4096\n" +
			" disk_commit (8 total)\n    0 - 1ms     : ( 75.0000%) 6 ######\n    1ms - 2ms   : (100.0000%) 2 ##\n    Avg         : (   850us)\n",
		Tables: []string{"stats"},
		Match:  matchCBStats,
		Parse:  parseCBStats,
	})
}

// bucketRule stands above the name of a bucket.
var bucketRule = bytes.Repeat([]byte{'*'}, 78)

func matchCBStats(h Head) int {
	if matchCBCollect(h) > 0 { // of which this is a section
		return 0
	}
	server := false
	named := 0
	for i, line := range h.Lines {
		if bytes.Equal(line, bucketRule) && i+2 < len(h.Lines) && isBlank(h.Lines[i+2]) &&
			len(h.Lines[i+1]) > 0 && !bytes.HasPrefix(h.Lines[i+1], []byte("Bucket:")) {
			return 90
		}
		if _, _, ok := histogramHead(line); ok && i+1 < len(h.Lines) {
			if _, ok := histogramRow(h.Lines[i+1]); ok {
				return 90
			}
		}
		if key, _, ok := cutStat(line); ok {
			named++
			server = server || bytes.HasPrefix(key, []byte("ep_")) || bytes.HasPrefix(key, []byte("vb_")) || bytes.HasPrefix(key, []byte("eq_dcpq:"))
		}
	}
	if server && named >= 3 {
		return 80
	}
	return 0
}

// cutStat splits a line of a block: one blank, the name, a colon, blanks, the value. Names
// hold colons, so that the first colon before a blank ends the name.
func cutStat(line []byte) (name, value []byte, ok bool) {
	if len(line) < 3 || line[0] != ' ' || line[1] == ' ' || line[1] == '\t' {
		return nil, nil, false
	}
	name, value, ok = bytes.Cut(line[1:], []byte(": "))
	if !ok {
		name, ok = bytes.CutSuffix(line[1:], []byte{':'})
	}
	return name, bytes.TrimSpace(value), ok && bytes.IndexByte(name, ' ') < 0
}

// isToolFailure tells the lines by which the tools say that they got no answer.
func isToolFailure(line []byte) bool {
	for _, s := range [...]string{"Could not connect to ", "Failed to ", "Stats '", "No access to bucket", "Not authorized", "Cannot find bucket", "Command failed: ",
		"Fatal error: ", "Authentication error"} {
		if bytes.HasPrefix(line, []byte(s)) {
			return true
		}
	}
	return false
}

// serverCounts is a member being read.
type serverCounts struct {
	l      *Log
	snaps  *snapshots
	h      printedHistogram
	bucket string
	named  bool // the next line is the name of a bucket
	met    map[string]bool
	series map[string]map[string]*beatSeries
	own    map[string]*beatSeries // of the bucket
	table  string                 // what the rest of the block is, when it is no list of names; empty: it is one

	begun  bool
	left   [len(itemKinds)]int // numbers left out, by kind of item
	texts  int
	tables int // lines
}

func parseCBStats(l *Log) error {
	c := &serverCounts{l: l, snaps: newSnapshots(l), met: map[string]bool{}, series: map[string]map[string]*beatSeries{}}
	before := l.said()
	c.enter("")
	for l.Next() {
		c.line(l.Line())
	}
	c.end()
	c.report()
	l.sayNoData(before)
	return nil
}

func (c *serverCounts) line(line []byte) {
	switch {
	case bytes.Equal(line, bucketRule):
		c.end()
		c.named, c.table = true, ""
		return
	case c.named:
		c.named = false
		c.enter(string(bytes.TrimSpace(line)))
		return
	case isBlank(line):
		return
	case isToolFailure(line):
		c.l.Skip(schemas.CommandFailed, text(line))
		return
	case c.table != "":
		c.tables++
		return
	}
	if name, total, ok := histogramHead(line); ok {
		c.end()
		c.start()
		c.h.begin(string(name), total)
		return
	}
	if r, ok := histogramRow(line); ok && c.h.open {
		c.row(r, line)
		return
	}
	if name, value, ok := cutStat(line); ok {
		c.end()
		c.stat(name, value)
		return
	}
	if c.table = otherText(line); c.table != "" {
		c.tables++
		return
	}
	c.h.doubt = true
	c.l.Skip(schemas.ForeignText, text(line))
}

// otherText tells what a block is that holds no names and values.
func otherText(line []byte) string {
	line = bytes.TrimSpace(line)
	switch {
	case bytes.HasPrefix(line, []byte("Tasks")), bytes.HasPrefix(line, []byte("TID ")):
		return "tasks"
	case bytes.HasPrefix(line, []byte("___ Begin")), bytes.HasPrefix(line, []byte("MALLOC:")), bytes.HasPrefix(line, []byte("-------")):
		return "allocator"
	}
	return ""
}

// enter begins the block of a bucket. One that was met before begins the next report.
func (c *serverCounts) enter(bucket string) {
	if c.met[bucket] {
		clear(c.met)
		c.begun = false
	}
	c.bucket, c.met[bucket] = bucket, true
	if c.own = c.series[bucket]; c.own == nil {
		c.own = map[string]*beatSeries{}
		c.series[bucket] = c.own
	}
}

// start dates the report.
func (c *serverCounts) start() {
	if !c.begun {
		c.begun = true
		c.snaps.begin()
	}
}

// stat takes a name and its value.
func (c *serverCounts) stat(name, value []byte) {
	if kind := itemKind(name); kind >= 0 {
		c.left[kind]++
		return
	}
	v, ok := parseNumber(value)
	if !ok || bytes.IndexByte(value, ',') >= 0 {
		c.texts++
		return
	}
	c.start()
	s := c.own[text(name)]
	if s == nil {
		s = c.newSeries(string(name))
		c.own[string(name)] = s
	}
	c.l.Stat(c.snaps.ts, s.key, v/s.per, schemas.Null)
}

func (c *serverCounts) newSeries(name string) *beatSeries {
	unit, per := archiveUnit(name)
	kind := schemas.Gauge
	switch unit { // what the archives hold as rates are counts here
	case "per_second":
		kind, unit = schemas.Counter, "count"
	case "bytes_per_second":
		kind, unit = schemas.Counter, "bytes"
	}
	return &beatSeries{key: c.l.Key("couchbase."+name, c.labels(), kind, unit), per: per}
}

func (c *serverCounts) labels() string {
	if c.bucket == "" {
		return ""
	}
	return labelJSON("bucket", c.bucket)
}

// row takes a row of a histogram.
func (c *serverCounts) row(r printedRow, line []byte) {
	switch {
	case r.mean:
		c.h.mean = r.high
	case !r.sound:
		c.h.doubt = true
		c.l.Skip(schemas.BadCell, text(line))
	default:
		c.h.timed = c.h.timed && r.time
		c.h.row(r.high, r.percent, r.count)
	}
}

// end gives the rows of a histogram.
func (c *serverCounts) end() {
	if c.bucket == "" {
		c.h.add(c.l, c.snaps.ts)
	} else {
		c.h.add(c.l, c.snaps.ts, "bucket", c.bucket)
	}
}

// report says what was left out.
func (c *serverCounts) report() {
	for kind, n := range c.left {
		if n > 0 {
			c.l.SkipAt(0, schemas.NotCounted, fmt.Sprintf("%d values of single %s", n, itemKinds[kind]))
		}
	}
	if c.texts > 0 {
		c.l.SkipAt(0, schemas.NotCounted, fmt.Sprintf("%d values that are no numbers", c.texts))
	}
	if c.tables > 0 {
		c.l.SkipAt(0, schemas.NotCounted, fmt.Sprintf("%d lines of the list of tasks or of the memory allocator", c.tables))
	}
}
