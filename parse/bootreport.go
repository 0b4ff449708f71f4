package parse

import (
	"fmt"
	"math"
	"slices"

	"inquest/schemas"
)

// bootReport decides about the first report of iostat after a banner: it covers the
// time since boot and is no sample, unless -y left that report out. Nothing in the
// text says so, but with -y some versions print a CPU row of 0 or 1 per cent in all,
// and in the plain form total / rate is the interval, for the first report as for
// the later ones.
type bootReport struct {
	open   bool // not decided
	sample bool // it is a sample: -y
	from   rowMark
	to     rowMark
	line   int64

	first, now interval // of the first report and the current one
}

// interval is the length of a report by its device with the largest total.
type interval struct{ total, rate float64 }

func (i interval) seconds() float64 { return i.total / i.rate }

// slack is how far off it may be, as printed numbers are rounded.
func (i interval) slack() float64 { return i.seconds() * (0.02 + 0.005/i.rate + 0.5/i.total) }

// totals names the columns of totals by those of their rates.
var totals = map[string]string{
	"kB_read/s": "kB_read", "kB_wrtn/s": "kB_wrtn", "MB_read/s": "MB_read", "MB_wrtn/s": "MB_wrtn",
	"Blk_read/s": "Blk_read", "Blk_wrtn/s": "Blk_wrtn",
}

// device takes a device's row.
func (b *bootReport) device(t *layout, cells [][]byte) {
	if !b.open {
		return
	}
	for i, name := range t.names {
		total, ok := totals[name]
		if !ok {
			continue
		}
		if j := slices.Index(t.names, total); j >= 0 {
			b.amount(cells[i], cells[j])
		}
	}
}

// amount takes a rate and its total.
func (b *bootReport) amount(rate, total []byte) {
	r, ok1 := parseNumber(rate)
	n, ok2 := parseNumber(total)
	if ok1 && ok2 && r > 0 && n > b.now.total {
		b.now = interval{n, r}
	}
}

// seen ends the nth report; step is the time since the one before by the clock.
func (b *bootReport) seen(l *Log, n int, step float64, clocked bool) {
	if !b.open {
		return
	}
	if n == 0 {
		b.to, b.first = l.mark(), b.now
		if b.sample || b.first.total == 0 {
			b.finish(l)
		}
	} else if b.now.total > 0 {
		b.sample = math.Abs(b.first.seconds()-b.now.seconds()) <= b.first.slack()+b.now.slack()
		b.finish(l)
	} else if clocked && !schemas.IsNull(step) {
		b.sample = math.Abs(b.first.seconds()-step) <= b.first.slack()+0.1*step
		b.finish(l)
	}
	b.now = interval{}
}

// finish takes the rows of the first report out unless it is a sample.
func (b *bootReport) finish(l *Log) {
	if !b.open {
		return
	}
	b.open = false
	if b.sample {
		return
	}
	r := l.Rows
	cpus, disks := b.to.cpu-b.from.cpu, b.to.disk-b.from.disk
	r.CPU = slices.Delete(r.CPU, b.from.cpu, b.to.cpu)
	r.Disk = slices.Delete(r.Disk, b.from.disk, b.to.disk)
	r.Stats = slices.Delete(r.Stats, b.from.stats, b.to.stats)
	l.index.takeOut(b.from, b.to)
	l.SkipAt(b.line, schemas.SinceBoot, fmt.Sprintf("first report, since boot: %d rows of cpu, %d of disk", cpus, disks))
}
