package generate

// mpstat is the output of mpstat -P ALL 1, with its averages. Source: mpstat.c of sysstat 12.
func (r *Run) mpstat(b []byte, l *leg, node int) []byte {
	load, start := l.loads[node], l.start.Unix()
	b = appendBanner(b, nodeName(node), start-margin, r.spec.CPUs)
	var mean second
	n := 0
	for i := -margin; i < load.seconds()+margin; i++ {
		now := r.spec.at(load, i)
		b = r.mpstatReport(b, start+int64(i), start+int64(i)+1, now)
		mean.user, mean.system, mean.iowait, mean.idle = mean.user+now.user, mean.system+now.system, mean.iowait+now.iowait, mean.idle+now.idle
		n++
	}
	k := float64(n)
	mean.user, mean.system, mean.iowait, mean.idle = mean.user/k, mean.system/k, mean.iowait/k, mean.idle/k
	return r.mpstatReport(b, -1, -1, mean)
}

// mpstatReport adds the rows of one interval; those of the averages when the instants are negative.
func (r *Run) mpstatReport(b []byte, from, to int64, now second) []byte {
	clock := func(unix int64) {
		if unix < 0 {
			b = append(b, "Average:"...)
			return
		}
		b = appendClock(b, unix)
	}
	clock(from)
	b = append(b, "     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle\n"...)
	row := func(user, system, iowait, idle float64) {
		b = appendFixed(b, user*100, 8)
		b = append(b, "    0.00"...)
		b = appendFixed(b, system*100, 8)
		b = appendFixed(b, iowait*100, 8)
		b = append(b, "    0.00    0.00    0.00    0.00    0.00"...)
		b = appendFixed(b, idle*100, 8)
		b = append(b, '\n')
	}
	clock(to)
	b = append(b, "     all"...)
	row(now.user, now.system, now.iowait, now.idle)
	for c := range r.spec.CPUs {
		w := r.skew(c, now)
		clock(to)
		b = appendInt(b, int64(c), 8)
		row(now.user*w, now.system*w, now.iowait*w, 1-w*(now.user+now.system+now.iowait))
	}
	return append(b, '\n')
}

// skew is how much more than the mean one processor does: up to 5 % more for the first,
// as much less for the last, so that the mean over all is that of the row "all".
func (r *Run) skew(c int, now second) float64 {
	most := min(0.05, max(0, now.idle)) // none is over 100 %
	if r.spec.CPUs < 2 {
		return 1
	}
	return 1 + most*(1-2*float64(c)/float64(r.spec.CPUs-1))
}
