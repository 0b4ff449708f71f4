package parse

import (
	"bytes"

	"inquest/schemas"
)

// atopItem is a cell between two bars: a name and a value with its unit.
type atopItem struct {
	name  []byte  // all before the value; empty for a cell of one word
	word  []byte  // the value as printed
	value float64 // null when it is no number
	unit  byte    // % ratio, B bytes, s seconds, b bytes a second from bits, 0 none
	rate  bool    // per second
}

// cutAtopItems reads the cells of a line after its label.
func cutAtopItems(line []byte, dst []atopItem) []atopItem {
	dst = dst[:0]
	for _, end := line, 0; len(line) > 0; line = line[end:] {
		end = bytes.IndexByte(line, '|')
		cell := line
		if end < 0 {
			end = len(line)
		} else {
			cell = line[:end]
			end++
		}
		if cell = bytes.TrimSpace(cell); len(cell) > 0 {
			dst = append(dst, newAtopItem(cell))
		}
	}
	return dst
}

func newAtopItem(cell []byte) atopItem {
	it := atopItem{word: cell, value: schemas.Null}
	unit := []byte(nil)
	if i := bytes.LastIndexByte(cell, ' '); i >= 0 {
		it.name, it.word = bytes.TrimRight(cell[:i], " "), cell[i+1:]
		if isAtopUnit(it.word) { // avio 0.60 ms, si 553 Kbps
			unit = it.word
			if j := bytes.LastIndexByte(it.name, ' '); j >= 0 {
				it.name, it.word = bytes.TrimRight(it.name[:j], " "), it.name[j+1:]
			}
		}
	}
	it.value, it.unit, it.rate = atopValue(it.word)
	switch text(unit) {
	case "":
	case "s", "ms", "µs", "us", "ns":
		it.unit = 's'
		it.value *= map[string]float64{"s": 1, "ms": 1e-3, "µs": 1e-6, "us": 1e-6, "ns": 1e-9}[text(unit)]
	default: // bits, in powers of ten: interface bytes / 125 / seconds
		it.unit, it.rate = 'b', true
		it.value *= atopBits(unit[0]) / 8
	}
	return it
}

func isAtopUnit(b []byte) bool {
	switch text(b) {
	case "s", "ms", "µs", "us", "ns":
		return true
	}
	return len(b) >= 3 && bytes.HasSuffix(b, []byte("bps")) && (len(b) == 3 || len(b) == 4 && atopBits(b[0]) > 1)
}

func atopBits(c byte) float64 {
	switch c {
	case 'K', 'k':
		return 1e3
	case 'M':
		return 1e6
	case 'G':
		return 1e9
	case 'T':
		return 1e12
	}
	return 1
}

// atopValue reads 16088e3, 12%, 62.8G, 0B, 336K/s, 75/s, 1m35s.
func atopValue(b []byte) (v float64, unit byte, rate bool) {
	b, rate = bytes.CutSuffix(b, []byte("/s"))
	n := len(b)
	if n == 0 {
		return schemas.Null, 0, rate
	}
	switch last := b[n-1]; {
	case isDigit(last):
		v, _ = parseNumber(b)
	case last == '%':
		unit = '%'
		v, _ = parseNumber(b[:n-1])
		v /= 100
	case last == 'B' || prefixFactor(last) > 0:
		unit = 'B'
		v, _, _ = sizeOf(b)
	default:
		v = schemas.Null
	}
	return v, unit, rate
}

// atopTextUse says what a cell of a line of the system becomes.
type atopTextUse struct {
	metric string
	unit   string
}

// atopTextCells are the cells that have a metric of ours, by label and name.
var atopTextCells = map[string]map[string]atopTextUse{
	"CPL": {"avg1": {"system.load1", "count"}, "avg5": {"system.load5", "count"}, "avg15": {"system.load15", "count"},
		"csw": {"system.context_switches", "per_second"}, "intr": {"system.interrupts", "per_second"},
		"clones": {"system.processes_created", "per_second"}},
	"PRC": {"#proc": {"system.processes", "count"}, "#trun": {"system.run_queue", "count"}, "clones": {"system.processes_created", "per_second"},
		"#zombie": {"atop.zombie", "count"}, "#tslpi": {"atop.tslpi", "count"}, "#tslpu": {"atop.tslpu", "count"},
		"#tidle": {"atop.tidle", "count"}, "#exit": {"atop.exit", "per_second"}},
	"MEM": {"tot": {"memory.total", "bytes"}, "free": {"memory.free", "bytes"}, "avail": {"memory.available", "bytes"},
		"cache": {"memory.cached", "bytes"}, "buff": {"memory.buffers", "bytes"}, "dirty": {"memory.dirty", "bytes"},
		"slab": {"memory.slab", "bytes"}, "shmem": {"memory.shared", "bytes"}, "numnode": {"atop.numnode", "count"}},
	"SWP": {"tot": {"swap.total", "bytes"}, "free": {"swap.free", "bytes"}, "swcac": {"swap.cached", "bytes"},
		"vmcom": {"memory.committed", "bytes"}},
	"DSK": {"avq": {"atop.avq", "count"}, "inflt": {"atop.inflight", "count"}, "avio": {}, "KiB/d": {}},
	"NET": {"pcki": {"network.received_packets", "per_second"}, "pcko": {"network.sent_packets", "per_second"},
		"si": {"network.received_bytes", "bytes_per_second"}, "so": {"network.sent_bytes", "bytes_per_second"},
		"erri": {"network.receive_errors", "per_second"}, "erro": {"network.send_errors", "per_second"},
		"drpi": {"network.receive_drops", "per_second"}, "drpo": {"network.send_drops", "per_second"}, "sp": {}},
}

// atopCPUNumber is the number in the name of a processor's waiting: cpu002 w, and since
// atop 2.12 #0002 wa. It is empty for other names.
func atopCPUNumber(name []byte) []byte {
	name, _, _ = bytes.Cut(name, []byte{' '})
	number, ok := bytes.CutPrefix(name, []byte("cpu"))
	if !ok {
		number, ok = bytes.CutPrefix(name, []byte{'#'})
	}
	if _, isNumber := digitsOf(number); !ok || !isNumber {
		return nil
	}
	return number
}
