package generate

import (
	"math"
	"strconv"
	"time"
)

// appendFixed adds v with two decimals, padded with blanks on the left to width, as
// %*.2f does. It writes backwards, since most of a log is such cells.
func appendFixed(b []byte, v float64, width int) []byte {
	n := int64(math.Round(v * 100))
	minus := n < 0
	if minus {
		n = -n
	}
	var cell [cellSize]byte
	i := len(cell) - 3
	cell[i], cell[i+1], cell[i+2] = '.', byte('0'+n/10%10), byte('0'+n%10)
	return appendCell(b, &cell, i, n/100, minus, width)
}

// appendInt adds n, padded with blanks on the left to width.
func appendInt(b []byte, n int64, width int) []byte {
	var cell [cellSize]byte
	minus := n < 0
	if minus {
		n = -n
	}
	return appendCell(b, &cell, len(cell), n, minus, width)
}

// cellSize has room for any number and any padding that the logs need.
const cellSize = 48

// appendCell adds a cell that is filled from i on: before it come the digits of n, the
// sign and blanks.
func appendCell(b []byte, cell *[cellSize]byte, i int, n int64, minus bool, width int) []byte {
	for {
		i--
		cell[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			break
		}
	}
	if minus {
		i--
		cell[i] = '-'
	}
	for len(cell)-i < width {
		i--
		cell[i] = ' '
	}
	return append(b, cell[i:]...)
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
