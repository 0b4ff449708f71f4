package parse

import (
	"bytes"

	"inquest/schemas"
)

// isMemory tells the label of a memory line: Mem, KiB Mem, MiB Spch, Swap.
func (t *topBlock) isMemory(label []byte) bool {
	name, _ := topMemoryLabel(label)
	return name != ""
}

// otherMemory is the name of a line with a unit and a word of a language that is not known:
// that of the memory stands before that of the swap.
const otherMemory = "?"

// topMemoryLabel reads a label into Mem or Swap and the bytes of the unit before it, 1 when none is.
func topMemoryLabel(label []byte) (name string, unit float64) {
	var room [4][]byte
	f, _ := cutFew(label, room[:0])
	unit = 1
	if len(f) > 1 {
		if u := topUnit(text(f[0])); u > 1 {
			unit, f = u, f[1:]
		}
	}
	if len(f) == 0 {
		return "", 0
	}
	switch procpsView(f[0]) {
	case "Mem":
		return "Mem", unit
	case "Swap":
		return "Swap", unit
	}
	if unit > 1 {
		return otherMemory, unit
	}
	return "", 0
}

// topUnit is the size of a unit before a label, 0 when the word is none: KiB, and what
// Romanian, Portuguese, Ukrainian and Georgian have for it, all of 1024.
func topUnit(word string) float64 {
	for _, units := range topUnits {
		for i, u := range units {
			if u == word {
				return prefixFactor("KMGTPE"[i])
			}
		}
	}
	return 0
}

var topUnits = [...][6]string{
	{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"},
	{"KB", "MB", "GB", "TB", "PB", "EB"},
	{"Kio", "Mio", "Gio", "Tio", "Pio", "Eio"},
	{"КіБ", "МіБ", "ГіБ", "ТіБ", "ПіБ", "ЕіБ"},
	{"კიბ", "მიბ", "გიბ", "ტიბ", "პიბ", "ეიბ"},
}

// readMemory keeps the sizes of a line, which may hold both Mem and Swap, until the block ends.
func (t *topBlock) readMemory(line []byte) {
	for len(line) > 0 {
		label, rest, ok := bytes.Cut(line, []byte{':'})
		name, unit := topMemoryLabel(label)
		if !ok || name == "" {
			t.l.Skip(schemas.BadCell, text(line))
			return
		}
		end := len(rest)
		if i := bytes.IndexByte(rest, ':'); i >= 0 { // the next label begins after the last wide gap
			end = max(bytes.LastIndex(rest[:i], []byte("   ")), 0)
		}
		t.items = cutTopItems(rest[:end], t.items)
		if name == otherMemory {
			name = "Mem"
			if !schemas.IsNull(t.memory[topTotal]) {
				name = "Swap"
			}
		}
		if name == "Mem" {
			t.ordered = len(t.items) == len(topMemoryOrder[name]) && bytes.ContainsRune(t.items[len(t.items)-1].word, '/')
		}
		for i, it := range t.items {
			v := it.value
			if !it.suffix {
				v *= unit
			}
			if schemas.IsNull(v) {
				t.l.Skip(schemas.BadCell, text(rest))
				continue
			}
			size, known := topSizeOf(name, it.word)
			if order := topMemoryOrder[name]; t.ordered && i < len(order) {
				size, known = order[i], true
			}
			if known {
				t.memory[size] = v
			}
		}
		if end == 0 {
			return
		}
		line = rest[end:]
	}
}

// topSize is a size that top prints in its memory lines.
type topSize int

const (
	topTotal topSize = iota
	topFree
	topAvailable
	topBuffers
	topCached
	topBuffCache
	topSwapTotal
	topSwapUsed
	topSwapFree
	topUsed
	topSizes
)

// topMemoryMetrics are the names of the sizes in table stats.
var topMemoryMetrics = [...]string{topTotal: "memory.total", topFree: "memory.free", topAvailable: "memory.available",
	topBuffers: "memory.buffers", topCached: "memory.cached", topBuffCache: "top.buff/cache",
	topSwapTotal: "swap.total", topSwapUsed: "swap.used", topSwapFree: "swap.free"}

// topMemoryOrder is the order of the sizes since procps 3.3.10, which prints buff/cache, in
// all languages.
var topMemoryOrder = map[string][]topSize{
	"Mem":  {topTotal, topFree, topUsed, topBuffCache},
	"Swap": {topSwapTotal, topSwapFree, topSwapUsed, topAvailable},
}

// topSizeOf finds a size by its line and word. The available memory stands at the end of
// the swap line, and in old versions the cached memory.
func topSizeOf(line string, word []byte) (size topSize, known bool) {
	swap := line == "Swap"
	switch w := procpsView(word); {
	case w == "avail" || w == "available":
		return topAvailable, true
	case w == "cached":
		return topCached, true
	case swap && w == "total":
		return topSwapTotal, true
	case swap && w == "used":
		return topSwapUsed, true
	case swap && w == "free":
		return topSwapFree, true
	case swap:
		return 0, false
	case w == "total":
		return topTotal, true
	case w == "free":
		return topFree, true
	case w == "buffers":
		return topBuffers, true
	case w == "buff/cache":
		return topBuffCache, true
	case w == "used":
		return topUsed, true
	}
	return 0, false
}

func (t *topBlock) forgetMemory() {
	for i := range t.memory {
		t.memory[i] = schemas.Null
	}
}

// endBlock adds what a block says of the memory. Since procps 3.3.10, which prints
// buff/cache, the used memory is without them; before, they have to be taken out.
func (t *topBlock) endBlock() {
	m := &t.memory
	for size, metric := range topMemoryMetrics {
		if !schemas.IsNull(m[size]) {
			t.gauge(metric, "bytes", m[size])
		}
	}
	used := m[topUsed]
	if !schemas.IsNull(m[topBuffers]) {
		used = m[topTotal] - m[topFree] - m[topBuffers] - m[topCached]
	}
	if !schemas.IsNull(used) {
		t.gauge("memory.used", "bytes", used)
	}
	t.forgetMemory()
}
