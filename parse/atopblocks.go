package parse

import (
	"math"
	"slices"

	"inquest/schemas"
)

// atopBlocks tells the samples of atop from what it prints of the time since boot: that
// is the first one of a run, and its interval began before the sample before it.
type atopBlocks struct {
	n       int
	ts      int64   // of the last sample
	elapsed float64 // its interval
	gap     bool    // lines were lost since
}

// sinceBoot takes the next sample, which covers elapsed seconds up to ts. A sample that
// covers less than the time since the one before it follows a reboot or samples that are
// not there; those have the interval of the others.
func (b *atopBlocks) sinceBoot(ts int64, elapsed float64) bool {
	apart, before := float64(ts-b.ts)/1e6, b.elapsed
	first, gap := b.n == 0, b.gap
	b.n++
	b.ts, b.elapsed, b.gap = ts, elapsed, false
	switch {
	case first || elapsed > apart+1:
		return true
	case elapsed < apart-1:
		return !gap && math.Abs(elapsed-before) > max(1, 0.1*before)
	}
	return false
}

// takeBack takes the rows since from out again: they are no sample.
func (l *Log) takeBack(from, to rowMark) {
	r := l.Rows
	r.CPU = slices.Delete(r.CPU, from.cpu, to.cpu)
	r.Disk = slices.Delete(r.Disk, from.disk, to.disk)
	r.Stats = slices.Delete(r.Stats, from.stats, to.stats)
	l.index.takeOut(from, to)
}

// atopBoot is the sample in atop -P that may be of the time since boot without the line
// RESET before it, as when its lines were filtered.
type atopBoot struct {
	from, to rowMark
	line     int64
	elapsed  float64
	open     bool // not decided
}

// next takes the interval of the sample after it: a first sample much longer than the
// second is the time since boot.
func (b *atopBoot) next(l *Log, elapsed float64) {
	if !b.open {
		return
	}
	b.open = false
	if b.elapsed > 1.5*elapsed+1 {
		l.takeBack(b.from, b.to)
		l.SkipAt(b.line, schemas.SinceBoot, "the first sample is much longer than the second: the time since boot")
	}
}
