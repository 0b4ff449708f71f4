package parse

import "inquest/schemas"

// countedTime is the instant of the nth report, from 0, of a log that prints no time:
// n seconds, or n times the interval that its collector states, after Options.Start or,
// without it, after 1970-01-01.
func (l *Log) countedTime(n int) (ts int64, tsSource string) {
	ts = l.reports(n)
	if l.Start.IsZero() {
		return ts, schemas.Relative
	}
	if l.perRun { // Start is the stamp before the run
		return l.Start.UnixMicro() + ts, l.clockSource()
	}
	return l.Start.UnixMicro() + ts, schemas.Assumed
}

// reports is how long n reports take, microseconds.
func (l *Log) reports(n int) int64 {
	step := l.reportS
	if step == 0 {
		step = 1
	}
	return int64(float64(n) * step * microsecond)
}
