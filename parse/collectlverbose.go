package parse

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name: "collectl", Variant: "verbose",
		Doc:    "what collectl --verbose or -sCDN prints on a screen: a table for each subsystem",
		Source: "collectl(1), printTerm of formatit.ph of collectl 4.3.1",
		Specimen: "### RECORD    1 >>> node-01 <<< (1796067424.001) (Mon Nov 30 19:37:04 2026) ###\n\n" +
			"# CPU SUMMARY (INTR, CTXSW & PROC /sec)\n" +
			"# User  Nice   Sys  Wait   IRQ  Soft Steal Guest NiceG  Idle  CPUs  Intr  Ctxsw  Proc  RunQ   Run   Avg1  Avg5 Avg15 RunT BlkT\n" +
			"    51     0     5     0     0     0     0     0     0    41     2  3536   3770    11   115     2   8.18  4.44  3.15    2    0\n",
		Tables: []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			if h.HasLine(isVerboseRecord) {
				return 95
			}
			for i, line := range h.Lines { // a title, and the names of the columns below it
				if i > 0 && len(line) > 1 && line[0] == '#' && verboseTitle(h.Lines[i-1]) != "" && verboseTitle(line) == "" {
					return 90
				}
			}
			return 0
		},
		Parse: parseCollectlVerbose,
	})
}

// isVerboseRecord tells the line before the tables of an interval:
//
//	### RECORD    1 >>> node-01 <<< (1796067424.001) (Mon Nov 30 19:37:04 2026) ###
func isVerboseRecord(line []byte) bool {
	_, ok := verboseRecord(line)
	return ok
}

// verboseRecord gives its seconds since 1970.
func verboseRecord(line []byte) (at []byte, ok bool) {
	if !bytes.HasPrefix(line, []byte("### RECORD ")) {
		return nil, false
	}
	_, at, ok = bytes.Cut(line, []byte(" <<< ("))
	at, _, closed := bytes.Cut(at, []byte{')'})
	at, _, _ = bytes.Cut(at, []byte{':'}) // the subsystems (--full)
	var t timeLine
	return at, ok && closed && t.readEpoch(at)
}

// verboseTitle is the title of a table, empty when the line is none.
func verboseTitle(line []byte) string {
	rest, ok := bytes.CutPrefix(line, []byte("# "))
	if !ok || len(rest) == 0 || rest[0] < 'A' || rest[0] > 'Z' {
		return ""
	}
	for _, end := range [...]string{" SUMMARY", " STATISTICS"} {
		if i := bytes.Index(rest, []byte(end)); i > 0 {
			title := strings.TrimSpace(strings.ReplaceAll(string(rest[:i]), "[HYPER]", ""))
			for _, t := range verboseTitles {
				if title == t {
					return title + end
				}
			}
		}
	}
	return ""
}

// verboseTitles are the subsystems that have tables.
var verboseTitles = []string{"CPU", "SINGLE CPU", "DISK", "NETWORK", "MEMORY", "INTERRUPT", "NFS", "INODE", "SOCKET",
	"TCP STACK", "INFINIBAND", "SLAB", "PROCESS", "MEMORY FRAGMENTATION", "ENVIRONMENTAL",
	"LUSTRE MDS", "LUSTRE OST", "LUSTRE CLIENT"}

// collectlVerbose is a member being read.
type collectlVerbose struct {
	l      *Log
	head   collectlHead
	time   *collectlTime
	title  string
	names  []byte // the line of the columns, the last one before the rows
	tables map[string]*plotLayout
	place  []byte
	f      [][]byte
	unread map[string]*asideLines

	record bool // times come from the lines RECORD
	stamp  []byte
	first  []byte // what the first row of the table was about
	ts     int64
	step   float64
	ok     bool
}

