package parse

import (
	"bytes"
	"math"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name: "collectl", Variant: "-P",
		Doc:    "collectl -P of versions 3 and 4, to a screen or to files, cut by blanks, commas or tabs",
		Source: "collectl(1), formatit.ph of collectl 4.3.1",
		Specimen: "#Date Time [CPU]User% [CPU]Nice% [CPU]Sys% [CPU]Wait% [CPU]Irq% [CPU]Soft% [CPU]Steal% [CPU]Idle% [CPU]Totl%\n" +
			"20261130 10:38:08 71 0 28 1 0 1 0 0 99\n",
		Tables: []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			switch {
			case h.HasLine(isCollectlPlot):
				return 95
			case h.HasLine(isCollectlHead) && !h.HasLine(isCollectlRecord) && !h.HasLine(isCollectlBrief):
				return 80
			}
			return 0
		},
		Parse: parseCollectlPlot,
	})
}

// isCollectlPlot tells the line of the names: #Date Time [CPU]User% ... or #UTC [CPU]User% ...
func isCollectlPlot(line []byte) bool {
	_, times := collectlSeparator(line)
	return times > 0
}

// collectlSeparator gives what stands between the cells and how many of them are the time,
// from the line of the names; 0: it is another line.
func collectlSeparator(line []byte) (sep byte, times int) {
	for i, lead := range [...]string{"#UTC", "#Date"} {
		rest, ok := bytes.CutPrefix(line, []byte(lead))
		if !ok || len(rest) < 2 {
			continue
		}
		sep, rest = rest[0], rest[1:]
		if i == 1 {
			if rest, ok = bytes.CutPrefix(rest, []byte("Time")); !ok || len(rest) < 2 || rest[0] != sep {
				continue
			}
			rest = rest[1:]
		}
		if rest[0] == '[' {
			return sep, i + 1
		}
	}
	return 0, 0
}

// collectlPlot is a member being read.
type collectlPlot struct {
	l     *Log
	head  collectlHead
	time  *collectlTime
	table *plotLayout
	names []byte // the line of the names
	sep   byte
	times int
	cells [][]byte
}

func parseCollectlPlot(l *Log) error {
	before := l.said()
	p := &collectlPlot{l: l, head: newCollectlHead(), time: newCollectlTime(l)}
	for l.Next() {
		line := l.Line()
		switch {
		case isBlank(line):
		case line[0] == '#':
			p.comment(line)
		case p.head.waiting(line):
			l.Skip(schemas.Comment, text(line))
		case p.table == nil:
			l.Skip(schemas.ForeignText, text(line))
		default:
			p.row(line)
		}
	}
	p.time.settle()
	l.sayNoData(before)
	return nil
}

// comment takes a line of the head or that of the names.
func (p *collectlPlot) comment(line []byte) {
	sep, times := collectlSeparator(line)
	switch {
	case times == 0:
		if p.head.line(line) {
			p.time.begin(p.head)
		} else if bytes.HasPrefix(line, []byte("# Date:")) {
			p.time.begin(p.head) // now with the zone
		} else if bytes.HasPrefix(line, []byte("#Date")) {
			p.l.Skip(schemas.Unsupported, "a table of processes or slabs: "+text(line))
			p.table, p.names = nil, p.names[:0]
		}
	case p.l.unfinished():
		p.l.Skip(schemas.CutRow, text(line))
	case !bytes.Equal(line, p.names):
		p.names = append(p.names[:0], line...)
		p.sep, p.times = sep, times
		p.cells = p.cut(line)
		p.table = newPlotLayout(p.l, p.cells[times:], p.head.perStep)
	}
}

func (p *collectlPlot) cut(line []byte) [][]byte {
	if p.sep == ' ' {
		return cutFields(line, p.cells)
	}
	return cutSep(line, p.sep, p.cells)
}

func (p *collectlPlot) row(line []byte) {
	l := p.l
	p.cells = p.cut(line)
	cells := p.cells
	if n := p.times + len(p.table.cols); len(cells) == n+1 && len(cells[n]) == 0 {
		cells = cells[:n]
	}
	if reason := l.lengthFault(cells, p.times+len(p.table.cols)); reason != "" {
		if !isDigit(line[0]) {
			reason = schemas.ForeignText
		}
		l.Skip(reason, text(line))
		return
	}
	ts, step, ok := p.time.row(cells[:p.times], p.head.interval)
	if !ok {
		l.Skip(schemas.ForeignText, text(line))
		return
	}
	p.table.add(l, cells[p.times:], ts, step)
}

// add adds the rows of one interval.
func (t *plotLayout) add(l *Log, cells [][]byte, ts int64, step float64) {
	for i := range t.cpus {
		t.cpus[i].clear()
	}
	for i := range t.disks {
		t.disks[i].row = t.disks[i].empty
		t.disks[i].row.TS, t.disks[i].row.StepS, t.disks[i].row.Source = ts, step, l.Source
		t.disks[i].wild = false
	}
	bad := false
	for i, b := range cells {
		c := &t.cols[i]
		if c.kind == plotLeftOut {
			continue
		}
		v, ok := parseNumber(b)
		if !ok && c.base > 0 {
			if v, ok = letterNumber(b, c.base); c.bytes {
				v /= c.scale.mul
			}
		}
		if !ok || v < 0 {
			v, bad = schemas.Null, true
		}
		v = (v + 0) * c.scale.mul / c.scale.div
		if c.rate {
			if t.perStep {
				v /= step
			}
			if v > wrapped {
				bad = true
				if c.kind == plotDisk {
					t.disks[c.at].wild = true
				}
				v = schemas.Null
			}
		}
		switch c.kind {
		case plotCPU:
			t.cpus[c.at].cells.set(c.cpu, v)
			t.whole = bytes.IndexByte(b, '.') < 0
		case plotGuest:
			t.cpus[c.at].guest[c.cpu-cpuGuest] = v
		case plotDisk:
			*c.field(&t.disks[c.at].row) = v
		case plotStat:
			l.Stat(ts, c.key, v, step)
			if c.used > 0 {
				t.used[c.used] = v
			}
		}
	}
	t.addRows(l, ts, step, bad)
}

func (t *plotLayout) addRows(l *Log, ts int64, step float64, bad bool) {
	if t.usedKey != nil {
		l.Stat(ts, t.usedKey, t.used[1]-t.used[2]-t.used[3]-t.used[4], step)
	}
	for i := range t.cpus {
		c := &t.cpus[i]
		total, ok := c.cells.sum()
		if t.perStep && ok && total > 0 {
			c.divide(total) // hundredths of a second instead of per cent
			total = 1
		}
		tolerance := 0.02
		if t.whole {
			tolerance = 0.05
		}
		if ok && math.Abs(total-1) > tolerance {
			l.Skip(schemas.BadSum, "cpu "+c.name+": "+text(l.Line()))
			continue
		}
		var r schemas.CPU
		c.cells.fill(&r, ts, c.name, step, l.Source)
		r.Guest = c.guest[0] + c.guest[1]
		l.CPU(r)
	}
	for i := range t.disks {
		if d := &t.disks[i]; !d.wild {
			l.Disk(d.row)
		}
	}
	if bad {
		l.Skip(schemas.BadCell, text(l.Line()))
	}
}
