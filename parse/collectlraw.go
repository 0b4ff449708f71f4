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
		Name: "collectl", Variant: "raw",
		Doc:    "raw files of collectl 2 to 4: copies of /proc after a line with the time",
		Source: "collectl 4.3.1, getProc and the main loop; files of collectl 3.6.3",
		Specimen: "# Collectl:   V4.3.1-1  HiRes: 1  Options: -scd -f raw -i1\n>>> 1796066422.001 <<<\n" +
			"cpu  2633629 140839 631785 1096274 13374 0 8155 2867 0 0\nload 0.57 0.77 1.59 1/97 10297\n",
		Tables: []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			if h.HasLine(isCollectlRecord) {
				return 98
			}
			return 0
		},
		Parse: parseCollectlRaw,
	})
}

// isCollectlRecord tells the line that begins a record: >>> 1796066422.001 <<<.
func isCollectlRecord(line []byte) bool {
	_, ok := collectlRecord(line)
	return ok
}

func collectlRecord(line []byte) (t timeLine, ok bool) {
	rest, ok1 := bytes.CutPrefix(line, []byte(">>> "))
	rest, ok2 := bytes.CutSuffix(bytes.TrimRight(rest, " "), []byte(" <<<"))
	return t, ok1 && ok2 && t.readEpoch(rest)
}

// collectlRaw is a member being read. Its records are snapshots of /proc, and give the
// rows that those give.
type collectlRaw struct {
	l     *Log
	snaps *snapshots
	begun bool // within a record

	cpus    *names[*procCPU]
	totals  map[string]*schemas.StatKey
	disks   *names[*diskSeries]
	memory  meminfo
	vmstat  *names[*schemas.StatKey]
	cards   *names[[]*schemas.StatKey]
	load    [4]*schemas.StatKey
	f       [][]byte
	unread  map[string]*asideLines
	columns []string // of /proc/net/dev
}

func parseCollectlRaw(l *Log) error {
	before := l.said()
	p := &collectlRaw{l: l, snaps: newSnapshots(l), cpus: newNames[*procCPU](l), totals: procStatTotals(l),
		disks: newNames[*diskSeries](l), vmstat: newNames[*schemas.StatKey](l), cards: newNames[[]*schemas.StatKey](l),
		unread: map[string]*asideLines{}, columns: netdevColumns([]byte(netdevHead))}
	p.memory = meminfo{l: l, snaps: p.snaps, keys: newNames[*schemas.StatKey](l), sum: map[*schemas.StatKey]float64{}}
	for i, metric := range [...]string{"system.load1", "system.load5", "system.load15", "system.processes"} {
		p.load[i] = l.Key(metric, "", schemas.Gauge, "count")
	}
	for l.Next() {
		p.line(l.Line())
	}
	p.memory.used()
	p.sayUnread()
	l.sayNoData(before)
	return nil
}

// netdevHead are the columns of /proc/net/dev, which raw files leave out.
const netdevHead = " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed"

func (p *collectlRaw) line(line []byte) {
	if isBlank(line) {
		return
	}
	switch line[0] {
	case '>':
		if t, ok := collectlRecord(line); ok {
			p.memory.used()
			p.snaps.take(t)
			p.begun = p.snaps.begin()
			return
		}
	case '#':
		return // the head
	}
	name, rest, ok := bytes.Cut(line, []byte{' '})
	switch {
	case !p.begun, len(name) == 0:
		p.l.Skip(schemas.ForeignText, text(line))
	case !ok:
		reason := schemas.ForeignText
		if p.l.unfinished() {
			reason = schemas.CutRow
		}
		p.l.Skip(reason, text(line))
	case bytes.HasPrefix(name, []byte("cpu")):
		p.f = cutFields(rest, p.f)
		cpuLine(p.l, p.snaps, p.cpus, name[len("cpu"):], p.f)
	case text(name) == "disk":
		p.disk(rest)
	case text(name) == "Net":
		p.net(rest)
	case text(name) == "load":
		p.loads(rest)
	case p.totals[string(name)] != nil:
		number, _, _ := bytes.Cut(rest, []byte{' '})
		p.l.Stat(p.snaps.ts, p.totals[string(name)], p.l.cell(number), p.snaps.step)
	case name[len(name)-1] == ':' && p.meminfo(name[:len(name)-1], rest):
	case isVmstatName(name) && isNumeric(rest):
		p.l.Stat(p.snaps.ts, vmstatKey(p.l, p.vmstat, name), p.l.cell(rest), p.snaps.step)
	default:
		p.aside(name)
	}
}

