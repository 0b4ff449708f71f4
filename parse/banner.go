package parse

import (
	"bytes"

	"inquest/schemas"
)

// banner is the first line of what the sysstat tools print:
//
//	Linux 6.1.0-13-amd64 (node-01) 	11/30/26 	_x86_64_	(2 CPU)
//
// Versions before 9 leave out the machine and the number of processors.
type banner struct {
	host []byte
	date []byte // as printed, in the form of the locale
}

// parseBanner reads a banner; ok is false for any other line.
func parseBanner(line []byte) (b banner, ok bool) {
	if !bytes.HasPrefix(line, []byte("Linux ")) {
		return b, false
	}
	open := bytes.Index(line, []byte(" ("))
	if open < 0 {
		return b, false
	}
	b.host, line, ok = bytes.Cut(line[open+2:], []byte(")"))
	if !ok {
		return b, false
	}
	for _, end := range []string{"\t_", " _", "\t("} {
		if i := bytes.Index(line, []byte(end)); i >= 0 {
			line = line[:i]
		}
	}
	b.date = bytes.TrimSpace(line)
	return b, len(b.date) > 0
}

// isBanner tells whether the line is one.
func isBanner(line []byte) bool {
	_, ok := parseBanner(line)
	return ok
}

// dateFrom sets the clock to the banner's date. A date that could be read in two ways
// is a skip as soon as it is used. One that cannot be read is a skip, and the clock
// runs undated.
func (c *clock) dateFrom(b banner) (dated bool) {
	y, m, d, ambiguous, ok := parseDate(b.date, c.l.DayFirst)
	m, d, ambiguous = c.l.sureDate(y, m, d, ambiguous)
	if !ok {
		c.l.Skip(schemas.Unsupported, "the date of this header has a form that is not known: "+text(c.l.Line()))
		return false
	}
	c.setDate(y, m, d)
	c.doubt = ""
	if ambiguous {
		c.doubt, c.doubtLine = string(c.l.Line()), c.l.Num()
	}
	return true
}
