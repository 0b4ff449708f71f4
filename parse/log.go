package parse

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"time"

	"inquest/schemas"
)

// Options are what a lone log cannot know about itself.
type Options struct {
	Zone      *time.Location // of clocks printed without a zone; nil: UTC, ts_source assumed
	ZoneKnown bool           // Zone comes from evidence, so ts_source is zoned
	DayFirst  bool           // read 03/04/26 as 3 April; default is month first
	OrderSure bool           // DayFirst comes from evidence, so that no date is ambiguous
	Start     time.Time      // instant of relative time 0; zero: 1970-01-01, ts_source relative
	Near      time.Time      // an instant after the last line, dates logs that print a clock only; zero: 1970-01-01

	// SectionStart tells when the nth section (from 0) of a title was started, for
	// section files that have a log of their own making; nil: not known.
	SectionStart func(title string, nth int) (time.Time, bool)

	// Sadf reads binary files of sadc; nil: they are recognised and not read.
	Sadf Sadf

	Said func(kind, text string) // is told what a member says of how its run went; nil: nobody asks
}

// Log is one member being read: its lines, what is known about its time, and the
// rows that came out of it.
type Log struct {
	Options
	Source *schemas.Source // of the rows; parsers that learn better change it by SetTSSource
	Rows   *schemas.Rows

	file string // for skips
	r    *bufio.Reader
	line []byte
	long []byte // holds a line longer than the reader's buffer
	num  int64
	back bool
	err  error
	sum  map[string]int // skips by reason, so that repeated ones are folded
	keys *keyring

	held  *held
	ended bool // the rest of the log is left out

	index    *lineIndex
	sections []*lineIndex // of the sections of a section file

	stamps // of a file that holds one run of a tool after another
}

const (
	maxLine      = 1 << 20 // longer lines are cut
	maxSkipsEach = 50      // of one reason and member before they are counted only
)

var utf8BOM = []byte{0xEF, 0xBB, 0xBF}

func newLog(file, member, format string, r *bufio.Reader, rows *schemas.Rows, opt Options) *Log {
	l := &Log{Options: opt, Rows: rows, file: file, r: r, sum: map[string]int{}, keys: newKeyring(), held: &held{most: maxHeld}}
	l.Source = &schemas.Source{Format: format, Member: member}
	l.index = &lineIndex{member: member, start: l.mark(), due: 1, stride: 1}
	l.SetTSSource(schemas.Assumed)
	if opt.ZoneKnown {
		l.SetTSSource(schemas.Zoned)
	}
	if l.Zone == nil {
		l.Zone = time.UTC
	}
	if b, _ := r.Peek(3); bytes.Equal(b, utf8BOM) {
		_, _ = r.Discard(3)
	}
	return l
}

// SetTSSource sets how instants are found from here on.
func (l *Log) SetTSSource(s string) {
	if l.Source.TSSource == s {
		return
	}
	src := *l.Source
	src.TSSource = s
	if l.Source.TSSource == "" { // nothing points to it yet
		l.Source.TSSource = s
		return
	}
	l.Source = &src
}

// Next reads the next line; false at the end or when reading failed (see Err).
// A last line that was cut off by a read error is a skip, not a line.
func (l *Log) Next() bool {
	switch {
	case l.back:
		l.back = false
		return true
	case l.atStamp || !l.next():
		return false
	}
	l.atStamp = l.perRun && isStamp(l.line)
	return !l.atStamp
}

// next reads the next line of the member.
func (l *Log) next() bool {
	if l.err != nil {
		return false
	}
	line, err := l.r.ReadSlice('\n')
	if err != nil && errors.Is(err, bufio.ErrBufferFull) {
		line, err = l.readLong(line)
	}
	l.num++
	if err != nil {
		l.err = err
		if len(line) == 0 {
			l.index.past = true
			return false
		}
		if !errors.Is(err, io.EOF) {
			l.Skip(schemas.CutRow, string(line))
			return false
		}
	}
	l.line = stripColour(cutLineEnd(line))
	if l.num >= l.index.due {
		l.noteLine()
	}
	return true
}

