package parse

import "inquest/schemas"

// said counts everything a log has given so far.
func (l *Log) said() int {
	r := l.Rows
	return len(r.CPU) + len(r.Disk) + len(r.Stats) + len(r.Settings) + len(r.Skips)
}

// sayNoData records that a member gave nothing since said was before; no member is
// passed over in silence.
func (l *Log) sayNoData(before int) {
	if l.said() == before {
		l.SkipAt(0, schemas.NoData, "nothing to read after the header")
	}
}

// dataLines lists the first lines of a member that are neither blank nor comments nor
// lines of time, at most n of them.
func (h Head) dataLines(n int) [][]byte {
	var out [][]byte
	for _, line := range h.Lines {
		if len(out) == n {
			break
		}
		if isBlank(line) || line[0] == '#' {
			continue
		}
		if _, ok := parseTimeLine(line, false); !ok {
			out = append(out, line)
		}
	}
	return out
}

func isBlank(line []byte) bool {
	for _, c := range line {
		if c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// cell reads a number that cannot be negative; what is none is null, with a skip.
func (l *Log) cell(b []byte) float64 {
	v, ok := parseNumber(b)
	if !ok || v < 0 {
		l.Skip(schemas.BadCell, text(b))
		return schemas.Null
	}
	return v
}
