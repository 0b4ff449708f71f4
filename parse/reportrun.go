package parse

// reportRun counts the reports of a run of sysstat's JSON or XML and gives them their
// instants.
type reportRun struct {
	l      *Log
	stats  *statistics
	time   reportTime
	boot   bool // the first report may cover the time since boot
	number int  // of the current report in its run, -1 before the first
	total  int  // reports read in all runs
}

func newReportRun(l *Log, s *statistics, boot bool) reportRun {
	r := reportRun{l: l, stats: s, time: reportTime{l: l}, boot: boot, number: -1}
	if boot {
		s.boot = &bootReport{}
	}
	r.time.restart()
	return r
}

// restart begins another run: another host, or another document after the first.
func (r *reportRun) restart() {
	r.finish()
	r.number = -1
	r.time.restart()
}

// begin begins a report.
func (r *reportRun) begin() {
	r.number++
	r.stats.beginReport()
	r.time.begin()
	if r.boot && r.number == 0 {
		*r.stats.boot = bootReport{from: r.l.mark(), line: r.l.Num(), open: true}
	}
}

// end ends a report that is complete.
func (r *reportRun) end() {
	ts, step := r.time.end(r.number)
	r.stats.endReport(ts, step)
	r.total++
	if r.boot {
		r.stats.boot.seen(r.l, r.number, step, r.time.clocked)
	}
	r.l.noteReport()
}

// abandon drops a report that is not complete.
func (r *reportRun) abandon() {
	r.stats.dropReport()
	if r.boot && r.number == 0 {
		r.stats.boot.open = false
	}
}

// finish ends a run.
func (r *reportRun) finish() {
	if r.boot {
		r.stats.boot.finish(r.l)
	}
	r.time.settle()
}
