package parse

import "inquest/schemas"

// countedTime is the instant of the nth report, from 0, of a log that prints no time:
// n seconds after Options.Start or, without it, after 1970-01-01.
func (l *Log) countedTime(n int) (ts int64, tsSource string) {
	if l.Start.IsZero() {
		return int64(n) * 1e6, schemas.Relative
	}
	return l.Start.UnixMicro() + int64(n)*1e6, schemas.Assumed
}