// meminfo takes a line of /proc/meminfo; false when it is another.
func (p *collectlRaw) meminfo(name, rest []byte) bool {
	p.f = cutFields(rest, p.f)
	if len(p.f) == 0 || len(p.f) > 2 || !isDigit(p.f[0][0]) || (len(p.f) == 2 && text(p.f[1]) != "kB") || !isMeminfoName(name) {
		return false
	}
	p.memory.line(name, p.f)
	return true
}

// isMeminfoName tells the names of /proc/meminfo from other words before a colon, such as
// proc:1234 and tcp-Ip.
func isMeminfoName(b []byte) bool {
	return len(b) > 0 && b[0] >= 'A' && b[0] <= 'Z' && bytes.IndexByte(b, ':') < 0
}

// disk takes a line of /proc/diskstats.
func (p *collectlRaw) disk(rest []byte) {
	p.f = cutFields(rest, p.f)
	f := p.f
	if len(f) < 7 || isDigit(f[2][0]) || !isDigit(f[0][0]) {
		p.l.Skip(schemas.CutRow, text(p.l.Line()))
		return
	}
	e := p.disks.find(f[2])
	if e == nil {
		s := &diskSeries{name: string(f[2])}
		s.keys = diskKeys(p.l, s.name, diskstatsCounters[:])
		e = p.disks.add(f[2], s)
	}
	e.value.line(p.l, p.snaps, f[3:])
}

// net takes a line of /proc/net/dev.
func (p *collectlRaw) net(rest []byte) {
	colon := bytes.LastIndexByte(rest, ':')
	p.f = cutFields(rest[colon+1:], p.f)
	name := bytes.TrimSpace(rest[:max(colon, 0)])
	if len(name) == 0 || len(p.f) < len(p.columns) {
		p.l.Skip(schemas.CutRow, text(p.l.Line()))
		return
	}
	e := p.cards.find(name)
	if e == nil {
		e = p.cards.add(name, netdevKeys(p.l, string(name), p.columns))
	}
	for i, k := range e.value {
		if k != nil {
			p.l.Stat(p.snaps.ts, k, p.l.cell(p.f[i]), p.snaps.step)
		}
	}
}

// loads takes /proc/loadavg: 0.57 0.77 1.59 1/97 10297.
func (p *collectlRaw) loads(rest []byte) {
	p.f = cutFields(rest, p.f)
	if len(p.f) < 5 {
		p.l.Skip(schemas.CutRow, text(p.l.Line()))
		return
	}
	_, all, _ := bytes.Cut(p.f[3], []byte{'/'})
	p.f[3] = all
	for i, k := range p.load {
		p.l.Stat(p.snaps.ts, k, p.l.cell(p.f[i]), p.snaps.step)
	}
}

// aside counts lines of files of /proc that are not read: buddy, tcp-, sock, Slab, proc: ...
func (p *collectlRaw) aside(name []byte) {
	if i := bytes.IndexAny(name, ":-0123456789"); i > 0 {
		name = name[:i]
	}
	a := p.unread[string(name)]
	if a == nil {
		if len(p.unread) >= 100 {
			p.l.Skip(schemas.ForeignText, text(p.l.Line()))
			return
		}
		a = &asideLines{tag: string(name), first: p.l.Num()}
		p.unread[a.tag] = a
	}
	a.n++
}

func (p *collectlRaw) sayUnread() {
	list := make([]*asideLines, 0, len(p.unread))
	for _, a := range p.unread {
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b *asideLines) int { return strings.Compare(a.tag, b.tag) })
	for _, a := range list {
		reason := schemas.ForeignText
		if rawTags[a.tag] {
			reason = schemas.NotCounted
		}
		p.l.SkipAt(a.first, reason, fmt.Sprintf("%d lines %s are not read", a.n, a.tag))
	}
}

// rawTags are the first words of lines that collectl writes and that are not read here.
var rawTags = map[string]bool{"buddy": true, "int": true, "tcp": true, "sock": true, "fs": true, "Slab": true, "proc": true, "procT": true,
	"nfsc": true, "nfss": true, "numai": true, "numas": true, "ib": true, "ipmi": true, "OST_": true, "MDS": true, "LLITE": true, "LLDET": true, "LUS": true}
