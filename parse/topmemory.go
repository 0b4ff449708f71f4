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
	f := cutFields(label, nil)
	unit = 1
	if len(f) > 1 && len(f[0]) == 3 && text(f[0][1:]) == "iB" {
		unit = prefixFactor(f[0][0])
		f = f[1:]
	}
	if len(f) == 0 {
		return "", 0
	}
	switch w := procpsWord(f[0]); w {
	case "Mem", "Swap":
		return w, unit
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
			t.memory[topMemoryName(name, it.word)] = v
		}
		if end == 0 {
			return
		}
		line = rest[end:]
	}
}

// topMemoryName names a size by its line and word. The available memory stands at the
// end of the swap line, and in old versions the cached memory.
func topMemoryName(line string, word []byte) string {
	w := procpsWord(word)
	switch {
	case w == "avail" || w == "available":
		return "available"
	case w == "cached":
		return "cached"
	case line == "Swap":
		return "swap." + w
	}
	return w
}

// topMemoryMetrics are the names of the sizes in table stats.
var topMemoryMetrics = [...]struct{ name, metric string }{
	{"total", "memory.total"}, {"free", "memory.free"}, {"available", "memory.available"},
	{"buffers", "memory.buffers"}, {"cached", "memory.cached"}, {"buff/cache", "top.buff/cache"},
	{"swap.total", "swap.total"}, {"swap.used", "swap.used"}, {"swap.free", "swap.free"},
}

// endBlock adds what a block says of the memory. Since procps 3.3.10, which prints
// buff/cache, the used memory is without them; before, they have to be taken out.
func (t *topBlock) endBlock() {
	if len(t.memory) == 0 {
		return
	}
	for _, m := range topMemoryMetrics {
		if v, ok := t.memory[m.name]; ok {
			t.gauge(m.metric, "bytes", v)
		}
	}
	used, ok := t.memory["used"]
	if buffers, old := t.memory["buffers"]; old {
		total, ok1 := t.memory["total"]
		free, ok2 := t.memory["free"]
		cached, ok3 := t.memory["cached"]
		used, ok = total-free-buffers-cached, ok1 && ok2 && ok3
	}
	if ok {
		t.gauge("memory.used", "bytes", used)
	}
	clear(t.memory)
}
