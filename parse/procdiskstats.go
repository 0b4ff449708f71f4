package parse

import "inquest/schemas"

func init() {
	register(Format{
		Name:     "proc-diskstats",
		Doc:      "/proc/diskstats of kernels 2.6 and later, one snapshot or many",
		Source:   "Documentation/admin-guide/iostats.rst of Linux",
		Specimen: "TS 1796035058.602770596 2026-11-30 10:37:38\n 254       0 vda 45742 10623 4221706 17449 52683 154197 94961872 205174 0 29340 232105 11076 42 88829488 9197 6339 283\n",
		Tables:   []string{"disk", "stats"},
		Match: func(h Head) int {
			lines := h.dataLines(3)
			for _, line := range lines {
				if !isDiskstats(cutFields(line, nil)) {
					return 0
				}
			}
			if len(lines) == 0 {
				return 0
			}
			return 90
		},
		Parse: parseDiskstats,
	})
}

// isDiskstats tells a line of /proc/diskstats: two numbers, a name, and 4, 11, 15, 17
// or more counters.
func isDiskstats(f [][]byte) bool {
	return (len(f) == 7 || len(f) >= 14) && isDigit(f[0][0]) && !isDigit(f[2][0]) && allDigits(f[:2]) && allDigits(f[3:])
}

// The counters after the name, in order. Sectors are of 512 bytes on every device,
// times in milliseconds. Kernels before 4.18 have no discards, before 5.5 no flushes.
const (
	readsDone = iota
	readsMerged
	sectorsRead
	readMillis
	writesDone
	writesMerged
	sectorsWritten
	writeMillis
	inFlight
	ioMillis
	weightedMillis
	discardsDone
	discardsMerged
	sectorsDiscarded
	discardMillis
	flushesDone
	flushMillis
	diskCounterCount
)

// diskstatsCounters are the columns that go to table stats.
var diskstatsCounters = [diskCounterCount]diskCounter{
	readsDone:      {"disk.reads_total", "count", 1},
	readsMerged:    {"disk.reads_merged_total", "count", 1},
	sectorsRead:    {"disk.read_bytes_total", "bytes", 512},
	readMillis:     {"disk.read_time_total", "seconds", 1e-3},
	writesDone:     {"disk.writes_total", "count", 1},
	writesMerged:   {"disk.writes_merged_total", "count", 1},
	sectorsWritten: {"disk.written_bytes_total", "bytes", 512},
	writeMillis:    {"disk.write_time_total", "seconds", 1e-3},
	inFlight:       {"disk.in_flight", "count", 1},
	ioMillis:       {"disk.io_time_total", "seconds", 1e-3},
	weightedMillis: {"disk.weighted_io_time_total", "seconds", 1e-3},
	discardsDone:   {"disk.discards_total", "count", 1},
	flushesDone:    {"disk.flushes_total", "count", 1},
}

// diskSeries is what is kept of one device.
type diskSeries struct {
	name     string
	keys     []*schemas.StatKey
	last     diskCounters
	snapshot int // number of the snapshot that last is of
}

func parseDiskstats(l *Log) error {
	before := l.said()
	snaps := newSnapshots(l)
	series := newNames[*diskSeries](l)
	var f [][]byte
	dated, blank := false, true
	for l.Next() {
		line := l.Line()
		f = cutFields(line, f)
		if len(f) == 0 {
			blank = true
			continue
		}
		if len(f) < 7 || isDigit(f[2][0]) || !isDigit(f[0][0]) {
			if !snaps.timeLine(line) {
				reason := schemas.ForeignText
				if isDigit(f[0][0]) {
					reason = schemas.CutRow
				}
				l.Skip(reason, text(line))
			}
			continue
		}
		e := series.find(f[2])
		if e == nil {
			e = series.add(f[2], &diskSeries{name: string(f[2]), keys: diskKeys(l, string(f[2]), diskstatsCounters[:])})
		}
		s := e.value
		if snaps.pending || (!snaps.stamped && (blank || s.snapshot == snaps.n)) {
			dated = snaps.begin()
		}
		blank = false
		if dated {
			s.line(l, snaps, f[3:])
		}
	}
	l.sayNoData(before)
	return nil
}

// line adds the counters of a device and, from the second snapshot on, the rates since
// the one before.
func (s *diskSeries) line(l *Log, snaps *snapshots, f [][]byte) {
	var now diskCounters
	if !now.read(f) {
		l.Skip(schemas.CutRow, text(l.Line()))
		return
	}
	// Four counters are a partition's of old, unless the member ends in the line.
	if (s.snapshot > 0 && now.n < s.last.n) || (now.n == partitionCounters && l.err != nil) {
		l.Skip(schemas.CutRow, text(l.Line()))
		return
	}
	for i, key := range s.keys {
		if key != nil && now.has[i] {
			l.Stat(snaps.ts, key, now.v[i]*diskstatsCounters[i].factor, snaps.step)
		}
	}
	if s.snapshot > 0 && s.snapshot == snaps.n-1 && !snaps.again {
		row := schemas.NewDisk(snaps.ts, s.name, l.Source)
		if now.since(&s.last, snaps.step, &row) {
			l.Disk(row)
		} else {
			l.Skip(schemas.CounterReset, text(l.Line()))
		}
	}
	s.last, s.snapshot = now, snaps.n
}
