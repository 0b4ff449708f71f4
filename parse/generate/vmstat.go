package generate

import "math"

// vmstat is the output of vmstat -t 1: a first line of the time since the boot, then one
// a second, the header every 20 lines. Source: vmstat.c of procps.
func (r *Run) vmstat(b []byte, l *leg, node int) []byte {
	load, start := l.loads[node], l.start.Unix()
	var days calendar
	boot := second{user: 0.02, system: 0.01, idle: 0.97, kbWritten: 249.6}
	for i := -margin - 1; i < load.seconds()+margin; i++ {
		if (i+margin+1)%20 == 0 {
			b = append(b, "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----\n"+
				" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC\n"...)
		}
		now := boot
		if i >= -margin {
			now = r.spec.at(load, i)
		}
		unix := start + int64(i) + 1
		b = r.vmstatLine(b, now)
		b = append(b, ' ')
		b = append(b, days.date(unix)...)
		b = append(b, ' ')
		b = append(appendClock(b, unix), '\n')
	}
	return b
}

func (r *Run) vmstatLine(b []byte, now second) []byte {
	percent := func(share float64) int64 { return int64(math.Round(share * 100)) }
	us, sy, wa := percent(now.user), percent(now.system), percent(now.iowait)
	cells := [...]struct {
		n     int64
		width int
	}{
		{int64(math.Round((now.user + now.system) * float64(r.spec.CPUs))), 2}, {int64(math.Round(now.queue)), 2},
		{0, 6}, {12475420, 6}, {245052, 6}, {9986032, 6}, {0, 4}, {0, 4}, {0, 5}, {int64(math.Round(now.kbWritten)), 5},
		{200 + int64(2*now.writes), 4}, {400 + int64(4*now.writes), 4},
		{us, 2}, {sy, 2}, {max(0, 100-us-sy-wa), 2}, {wa, 2}, {0, 2},
	}
	for i, c := range cells {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendInt(b, c.n, c.width)
	}
	return b
}
