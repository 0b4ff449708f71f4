package parse

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"inquest/schemas"
)

// statsDump reads the entries that hold the raw statistics of a bucket, every 100 s:
//
//	[stats:debug,...](at {{2019,8,12},{3,0,0}} (1565604000000)) Stats for bucket "bucket-1":
//	bytes_read                     3094883
//
// What the archives hold as rates are counters here. Dumps of a set whose name begins
// with @ are ns_server's own internals and are counted only.
type statsDump struct {
	l      *Log
	at     time.Time
	step   float64
	of     *names[*bucketDump]
	now    *bucketDump // of the bucket
	fields [][]byte
	others int // dumps of ns_server's internals
}

// bucketDump is what is kept of one bucket.
type bucketDump struct {
	name   string
	last   time.Time // of its last dump
	series *names[*beatSeries]
}

func newStatsDump(l *Log) *statsDump {
	return &statsDump{l: l, of: newNames[*bucketDump](l)}
}

// begin starts an entry; false when it is not a dump.
func (d *statsDump) begin(e logEntry) bool {
	when, what, ok := bytes.Cut(e.text, []byte(" Stats for bucket "))
	if !ok {
		return false
	}
	bucket := bytes.Trim(what, `":`)
	if len(bucket) == 0 || bucket[0] == '@' {
		d.others++
		return false
	}
	d.at = e.at
	if i := bytes.LastIndexByte(when, '('); i >= 0 { // the time of the sample, not of the entry
		if ms, err := strconv.ParseInt(string(bytes.TrimRight(when[i+1:], ")")), 10, 64); err == nil && ms > 0 && ms < 1e13 {
			d.at = time.UnixMilli(ms)
		}
	}
	d.step = schemas.Null
	of := d.of.find(bucket)
	if of == nil {
		of = d.of.add(bucket, &bucketDump{name: string(bucket), series: newNames[*beatSeries](d.l)})
	}
	d.now = of.value
	if last := d.now.last; !last.IsZero() && d.at.After(last) {
		d.step = d.at.Sub(last).Seconds()
	}
	d.now.last = d.at
	return true
}

// report says how many dumps were passed over.
func (d *statsDump) report() {
	if d.others > 0 {
		d.l.SkipAt(0, schemas.NotCounted, fmt.Sprintf("%d dumps of the server manager's own internals", d.others))
	}
}

// line takes a name and its value. Values that are no numbers, such as histograms, are no samples.
func (d *statsDump) line(line []byte) {
	d.fields = cutFields(line, d.fields)
	if len(d.fields) != 2 || len(d.l.Rows.Stats) >= maxArchiveRows {
		return
	}
	v, ok := parseNumber(d.fields[1])
	if !ok {
		return
	}
	e := d.now.series.find(d.fields[0])
	if e == nil {
		e = d.now.series.add(d.fields[0], d.newSeries(string(d.fields[0])))
	}
	s := e.value
	d.l.Stat(d.at.UnixMicro(), s.key, v/s.per, d.step)
}

func (d *statsDump) newSeries(name string) *beatSeries {
	unit, per := archiveUnit(name)
	kind := schemas.Gauge
	switch unit {
	case "per_second":
		kind, unit = schemas.Counter, "count"
	case "bytes_per_second":
		kind, unit = schemas.Counter, "bytes"
	}
	return &beatSeries{key: d.l.Key("couchbase.raw."+name, labelJSON("bucket", d.now.name), kind, unit), per: per}
}
