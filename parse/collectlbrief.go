package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name: "collectl", Variant: "brief",
		Doc:    "what collectl prints on a screen, one line an interval: collectl -scdnm with -oT, -oD, -od and -om",
		Source: "collectl(1), printBrief of formatit.ph of collectl 4.3.1",
		Specimen: "#         <--------CPU--------><----------Disks----------->\n" +
			"#Time     cpu sys inter  ctxsw KBRead  Reads KBWrit Writes \n" +
			"10:38:26  100  37  7015  42196      0      0 132710     48 \n",
		Tables: []string{"cpu", "stats"},
		Match: func(h Head) int {
			if h.HasLine(isCollectlBrief) {
				return 95
			}
			return 0
		},
		Parse: parseCollectlBrief,
	})
}

// isCollectlBrief tells the line of the groups: #         <--------CPU--------><---Disks--->.
func isCollectlBrief(line []byte) bool {
	if len(line) < 4 || line[0] != '#' {
		return false
	}
	line = bytes.TrimLeft(line[1:], " ")
	if len(line) < 4 || line[0] != '<' {
		return false
	}
	for _, name := range briefGroups {
		if i := bytes.Index(line, []byte(name)); i > 1 && (line[i-1] == '-' || line[i-1] == '<') {
			return true
		}
	}
	return false
}

// briefGroups are the names of the groups of columns.
var briefGroups = [...]string{"CPU", "Disks", "Network", "Memory", "Int-", "Sockets", "Files", "TCP", "InfiniBand", "NFS Totals", "slab", "Lustre"}

// collectlBrief is a member being read.
type collectlBrief struct {
	l      *Log
	head   collectlHead
	time   *collectlTime
	groups []byte // the line of the groups
	names  []byte // the line of the columns below it
	table  *briefLayout
	times  int
	f      [][]byte
}

func parseCollectlBrief(l *Log) error {
	before := l.said()
	p := &collectlBrief{l: l, head: newCollectlHead(), time: newCollectlTime(l)}
	for l.Next() {
		line := l.Line()
		switch {
		case isBlank(line):
		case isCollectlBrief(line):
			p.groups = append(p.groups[:0], line...)
		case line[0] == '#' && len(p.groups) > 0:
			p.header(line)
		case p.head.waiting(line):
			l.Skip(schemas.Comment, text(line))
			p.time.begin(p.head)
		case line[0] == '#':
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

// header takes the names of the columns below the groups.
func (p *collectlBrief) header(line []byte) {
	if p.l.unfinished() {
		p.l.Skip(schemas.CutRow, text(line))
		return
	}
	if p.table == nil || !bytes.Equal(line, p.names) {
		p.names = append(p.names[:0], line...)
		p.table, p.times = newBriefLayout(p.l, p.groups, line)
	}
	p.groups = p.groups[:0]
}

func (p *collectlBrief) row(line []byte) {
	l := p.l
	p.f = cutFields(line, p.f)
	if reason := l.lengthFault(p.f, p.times+len(p.table.cols)); reason != "" {
		if !isDigit(p.f[0][0]) { // a message, or what ^C leaves
			reason = schemas.ForeignText
		}
		l.Skip(reason, text(line))
		return
	}
	ts, step, ok := p.time.row(p.f[:p.times], p.head.interval)
	if !ok {
		l.Skip(schemas.ForeignText, text(line))
		return
	}
	row, bad := schemas.NewCPU(ts, "all", l.Source), false
	for i, b := range p.f[p.times:] {
		c := &p.table.cols[i]
		if c.kind == briefLeftOut {
			continue
		}
		v, ok := c.read(b)
		if !ok {
			bad = true
		}
		switch c.kind {
		case briefBusy:
			row.Busy = v
		case briefSystem:
			row.System = v
		default:
			l.Stat(ts, c.key, v, step)
		}
	}
	if p.table.hasCPU {
		row.StepS = step
		l.CPU(row)
	}
	if bad {
		l.Skip(schemas.BadCell, text(line))
	}
}
