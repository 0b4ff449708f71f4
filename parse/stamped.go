package parse

import (
	"bytes"
	"strconv"
	"time"

	"inquest/schemas"
)

// stamps is what a log knows of the stamps in it: OSWatcher and ExaWatcher write one
// before each run of a tool.
type stamps struct {
	perRun  bool    // Next ends before each stamp
	atStamp bool    // it did
	reportS float64 // seconds between the reports of a run, as the collector states them; 0: one
	day     [3]int  // year, month and day of the last stamp; zero: none
}

// isStamp tells the line before a run of a tool, readable or not.
func isStamp(line []byte) bool {
	return bytes.HasPrefix(line, []byte("zzz ***")) || bytes.HasPrefix(line, []byte("zzz <"))
}

// maxPreamble is how many lines a collector may write before its first stamp.
const maxPreamble = 60

// preambleWords begin the lines that a collector writes before its first stamp.
var preambleWords = [][]byte{[]byte("#"), []byte("Linux OSW"), []byte("SNAP_INTERVAL"), []byte("CPU_COUNT"), []byte("CPU_CORES"),
	[]byte("VCPUS"), []byte("OSWBB_ARCHIVE_DEST"), []byte("zzz")}

func isPreamble(line []byte) bool {
	for _, w := range preambleWords {
		if bytes.HasPrefix(line, w) {
			return true
		}
	}
	return isBlank(line)
}

// cutStamp takes what a collector writes before the first run of a tool, the stamp
// included, off the beginning of a member; stamped is false when there is no stamp.
func cutStamp(b []byte) (body []byte, stamped bool) {
	rest := b
	for range maxPreamble {
		line, after, found := bytes.Cut(rest, []byte{'\n'})
		if !isPreamble(line) {
			break
		}
		if isStamp(line) {
			_, stamped = parseTimeLine(bytes.TrimRight(line, "\r"), false)
			if stamped {
				return after, true
			}
		}
		if !found {
			break
		}
		rest = after
	}
	return b, false
}

// parseRuns reads a file that holds one run of a tool after another, each after a stamp
// with its time. A parser that knows lines of time reads the file as it is. Any other is
// given one run at a time: Options.Start is the stamp, so that reports without a time of
// their own follow it at the interval of the tool (one second unless the collector states
// it), the first of them at the stamp itself; clocks without a date are near it.
//
// The stamp's zone counts when its word is UTC or GMT, else that of the options does.
//
// Source: OSWatcher.sh and its *sub.sh; ExaWatcher's file headers.
func parseRuns(f *Format, l *Log) error {
	l.preamble()
	if !f.PerRun {
		return f.Parse(l)
	}
	given, times := l.Options, newSnapshots(l)
	l.perRun = true
	defer func() { l.perRun = false }()
	for l.nextStamp() {
		t, ok := parseTimeLine(l.line, given.DayFirst)
		if !ok {
			l.Skip(schemas.BadCell, "the time of this run cannot be read, it is passed over: "+text(l.line))
			continue
		}
		l.Options = given
		if t.zone != nil {
			l.Zone, l.ZoneKnown = t.zone, true
		}
		times.take(t)
		l.day = [3]int{t.y, t.m, t.d}
		l.Start = time.UnixMicro(times.next)
		l.Near = l.Start.Add(12 * time.Hour)
		l.SetTSSource(l.clockSource())
		if err := f.Parse(l); err != nil {
			return err
		}
	}
	return nil
}

// nextStamp goes to the next stamp, past what a parser left of the run before it.
func (l *Log) nextStamp() bool {
	if l.back || l.atStamp {
		l.back, l.atStamp = false, false
		if isStamp(l.line) {
			return true
		}
	}
	for l.next() {
		if isStamp(l.line) {
			return true
		}
	}
	return false
}

// preamble reads what the collector says before its first stamp and stands before that.
func (l *Log) preamble() {
	command := false
	for l.next() {
		line := l.line
		if isStamp(line) {
			if _, ok := parseTimeLine(line, l.DayFirst); ok {
				l.line, l.back = bytes.Clone(line), true // a parser may look ahead before it reads on
				return
			}
		}
		key, value, _ := bytes.Cut(bytes.TrimLeft(line, "# "), []byte(":"))
		switch text(key) {
		case "Sample Interval(s)", "Sample Interval":
			if n, ok := parseNumber(bytes.TrimSpace(value)); ok && n > 0 && !command {
				l.reportS = n
			}
		case "Collection Command":
			if n := commandInterval(value); n > 0 {
				l.reportS, command = n, true
			}
		}
		if f := cutFields(line, nil); len(f) == 2 && text(f[0]) == "VCPUS" {
			if n, err := strconv.Atoi(text(f[1])); err == nil && n > 0 {
				l.Setting("cpu.count", strconv.Itoa(n), schemas.ScopeHardware)
			}
		}
		if !isBlank(line) {
			l.Skip(schemas.Comment, text(line))
		}
	}
}

// commandInterval is the interval of a command that ends with an interval and a count.
func commandInterval(b []byte) float64 {
	f := cutFields(b, nil)
	if len(f) < 3 {
		return 0
	}
	step, ok1 := parseNumber(f[len(f)-2])
	count, ok2 := parseNumber(f[len(f)-1])
	if !ok1 || !ok2 || step <= 0 || count <= 0 {
		return 0
	}
	return step
}

// sureDate settles a date that can be read in two ways by the day of the stamp before it.
func (l *Log) sureDate(y, m, d int, ambiguous bool) (month, day int, still bool) {
	switch {
	case !ambiguous || l.day == [3]int{}:
		return m, d, ambiguous
	case l.day == [3]int{y, m, d}:
		return m, d, false
	case l.day == [3]int{y, d, m}:
		return d, m, false
	}
	return m, d, true
}