func parseCollectlVerbose(l *Log) error {
	before := l.said()
	p := &collectlVerbose{l: l, head: newCollectlHead(), time: newCollectlTime(l), tables: map[string]*plotLayout{}, unread: map[string]*asideLines{}}
	for l.Next() {
		line := l.Line()
		if isBlank(line) {
			continue
		}
		if line[0] == '#' {
			p.comment(line)
			continue
		}
		if p.head.waiting(line) {
			l.Skip(schemas.Comment, text(line))
			p.time.begin(p.head)
			continue
		}
		p.row(line)
	}
	p.time.settle()
	list := make([]string, 0, len(p.unread))
	for title := range p.unread {
		list = append(list, title)
	}
	slices.Sort(list)
	for _, title := range list {
		l.SkipAt(p.unread[title].first, schemas.NotCounted, fmt.Sprintf("%d lines of %s are not read", p.unread[title].n, title))
	}
	l.sayNoData(before)
	return nil
}

// comment takes a line of a header.
func (p *collectlVerbose) comment(line []byte) {
	if at, ok := verboseRecord(line); ok {
		p.record = true
		p.f = append(p.f[:0], at)
		p.ts, p.step, p.ok = p.time.row(p.f, p.head.interval)
		return
	}
	if title := verboseTitle(line); title != "" {
		p.title = title
		return
	}
	if bytes.HasPrefix(line, []byte("###")) {
		p.l.Skip(schemas.Comment, text(line))
		return
	}
	p.names = append(p.names[:0], line[1:]...)
}

func (p *collectlVerbose) row(line []byte) {
	l := p.l
	spec := verboseTables[p.title]
	switch {
	case p.title == "" || len(p.names) == 0:
		l.Skip(schemas.ForeignText, text(line))
		return
	case spec == nil:
		a := p.unread[p.title]
		if a == nil {
			a = &asideLines{first: l.Num()}
			p.unread[p.title] = a
		}
		a.n++
		return
	}
	p.f = cutFields(line, p.f)
	times := verboseTimes(p.f)
	cells := p.f[times:]
	var key []byte
	if spec.key >= 0 && spec.key < len(cells) {
		key = cells[spec.key]
	}
	table := p.table(spec, key)
	lead := spec.key + 1
	if reason := l.lengthFault(cells, lead+len(table.cols)); reason != "" {
		if len(p.f) == 1 {
			reason = schemas.ForeignText
		}
		l.Skip(reason, text(line))
		return
	}
	if !p.record {
		p.dated(p.f[:times], key, spec.key >= 0)
	}
	if !p.ok {
		l.Skip(schemas.ForeignText, text(line))
		return
	}
	table.add(l, cells[lead:], p.ts, p.step)
}

// dated gives the time of a row where there are no lines RECORD: there is one table then,
// and rows about several things share their time. Without times the next interval begins
// where the first of them comes again.
func (p *collectlVerbose) dated(f [][]byte, key []byte, several bool) {
	if len(f) == 0 {
		if len(p.first) > 0 && several && !bytes.Equal(key, p.first) {
			return
		}
		p.first = append(p.first[:0], key...)
	} else if last := f[len(f)-1]; several && bytes.Equal(last, p.stamp) {
		return
	} else {
		p.stamp = append(p.stamp[:0], last...)
	}
	p.ts, p.step, p.ok = p.time.row(f, p.head.interval)
}

// verboseTimes counts the cells of a row that are its time.
func verboseTimes(f [][]byte) int {
	for i := 0; i < len(f) && i < 2; i++ {
		if c := bytes.IndexByte(f[i], ':'); c == 2 && len(f[i]) >= len("10:38:17") && isDigit(f[i][0]) {
			return i + 1
		}
	}
	return 0
}

// table finds what the cells of a row are.
func (p *collectlVerbose) table(spec *verboseTable, key []byte) *plotLayout {
	if spec.key < 0 {
		key = nil
	}
	p.place = append(append(append(p.place[:0], p.names...), p.title...), 0)
	p.place = append(p.place, key...)
	t := p.tables[string(p.place)]
	if t == nil {
		if len(p.tables) >= 10000 {
			clear(p.tables)
		}
		t = newVerboseLayout(p.l, spec, cutFields(p.names, nil), string(key))
		p.tables[string(p.place)] = t
	}
	return t
}
