package parse

import (
	"bytes"
	"strings"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "df",
		Doc:    "df of coreutils with any unit, -i, -T, -P and --output, once or repeated, in any of ten languages",
		Source: "df(1) of GNU coreutils",
		Specimen: "Filesystem              1K-blocks     Used Available Use% Mounted on\n" +
			"/dev/vda                264212084 18795324  76705940  20% /\n",
		Tables: []string{"stats"},
		Match: func(h Head) int {
			for _, line := range h.dataLines(6) {
				if cols := dfHeader(line); cols != nil {
					return 90
				}
			}
			return 0
		},
		Parse: parseDF,
	})
}

// dfColumn says what a column between the device and the mount point becomes. Without a
// metric it is left out.
type dfColumn struct {
	metric string
	unit   string
	factor float64 // of a number without a suffix
	word   bool    // holds a word, not a number
}

// dfHeader maps the columns of a header; nil when the line is none.
func dfHeader(line []byte) []dfColumn {
	if len(line) == 0 || line[0] >= 'a' && line[0] <= 'z' || line[0] == '/' { // most rows
		return nil
	}
	var room [16][]byte
	f := cutFields(line, room[:0])
	if len(f) < 4 {
		return nil
	}
	if text(f[0]) != "Filesystem" {
		return dfTranslated(line)
	}
	end := bytesIndex(f, "Mounted")
	if end < 2 {
		return nil
	}
	var cols []dfColumn
	for _, b := range f[1:end] {
		cols = append(cols, dfColumnOf(text(b)))
	}
	return cols
}

func bytesIndex(f [][]byte, word string) int {
	for i, b := range f {
		if text(b) == word {
			return i
		}
	}
	return -1
}

func dfColumnOf(word string) dfColumn {
	switch word {
	case "Type", "File":
		return dfColumn{word: true}
	case "Size":
		return dfColumn{"filesystem.size", "bytes", 1, false}
	case "Used":
		return dfColumn{"filesystem.used", "bytes", 1, false}
	case "Avail", "Available":
		return dfColumn{"filesystem.available", "bytes", 1, false}
	case "Use%", "Capacity":
		return dfColumn{"filesystem.used_ratio", "ratio", 0.01, false}
	case "Inodes":
		return dfColumn{"filesystem.inodes", "count", 1, false}
	case "IUsed":
		return dfColumn{"filesystem.inodes_used", "count", 1, false}
	case "IFree":
		return dfColumn{"filesystem.inodes_free", "count", 1, false}
	}
	if block := dfBlock(word); block > 0 {
		return dfColumn{"filesystem.size", "bytes", block, false}
	}
	return dfColumn{}
}

// dfBlock is the unit in a column's name, 0 when it is another column: 1K-blocks, 1024-blocks, 1kB-blocks.
func dfBlock(word string) float64 {
	if !strings.HasSuffix(word, "-blocks") {
		return 0
	}
	return dfUnit(word)
}

// dfTable is df's output being read.
type dfTable struct {
	l      *Log
	snaps  *snapshots
	cols   []dfColumn
	dated  bool
	mounts *names[*dfMount]
	header []byte // the header that cols are of
	id     []byte // of a file system being looked up
	lone   []byte // a device so long that its row is on the next line
}

// dfMount is what is kept of a file system by its device and mount point.
type dfMount struct {
	keys   []*schemas.StatKey
	header []dfColumn // that keys are of
	seen   int        // snapshot that had it last
}

func parseDF(l *Log) error {
	t := &dfTable{l: l, snaps: newSnapshots(l), mounts: newNames[*dfMount](l)}
	before := l.said()
	var f [][]byte
	for l.Next() {
		line := l.Line()
		if isBlank(line) {
			continue
		}
		f = cutFields(line, f)
		if t.isHeader(line) {
			t.dated = t.snaps.begin()
			continue
		}
		if t.snaps.timeLine(line) {
			t.lone = nil
			continue
		}
		switch {
		case len(t.cols) > 0 && len(f) == 1 && f[0][0] == '/':
			t.lone = bytes.Clone(f[0])
		case len(t.cols) == 0 || !t.row(line, f):
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	l.sayNoData(before)
	return nil
}

// isHeader tells a header and takes its columns, unless they are those of the last one.
func (t *dfTable) isHeader(line []byte) bool {
	if bytes.Equal(line, t.header) {
		return true
	}
	cols := dfHeader(line)
	if cols == nil {
		return false
	}
	t.l.hold(len(cols) * pointerBytes)
	t.header = append(t.header[:0], line...)
	t.setColumns(cols)
	return true
}

// setColumns gives Used and Avail the unit that only the name of the size carries.
func (t *dfTable) setColumns(cols []dfColumn) {
	block := 1.0
	for _, c := range cols {
		if c.metric == "filesystem.size" {
			block = c.factor
		}
	}
	for i, c := range cols {
		if c.unit == "bytes" {
			cols[i].factor = block
		}
	}
	t.cols = cols
}
