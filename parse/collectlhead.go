package parse

import (
	"bytes"
	"time"

	"inquest/schemas"
)

// collectlHead is what the lines of # at the top of collectl's files say:
//
//	# Collectl:   V4.3.1-1  HiRes: 1  Options: -scdm -P -f ctl -i 1
//	# Date:       20261130-103815  Secs: 1796035095 TZ: +0000
//	# SubSys:     cdm Options:  Interval: 1 NumCPUs: 2  NumBud: 0 Flags: i
type collectlHead struct {
	interval float64        // seconds, null when not stated
	year     int            // of the date; 0: not stated
	zone     *time.Location // of the clocks; nil: not stated
	perStep  bool           // -on: what happened in the interval, not a second
	open     bool           // within the lines of #
}

func newCollectlHead() collectlHead { return collectlHead{interval: schemas.Null} }

// line takes a line that begins with #; begins tells that another file begins there.
func (h *collectlHead) line(line []byte) (begins bool) {
	var room [32][]byte
	f := cutFields(line, room[:0])
	if len(f) < 3 || text(f[0]) != "#" {
		return false
	}
	switch text(f[1]) {
	case "Collectl:":
		*h = newCollectlHead()
		h.open, begins = true, true
		for i, w := range f {
			if options, ok := bytes.CutPrefix(w, []byte("-o")); ok {
				if len(options) == 0 && i+1 < len(f) {
					options = f[i+1]
				}
				h.perStep = bytes.IndexByte(options, 'n') >= 0
			}
		}
	case "Date:":
		date, _, _ := bytes.Cut(f[2], []byte{'-'})
		if y, _, _, _, ok := parseDate(date, false); ok {
			h.year = y
		}
		if text(f[len(f)-2]) == "TZ:" {
			h.zone = offsetZone(f[len(f)-1])
		}
	case "SubSys:":
		for i, w := range f[:len(f)-1] {
			if text(w) == "Interval:" {
				h.setInterval(f[i+1])
			}
		}
	}
	return begins
}

// setInterval takes the interval, which may be followed by others: 10:60:300.
func (h *collectlHead) setInterval(b []byte) {
	b, _, _ = bytes.Cut(b, []byte{':'})
	if v, ok := parseNumber(b); ok && v > 0 {
		h.interval = v
	}
}

// isCollectlHead tells the line that names the tool.
func isCollectlHead(line []byte) bool {
	return bytes.HasPrefix(line, []byte("# Collectl:")) || bytes.HasPrefix(line, []byte("# collectl:"))
}

// waiting takes the line that collectl prints on a screen before all others:
//
//	waiting for 1 second sample...
func (h *collectlHead) waiting(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte("waiting for "))
	number, after, _ := bytes.Cut(rest, []byte{' '})
	if !ok || !bytes.HasPrefix(after, []byte("second sample")) {
		return false
	}
	h.setInterval(number)
	return true
}
