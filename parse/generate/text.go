package generate

import (
	"math"
	"strconv"
	"time"
)

// appendFixed adds v with two decimals, padded with blanks on the left to width, as
// %*.2f does.
func appendFixed(b []byte, v float64, width int) []byte {
	n := int64(math.Round(v * 100))
	start := len(b)
	b = strconv.AppendInt(b, n/100, 10)
	b = append(b, '.', byte('0'+n/10%10), byte('0'+n%10))
	return padLeft(b, start, width)
}

// appendInt adds n, padded with blanks on the left to width.
func appendInt(b []byte, n int64, width int) []byte {
	start := len(b)
	return padLeft(strconv.AppendInt(b, n, 10), start, width)
}

// padLeft moves what was added since start so that it ends a cell of that width.
func padLeft(b []byte, start, width int) []byte {
	size := len(b) - start
	if size >= width {
		return b
	}
	for range width - size {
		b = append(b, ' ')
	}
	copy(b[len(b)-size:], b[start:start+size])
	for i := start; i < len(b)-size; i++ {
		b[i] = ' '
	}
	return b
}

// appendClock adds hh:mm:ss of an instant in seconds since 1970, UTC.
func appendClock(b []byte, unix int64) []byte {
	s := unix % 86400
	for i, n := range [...]int64{s / 3600, s / 60 % 60, s % 60} {
		if i > 0 {
			b = append(b, ':')
		}
		b = append(b, byte('0'+n/10), byte('0'+n%10))
	}
	return b
}

// calendar gives the date of instants, worked out once a day.
type calendar struct {
	day  int64
	text string
}

func (c *calendar) date(unix int64) string {
	if day := unix / 86400; day != c.day || c.text == "" {
		c.day, c.text = day, time.Unix(unix, 0).UTC().Format(time.DateOnly)
	}
	return c.text
}

// kernel is the release that all headers name.
const kernel = "6.1.0-18-amd64"

// appendBanner adds the first line of sysstat's tools, in the form of S_TIME_FORMAT=ISO.
func appendBanner(b []byte, node string, unix int64, cpus int) []byte {
	b = append(b, "Linux "+kernel+" ("...)
	b = append(b, node...)
	b = append(b, ") \t"...)
	b = append(b, (&calendar{}).date(unix)...)
	b = append(b, " \t_x86_64_\t("...)
	b = strconv.AppendInt(b, int64(cpus), 10)
	return append(b, " CPU)\n\n"...)
}
