package parse

import (
	"bytes"
	"math"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "mctimings",
		Doc:    "mctimings -v of Couchbase Server: how long each operation took since the server's start, as histograms (6.x, 7.x)",
		Source: "couchbase/kv_engine, programs/mctimings",
		Specimen: `The following data is collected for "SET"
[    0 -    50]us (50.0000%)	 100 | ############################################
[   50 -   100]us (100.0000%)	 100 | ############################################
Total: 200 operations
`,
		Tables: []string{"stats"},
		Match: func(h Head) int {
			if matchCBCollect(h) == 0 && (h.HasPrefix(timingsHead) || h.HasLine(saysNoTimings)) {
				return 95
			}
			return 0
		},
		Parse: parseTimings,
	})
}

const timingsHead = `The following data is collected for "`

// saysNoTimings knows the line that is printed in place of an empty histogram.
func saysNoTimings(line []byte) bool {
	return bytes.HasPrefix(line, []byte("The server do")) && bytes.Contains(line, []byte(" have information about "))
}

// timings is a member being read. The blocks of one bucket follow a line of its name
// (7.0 and later); before that, and without -a, the operations of all buckets are in one.
type timings struct {
	l      *Log
	snaps  *snapshots
	h      printedHistogram
	bucket string
	met    map[string]bool // operations of the current report
	none   int
}

func parseTimings(l *Log) error {
	t := &timings{l: l, snaps: newSnapshots(l), met: map[string]bool{}}
	before := l.said()
	for l.Next() {
		t.line(l.Line())
	}
	t.end()
	if t.none > 0 && l.said() == before {
		l.SkipAt(0, schemas.Comment, "the server has no timings of the operations asked for")
	}
	l.sayNoData(before)
	return nil
}

func (t *timings) line(line []byte) {
	switch {
	case len(line) > 0 && line[0] == '[':
		if !t.h.open {
			t.l.Skip(schemas.ForeignText, text(line))
		} else if !t.row(line) {
			t.h.doubt = true
			t.l.Skip(schemas.BadCell, text(line))
		}
	case bytes.HasPrefix(line, []byte(timingsHead)):
		t.end()
		name := bytes.TrimRight(line[len(timingsHead):], `"`)
		id := t.bucket + "\x00" + string(name)
		if len(t.met) == 0 || t.met[id] { // an operation again: the next report
			clear(t.met)
			t.snaps.begin()
		}
		t.met[id] = true
		t.h.begin(string(name), schemas.Null)
	case bytes.HasPrefix(line, []byte("Total:")):
		rest, _, _ := bytes.Cut(bytes.TrimSpace(line[len("Total:"):]), []byte{' '})
		t.h.total, _ = parseNumber(rest)
		t.end()
	case bytes.HasPrefix(line, []byte("Bucket:")):
		t.end()
		t.bucket = string(bytes.Trim(line[len("Bucket:"):], ` '"`))
	case saysNoTimings(line):
		t.none++
	case isBlank(line), bytes.Equal(line, bucketRule):
		t.end()
	case isToolFailure(line):
		t.l.Skip(schemas.CommandFailed, text(line))
	case t.h.open: // the rows are one block
		t.h.doubt = true
		t.l.Skip(schemas.ForeignText, text(line))
	}
}

// row takes a row, of 6.x and of 7.6. The first bound belongs to the row before, the
// second to the row. Per cents are cumulative:
//
//	[  180 -   190]us (90.0000%)	 512 | ####
//	[  1.00 -   2.00]ms (10.0000%)	  3912| ####
//	[ 60.00 -    inf]s (100.0000%)	     1| (overflowed)
func (t *timings) row(line []byte) bool {
	bounds, rest, ok := bytes.Cut(line[1:], []byte{']'})
	_, high, found := bytes.Cut(bounds, []byte("- "))
	unit, rest, hasPercent := bytes.Cut(rest, []byte{'('})
	share, rest, hasCount := bytes.Cut(rest, []byte("%)"))
	number, _, hasBar := bytes.Cut(rest, []byte{'|'})
	if !ok || !found || !hasPercent || !hasCount || !hasBar {
		return false
	}
	percent, ok1 := parseNumber(bytes.TrimSpace(share))
	count, ok2 := parseNumber(bytes.TrimSpace(number))
	high, unit = bytes.TrimSpace(high), bytes.TrimSpace(unit)
	var per float64
	switch string(unit) {
	case "ns":
		per = 1e9
	case "us":
		per = 1e6
	case "ms":
		per = 1e3
	case "s":
		per = 1
	default:
		return false
	}
	upper, ok3 := math.Inf(1), true
	if !bytes.HasPrefix(high, []byte("inf")) {
		upper, ok3 = parseNumber(high)
	}
	if !ok1 || !ok2 || !ok3 || count < 0 || upper < 0 {
		return false
	}
	t.h.row(upper/per, percent, count)
	return true
}

// end gives the rows of the block that was read.
func (t *timings) end() {
	if t.bucket != "" {
		t.h.add(t.l, t.snaps.ts, "bucket", t.bucket)
	} else {
		t.h.add(t.l, t.snaps.ts)
	}
}
