package generate

// device is the node's disk that holds the data.
const device = "nvme1n1"

// iostat is the output of iostat -dxkt 1 with one device: a first report of the time
// since the boot, then one a second. Source: iostat.c of sysstat 12.
func (r *Run) iostat(b []byte, l *leg, node int) []byte {
	load, start := l.loads[node], l.start.Unix()
	b = appendBanner(b, nodeName(node), start-margin, r.spec.CPUs)
	var days calendar
	b = iostatReport(b, &days, start-margin, second{writes: 31.2, kbWritten: 249.6, wait: serviceMS, queue: 0.02, util: 0.01})
	for i := -margin; i < load.seconds()+margin; i++ {
		b = iostatReport(b, &days, start+int64(i)+1, r.spec.at(load, i))
	}
	return b
}

func iostatReport(b []byte, days *calendar, unix int64, now second) []byte {
	b = append(b, days.date(unix)...)
	b = append(b, 'T')
	b = appendClock(b, unix)
	b = append(b, "+0000\nDevice            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz"+
		"     d/s     dkB/s   drqm/s  %drqm d_await dareq-sz     f/s f_await  aqu-sz  %util\n"+
		device+"          0.00      0.00     0.00   0.00    0.00     0.00"...)
	b = appendFixed(b, now.writes, 8)
	b = append(b, ' ')
	b = appendFixed(b, now.kbWritten, 9)
	b = append(b, "     0.00   0.00 "...)
	b = appendFixed(b, now.wait, 7)
	size := 0.0
	if now.writes > 0 {
		size = now.kbWritten / now.writes
	}
	b = append(b, ' ')
	b = appendFixed(b, size, 8)
	b = append(b, "    0.00      0.00     0.00   0.00    0.00     0.00"...)
	for _, v := range [...]float64{now.flushes, now.flushWait, now.queue, now.util * 100} {
		b = append(b, ' ')
		b = appendFixed(b, v, 7)
	}
	return append(b, "\n\n"...)
}
