package parse

import "inquest/schemas"

// layout is the header of a printed table: which column each cell belongs to.
type layout struct {
	kind  tableKind
	label string // what the key column names, empty when there is none
	keyAt int    // cell of the key, -1 when there is none
	cols  []*usage
	names []string
	room  [][]byte         // for the cells of a row without places
	seen  map[string]int64 // instant of the last row of a file system: with subvolumes it is listed once for each
}

// layoutOf gives the layout of a header's words, which are mostly those of a header before.
func (s *sheet) layoutOf(words [][]byte) *layout {
	s.nameOf = joinWords(s.nameOf[:0], words)
	if e := s.layouts.find(s.nameOf); e != nil {
		clear(e.value.seen)
		return e.value
	}
	s.l.hold(len(words) * wordBytes)
	return s.layouts.add(s.nameOf, newLayout(s, words)).value
}

// wordBytes is about what a word of a header costs beside its letters.
const wordBytes = 64

// joinWords makes one name of several words.
func joinWords(name []byte, words [][]byte) []byte {
	for _, w := range words {
		name = append(append(name, w...), 0)
	}
	return name
}

// newLayout reads the words of a header. The key column is the first or, with long
// names, the last.
func newLayout(s *sheet, words [][]byte) *layout {
	t := &layout{keyAt: -1, cols: make([]*usage, len(words))}
	if len(words) == 0 {
		return t
	}
	for _, at := range []int{0, len(words) - 1} {
		if label, ok := keyColumns[string(words[at])]; ok {
			t.keyAt, t.label = at, label
			break
		}
	}
	t.kind = kindOf(t.label, words)
	if t.keyAt >= 0 && text(words[t.keyAt]) == "FILESYSTEM" {
		t.seen = map[string]int64{}
	}
	for i, w := range words {
		t.names = append(t.names, string(w))
		if i != t.keyAt && !leftOut[string(w)] {
			t.cols[i] = s.usage(t.kind, ownName(w, words[0]))
		}
	}
	return t
}

// ownName gives the one name that two tables of sar have in common, retransmissions of
// NFS and of TCP, its later name in the second. Source: CHANGES of sysstat 12.7.6.
func ownName(name, first []byte) []byte {
	if text(name) == "retrans/s" && text(first) == "atmptf/s" {
		return []byte("retrseg/s")
	}
	return name
}

// leftOut are columns of text or of places, which are no numbers of a series.
var leftOut = map[string]bool{"CORE": true, "SOCK": true, "NODE": true, "DEVICE": true, "status": true}

// kindOf tells the tables of processors and devices from others under the same key:
// sar and mpstat print interrupts, frequencies and queues under CPU as well.
func kindOf(label string, words [][]byte) tableKind {
	cpu, disk := 0, 0
	for _, w := range words {
		if _, ok := cpuColumns[string(w)]; ok {
			cpu++
		}
		if _, ok := diskColumns[string(w)]; ok {
			disk++
		}
	}
	switch {
	case label == "cpu" && cpu >= 2:
		return cpuTable
	case label == "device" && disk >= 2:
		return diskTable
	case label == "interrupt" && text(words[len(words)-1]) != "intr/s":
		return interruptTable
	case text(words[0]) == "BUS":
		return listTable
	}
	return statTable
}

// same tells whether the words are those of this layout.
func (t *layout) same(words [][]byte) bool { return t != nil && sameWords(t.names, words) }

func sameWords(names []string, words [][]byte) bool {
	if len(words) != len(names) {
		return false
	}
	for i, w := range words {
		if string(w) != names[i] {
			return false
		}
	}
	return true
}

// add reads the cells of a row. A row of another length than the header is a skip:
// which cell is missing cannot be known.
func (t *layout) add(s *sheet, cells [][]byte, ts int64, stepS float64) {
	cells = t.placed(cells)
	if reason := s.l.lengthFault(cells, len(t.cols)); reason != "" {
		s.l.Skip(reason, text(s.l.Line()))
		return
	}
	var key []byte
	if t.keyAt >= 0 {
		key = cells[t.keyAt]
	}
	if t.seen != nil {
		if last, ok := t.seen[text(key)]; ok && last == ts {
			s.l.Skip(schemas.DuplicateRow, text(s.l.Line()))
			return
		}
		t.seen[s.name(key)] = ts
	}
	s.begin(t.kind, t.label, key)
	for i, u := range t.cols {
		if u != nil {
			s.put(u, cells[i])
		}
	}
	s.end(ts, stepS)
}

// placed gives the row of all processors the cells that mpstat -T leaves blank in it:
// CPU CORE SOCK NODE, which say where a processor is.
func (t *layout) placed(cells [][]byte) [][]byte {
	n := len(t.cols) - len(cells)
	if t.label != "cpu" || t.keyAt != 0 || n <= 0 || len(cells) < 2 || text(cells[0]) != "all" {
		return cells
	}
	for _, name := range t.names[1:] {
		if !leftOut[name] {
			break
		}
		n--
	}
	if n != 0 {
		return cells
	}
	t.room = append(t.room[:0], cells[0])
	for len(t.room)+len(cells)-1 < len(t.cols) {
		t.room = append(t.room, nil)
	}
	t.room = append(t.room, cells[1:]...)
	return t.room
}

// lengthFault tells why a row does not have the cells of its header; empty when it has.
func (l *Log) lengthFault(cells [][]byte, want int) string {
	switch {
	case len(cells) > want:
		return schemas.ExtraCell
	case len(cells) < want && l.unfinished():
		return schemas.CutRow
	case len(cells) < want:
		return schemas.MissingCell
	case l.unfinished() && want > 1 && decimals(cells[want-1]) < decimals(cells[want-2]):
		return schemas.CutRow
	}
	return ""
}

// unfinished tells that the current line is the last one and has no line end: it may
// have been cut.
func (l *Log) unfinished() bool { return l.err != nil }
