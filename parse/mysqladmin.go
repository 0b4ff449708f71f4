package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "mysqladmin",
		Doc:    "mysqladmin extended-status, once or repeated (-i), absolute or differences (-r), and SHOW GLOBAL STATUS",
		Source: "client/mysqladmin.cc of MariaDB",
		Specimen: "+-----------------+---------+\n| Variable_name   | Value   |\n+-----------------+---------+\n" +
			"| Aborted_clients | 0       |\n| Bytes_received  | 1050318 |\n| Uptime          | 55      |\n+-----------------+---------+\n",
		Tables: []string{"stats"},
		Match: func(h Head) int {
			if name := firstVariable(h); len(name) > 0 && name[0] >= 'A' && name[0] <= 'Z' {
				return 90
			}
			return 0
		},
		Parse: parseMysqladmin,
	})
}

// firstVariable is the first name in a table of Variable_name and Value, of which the
// server's status and its variables both are: names of the status begin with a capital
// letter, names of variables with a small one. A client told to leave out the header
// (-N) leaves lines of two words and a tab, which are known by a name that all servers have.
func firstVariable(h Head) []byte {
	const before = 12 // lines of other text: statements, lines of time
	var first []byte
	header := false
	for i, line := range h.Lines {
		name, _, ok := cutVariable(line)
		switch {
		case ok && text(name) == "Variable_name":
			header = true
		case header && ok:
			return name
		case header && (isBlank(line) || line[0] == '+'):
		case header:
			return nil
		case ok && isVariableName(name):
			if first == nil {
				first = name
			}
			if n := text(name); n == "Aborted_connects" || n == "autocommit" {
				return first
			}
		case first != nil || i == before:
			return nil
		}
	}
	return nil
}

// isVariableName tells letters, digits and underscores.
func isVariableName(b []byte) bool {
	for _, c := range b {
		if !isDigit(c) && c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return len(b) > 0
}

// cutVariable splits a row of a table into name and value: "| name | value |", or the
// two with a tab between.
func cutVariable(line []byte) (name, value []byte, ok bool) {
	if len(line) > 4 && line[0] == '|' {
		if line[len(line)-1] != '|' {
			return nil, nil, false
		}
		line = line[1 : len(line)-1]
		i := bytes.IndexByte(line, '|')
		if i < 0 {
			return nil, nil, false
		}
		return trimBlanks(line[:i]), trimBlanks(line[i+1:]), true
	}
	i := bytes.IndexByte(line, '\t')
	if i <= 0 || bytes.IndexByte(line[:i], ' ') >= 0 {
		return nil, nil, false
	}
	return line[:i], line[i+1:], true
}

// trimBlanks takes the blanks off a cell. Cells are padded on the right, mostly with
// many, so it looks for the end from the front where it can.
func trimBlanks(b []byte) []byte {
	if len(b) > 0 && b[0] == ' ' {
		b = b[1:]
	}
	if i := bytes.IndexByte(b, ' '); i >= 0 && i+1 < len(b) && b[len(b)-1] == ' ' && b[i+1] == ' ' {
		rest := bytes.TrimRight(b[i:], " ")
		return b[:i+len(rest)]
	}
	return bytes.TrimRight(b, " ")
}

// statusTable is a member being read, table by table. A table is kept until it ends,
// since its time is in the row Uptime near the end.
type statusTable struct {
	l     *Log
	snaps *snapshots // of lines of time between the tables

	index map[string]int // of a name in the slices below
	order []string       // names in the order of the first table
	keys  []*schemas.StatKey
	value []float64 // of the table being read; null: not in it, or no number
	total []float64 // absolute values of the table before
	read  []int     // the names of the table being read
	last  []int     // those of the table before
	next  int       // where the next name is expected
	open  bool      // a table is being read
	boxed bool      // it is drawn with lines, of which the last has not come
	rows  int

	tables      int
	differences bool    // tables after the first hold differences (-r)
	elapsed     float64 // seconds since the first table
}

func parseMysqladmin(l *Log) error {
	t := &statusTable{l: l, snaps: newSnapshots(l), index: map[string]int{}}
	before := l.said()
	bare := true // no header so far
	for l.Next() {
		line := l.Line()
		if len(line) == 0 || line[0] == '+' {
			if t.rows > 0 {
				t.boxed = false
				t.end()
			}
			continue
		}
		name, value, ok := cutVariable(line)
		switch {
		case ok && text(name) == "Variable_name":
			t.end()
			t.open, t.boxed, bare = true, line[0] == '|', false
		case ok && bare && isVariableName(name):
			if len(t.order) > 0 && t.order[0] == text(name) {
				t.end()
			}
			t.open = true
			t.row(name, value)
		case ok && t.open && isVariableName(name):
			t.row(name, value)
		case t.snaps.isTimeLine(line): // of the table that comes
			t.end()
			t.snaps.timeLine(line)
		case line[0] == '|':
			l.Skip(schemas.CutRow, text(line))
		case hasAnyPrefix(line, "SHOW ", "show "):
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	t.end()
	l.sayNoData(before)
	return nil
}

// row keeps a value. Tables list the same names in the same order, so the place of a
// name is that after the one before; only new names are looked up.
func (t *statusTable) row(name, value []byte) {
	i := t.next
	if i >= len(t.order) || t.order[i] != text(name) {
		var known bool
		if i, known = t.index[string(name)]; !known {
			i = t.add(string(name))
		}
	}
	t.next = i + 1
	t.rows++
	t.read = append(t.read, i)
	t.value[i], _ = parseNumber(value)
}

// add makes place for a name.
func (t *statusTable) add(name string) int {
	i := len(t.order)
	t.l.hold(namedBytes + len(name))
	t.index[name] = i
	t.order = append(t.order, name)
	var key *schemas.StatKey // none: the value is a word
	if !statusWords.has(name) {
		kind, unit := statusKind(name)
		key = t.l.Key("mysql."+name, "", kind, unit)
	}
	t.keys = append(t.keys, key)
	t.value = append(t.value, schemas.Null)
	t.total = append(t.total, schemas.Null)
	return i
}
