package parse

import (
	"bytes"
	"math"
	"slices"
	"unicode/utf8"

	"inquest/schemas"
)

// topItem is one number of top's summary lines and the word after it.
type topItem struct {
	value  float64 // null when it cannot be read
	suffix bool    // it had a suffix such as k or G, so value is in bytes
	word   []byte  // without the comma; empty when the line was cut
	last   bool    // nothing but blanks stands after it
}

// cutTopItems reads a summary line after its label, number by number. Blanks and
// commas separate them: "100.0 us,  0.0 sy", "1.6%us,", "100,0 us,100,0 sy,",
// "3861332k total,". A comma before a digit is a decimal mark.
func cutTopItems(b []byte, dst []topItem) []topItem {
	dst = dst[:0]
	for i := 0; i < len(b); {
		if b[i] < '0' || b[i] > '9' {
			i++
			continue
		}
		from := i
		for i < len(b) && (isDigit(b[i]) || ((b[i] == '.' || b[i] == ',') && i+1 < len(b) && isDigit(b[i+1]))) {
			i++
		}
		var it topItem
		end := i
		if i < len(b) && prefixFactor(b[i]) > 0 && (i+1 == len(b) || b[i+1] == ' ') {
			i++
			end = i
		}
		it.value, it.suffix, _ = sizeOf(b[from:end])
		if i < len(b) && b[i] == '+' { // top prints + where digits did not fit
			it.value = schemas.Null
		}
		for i < len(b) && (b[i] == ' ' || b[i] == '%' || b[i] == '+') {
			i++
		}
		from = i
		for i < len(b) && b[i] != ',' && b[i] != ' ' && !isDigit(b[i]) {
			i++
		}
		it.word = bytes.TrimRight(b[from:i], ".")
		it.last = isBlank(b[i:])
		dst = append(dst, it)
	}
	return dst
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isCPULabel tells the label of a CPU line: %Cpu(s), Cpu(s), %Cpu0, Cpu12, %CPU(s), %Cpu/er.
func isCPULabel(label []byte) bool {
	_, ok := topCPU(label)
	return ok
}

// topCPU is the processor that a label names.
func topCPU(label []byte) (cpu []byte, ok bool) {
	label, marked := bytes.CutPrefix(bytes.TrimSpace(label), []byte("%"))
	if number := bytes.TrimLeftFunc(label, func(r rune) bool { return r < '0' || r > '9' }); marked {
		if _, isNumber := digitsOf(number); isNumber && len(number) > 0 { // no other line of the summary begins so
			return number, true
		}
		return allCPUs, len(number) == 0
	}
	if len(label) < 3 || !bytes.EqualFold(label[:3], []byte("Cpu")) {
		return nil, false
	}
	switch rest := bytes.TrimSpace(label[3:]); {
	case len(rest) == 0, text(rest) == "(s)":
		return allCPUs, true
	default:
		_, ok := digitsOf(rest)
		return rest, ok
	}
}

var topCPUStates = map[string]func(*schemas.CPU) *float64{
	"us": func(r *schemas.CPU) *float64 { return &r.User },
	"ni": func(r *schemas.CPU) *float64 { return &r.Nice },
	"sy": func(r *schemas.CPU) *float64 { return &r.System },
	"wa": func(r *schemas.CPU) *float64 { return &r.IOWait },
	"hi": func(r *schemas.CPU) *float64 { return &r.IRQ },
	"si": func(r *schemas.CPU) *float64 { return &r.SoftIRQ },
	"st": func(r *schemas.CPU) *float64 { return &r.Steal },
	"id": func(r *schemas.CPU) *float64 { return &r.Idle },
}

// cpus reads a line with one processor or several.
func (t *topBlock) cpus(line []byte) {
	if t.sinceBoot {
		return // said at the first line of the block
	}
	for len(line) > 0 {
		label, rest, ok := bytes.Cut(line, []byte{':'})
		cpu, isCPU := topCPU(label)
		if !ok || !isCPU {
			t.l.Skip(schemas.BadCell, text(line))
			return
		}
		end := len(rest)
		if i := bytes.IndexByte(rest, ':'); i >= 0 { // the next label begins at the last % or C before it
			end = max(bytes.LastIndexByte(rest[:i], '%'), 0)
			if end == 0 {
				end = max(bytes.LastIndexByte(rest[:i], 'C'), 0)
			}
		}
		t.cpu(t.table.cpuName(t.l, cpu), rest[:end])
		line = rest[end:]
		if end == 0 {
			return
		}
	}
}

func (t *topBlock) cpu(cpu string, b []byte) {
	t.share = schemas.NewCPU(t.ts, cpu, t.l.Source)
	r := &t.share
	r.StepS = t.step
	sum, known := 0.0, 0
	t.items = cutTopItems(b, t.items)
	ordered := t.inOrder()
	for i, it := range t.items {
		state := topCPUStates[topState(it.word, it.last, r)]
		if ordered {
			state = topCPUStates[topCPUOrder[i]]
		}
		if state == nil {
			t.l.Skip(schemas.MissingCell, text(b))
			continue
		}
		*state(r) = it.value / 100
		sum += it.value / 100
		known++
	}
	if math.IsNaN(sum) || math.Abs(sum-1) > 0.0201 || known == 0 {
		t.l.Skip(schemas.BadSum, text(t.l.Line()))
		return
	}
	r.SetBusy()
	t.l.CPU(*r)
}

// topCPUOrder is the order of the states, which is the same in all languages. Steal is
// not printed by old kernels.
var topCPUOrder = [...]string{"us", "sy", "ni", "id", "wa", "hi", "si", "st"}

// inOrder tells a line of all states with words of a language that is not known.
func (t *topBlock) inOrder() bool {
	n := len(t.items)
	return (n == len(topCPUOrder) || n == len(topCPUOrder)-1) && slices.ContainsFunc(t.items, func(it topItem) bool {
		return !it.last && topCPUStates[procpsView(it.word)] == nil
	})
}

// topState is the English two letters of a state. The last word of a line may be cut by
// the width of the screen; what is left of it is enough when only one state fits.
func topState(word []byte, last bool, r *schemas.CPU) string {
	w := procpsView(word)
	if topCPUStates[w] != nil || !last || len(w) == 0 {
		return w
	}
	found := ""
	for state, field := range topCPUStates {
		if utf8.ValidString(w) && len(w) < len(state) && state[:len(w)] == w && math.IsNaN(*field(r)) {
			if found != "" {
				return w
			}
			found = state
		}
	}
	return found
}
