package parse

import "bytes"

// clockMemo is parseClock that remembers the last clock: the rows of a table have the
// same one, row after row.
type clockMemo struct {
	word []byte // the last clock that was one word; empty: there was none
	sec  float64
}

func (c *clockMemo) parse(fields [][]byte) (sec float64, used int, ok bool) {
	if len(fields) > 0 && len(c.word) > 0 && bytes.Equal(fields[0], c.word) {
		if len(fields) == 1 {
			return c.sec, 1, true
		}
		if _, half := halfOfDay(fields[1]); !half {
			return c.sec, 1, true
		}
	}
	sec, used, ok = parseClock(fields)
	if ok && used == 1 {
		c.word, c.sec = append(c.word[:0], fields[0]...), sec
	}
	return sec, used, ok
}
