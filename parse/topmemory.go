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

// topMemoryLabel reads a label into Mem or Swap and the bytes of the unit before it, 1 when none is.
func topMemoryLabel(label []byte) (name string, unit float64) {
	var room [4][]byte
	f, _ := cutFew(label, room[:0])
	unit = 1
	if len(f) > 1 && len(f[0]) == 3 && text(f[0][1:]) == "iB" {
		unit = prefixFactor(f[0][0])
		f = f[1:]
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
	return "", 0
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
		for _, it := range t.items {
			v := it.value
			if !it.suffix {
				v *= unit
			}
			if schemas.IsNull(v) {
				t.l.Skip(schemas.BadCell, text(rest))
				continue
			}
			if size, known := topSizeOf(name, it.word); known {
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