// cutLineEnd takes the line end off, with the carriage returns before it.
func cutLineEnd(line []byte) []byte {
	n := len(line)
	for n > 0 && (line[n-1] == '\n' || line[n-1] == '\r') {
		n--
	}
	return line[:n]
}

// readLong collects a line that does not fit the reader's buffer, up to maxLine.
func (l *Log) readLong(first []byte) ([]byte, error) {
	l.long = append(l.long[:0], first...)
	cut := false
	for {
		part, err := l.r.ReadSlice('\n')
		if room := maxLine - len(l.long); room > 0 {
			l.long = append(l.long, part[:min(room, len(part))]...)
		} else {
			cut = true
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if cut {
			l.SkipAt(l.num+1, schemas.CutRow, "line longer than 1 MiB, the rest of it is left out")
		}
		return l.long, err
	}
}

// Line is the current line without its end; it is valid until the next call of Next.
func (l *Log) Line() []byte { return l.line }

// Num is the number of the current line, from 1.
func (l *Log) Num() int64 { return l.num }

// Unread makes the next call of Next return the current line again.
func (l *Log) Unread() { l.back = true }

// Reader gives the rest of the member as bytes, for formats that are not lines.
func (l *Log) Reader() io.Reader {
	l.index.noLines = true
	return restOf{l}
}

// Err is the error that ended reading, nil at a regular end.
func (l *Log) Err() error {
	if errors.Is(l.err, io.EOF) {
		return nil
	}
	return l.err
}

// Skip records that the current line gave no row.
func (l *Log) Skip(reason, text string) { l.SkipAt(l.num, reason, text) }

// SkipAt records that a place gave no row. After maxSkipsEach of a reason only the
// number is kept; finish turns it into one more skip.
func (l *Log) SkipAt(line int64, reason, text string) {
	l.sum[reason]++
	if l.sum[reason] > maxSkipsEach {
		return
	}
	if len(text) > 200 {
		text = text[:200]
	}
	l.Rows.Skips = append(l.Rows.Skips, schemas.Skip{File: l.file, Member: l.Source.Member,
		Line: line, Reason: reason, Text: string(bytes.ToValidUTF8([]byte(text), []byte("?")))})
}

// Key interns the key of a stats series, so that its rows share it. Keys that are asked
// for in the same order again are found fast.
func (l *Log) Key(metric, labels, kind, unit string) *schemas.StatKey {
	k := schemas.StatKey{Metric: metric, Labels: labels, Kind: kind, Unit: unit}
	if p := l.keys.find(&k); p != nil {
		return p
	}
	l.hold(keyBytes + len(metric) + len(labels))
	return l.keys.add(k)
}

// CPU, Disk, Stat and Setting add a row.

// CPU adds a row to table cpu.
func (l *Log) CPU(r schemas.CPU) { l.Rows.CPU = append(l.Rows.CPU, r) }

// addCPU adds a row to table cpu and gives it to be filled.
func (l *Log) addCPU() *schemas.CPU {
	l.Rows.CPU = append(l.Rows.CPU, schemas.CPU{})
	return &l.Rows.CPU[len(l.Rows.CPU)-1]
}

// Disk adds a row to table disk.
func (l *Log) Disk(r schemas.Disk) { l.Rows.Disk = append(l.Rows.Disk, r) }

// Stat adds a row to table stats; a value that is not known gives no row.
func (l *Log) Stat(ts int64, key *schemas.StatKey, value, stepS float64) {
	if schemas.IsNull(value) {
		return
	}
	l.Rows.Stats = append(l.Rows.Stats, schemas.Stat{TS: ts, Key: key, Value: value, StepS: stepS, Source: l.Source})
}

// Setting adds a row to table settings.
func (l *Log) Setting(name, value, scope string) {
	l.hold(keyBytes + len(name) + len(value))
	l.Rows.Settings = append(l.Rows.Settings, schemas.Setting{Name: name, Value: value, Scope: scope, Source: l.Source})
}
