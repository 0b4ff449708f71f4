package parse

import (
	"bytes"

	"inquest/schemas"
)

// row adds what a row says of a file system; false when the line is no row. The cells
// are found by what they look like, since a device may hold blanks, and a mount point too.
func (t *dfTable) row(line []byte, f [][]byte) bool {
	device := t.lone
	t.lone = nil
	at := 0
	if device == nil || line[0] != ' ' {
		device, at = nil, 1
	}
	for ; ; at++ {
		if at+len(t.cols) >= len(f) {
			return false
		}
		if t.fits(f[at:]) {
			break
		}
	}
	if device == nil {
		device = bytes.TrimSpace(line[:cap(line)-cap(f[at])])
	}
	mount := commandFrom(line, f[at+len(t.cols)])
	if text(device) == "total" {
		t.l.Skip(schemas.GroupTotal, text(line))
		return true
	}
	if !t.dated {
		return true // said at the header
	}
	keys, again := t.keysOf(device, mount)
	if again {
		t.l.Skip(schemas.DuplicateRow, text(line))
		return true
	}
	for i, c := range t.cols {
		if b := f[at+i]; c.metric != "" && text(b) != "-" {
			t.l.Stat(t.snaps.ts, keys[i], dfValue(c, b), t.snaps.step)
		}
	}
	return true
}

// fits tells whether the cells that begin f look like the columns.
func (t *dfTable) fits(f [][]byte) bool {
	for i, c := range t.cols {
		b := f[i]
		if c.word || text(b) == "-" {
			continue
		}
		if schemas.IsNull(dfValue(c, b)) {
			return false
		}
	}
	return true
}

// dfValue reads a cell; null when it is no number.
func dfValue(c dfColumn, b []byte) float64 {
	if n := len(b); n > 1 && b[n-1] == '%' {
		v, _ := parseNumber(b[:n-1])
		return v / 100
	}
	v, suffix, ok := sizeOf(b)
	switch {
	case !ok:
		return schemas.Null
	case !suffix && c.metric != "":
		v *= c.factor
	}
	return v
}

// keysOf gives the series of a file system; again is true when the snapshot had it already.
func (t *dfTable) keysOf(device, mount []byte) (keys []*schemas.StatKey, again bool) {
	t.id = append(append(append(t.id[:0], device...), 0), mount...)
	e := t.mounts.find(t.id)
	if e == nil {
		e = t.mounts.add(t.id, &dfMount{})
	}
	m := e.value
	if len(m.header) == 0 || &m.header[0] != &t.cols[0] {
		m.header, m.keys = t.cols, t.newKeys(device, mount)
	}
	again = m.seen == t.snaps.n
	m.seen = t.snaps.n
	return m.keys, again
}

// newKeys are the keys of a file system under the current header.
func (t *dfTable) newKeys(device, mount []byte) []*schemas.StatKey {
	t.l.hold(len(t.cols) * pointerBytes)
	labels := label("device", string(device), "mount", string(mount))
	keys := make([]*schemas.StatKey, len(t.cols))
	for i, c := range t.cols {
		if c.metric != "" {
			keys[i] = t.l.Key(c.metric, labels, schemas.Gauge, c.unit)
		}
	}
	return keys
}
