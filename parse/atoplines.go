package parse

import (
	"bytes"
	"math"

	"inquest/schemas"
)

// system reads a line of the system.
func (r *atopTextReader) system(line []byte) {
	l := r.l
	label := text(line[:3])
	r.items = cutAtopItems(line[4:], r.items)
	if !bytes.HasSuffix(bytes.TrimRight(line, " \t"), []byte("|")) {
		reason := schemas.MissingCell
		if l.unfinished() {
			reason = schemas.CutRow
		}
		l.Skip(reason, text(line))
		if len(r.items) == 0 || label == "CPU" || label == "cpu" {
			return
		}
		r.items = r.items[:len(r.items)-1] // the last cell has no end
	}
	switch label {
	case "CPU", "cpu":
		r.cpu(line, label == "CPU")
	case "DSK", "LVM", "MDD":
		if !r.boot {
			r.disk(line)
		}
	case "NET":
		if !r.boot {
			r.net(line)
		}
	case "CPL", "PRC", "MEM", "SWP", "PAG", "PSI", "NFC", "NFS":
		if it := r.item("numcpu"); it != nil && label == "CPL" && it.value >= 1 {
			r.count = atopCount{told: true, n: int(it.value)}
		}
		if !r.boot {
			r.each(label, r.items, "", nil)
		}
		if label == "MEM" && !r.boot {
			r.memoryUsed()
		}
	default:
		if !r.boot && !r.said[label] {
			r.said[string(line[:3])] = true
			l.Skip(schemas.NotCounted, "label "+label+" is not read, here and further on")
		}
	}
}

// item is the cell of a name, nil when the line is too narrow for it.
func (r *atopTextReader) item(name string) *atopItem {
	for i := range r.items {
		if text(r.items[i].name) == name {
			return &r.items[i]
		}
	}
	return nil
}

// cpu reads the shares of all processors or of one: irq is both kinds of interrupts, and
// user contains nice and guest time. What a narrow line leaves out is null.
func (r *atopTextReader) cpu(line []byte, all bool) {
	l := r.l
	row := schemas.NewCPU(r.ts, "all", l.Source)
	row.StepS = r.step
	sum, number, bad := 0.0, -1, false
	for i := range r.items {
		it := &r.items[i]
		var field *float64
		switch name := text(it.name); {
		case name == "sys":
			field = &row.System
		case name == "user":
			field = &row.User
		case name == "irq":
			field = &row.IRQ
		case name == "idle":
			field = &row.Idle
		case name == "wait":
			field = &row.IOWait
		case name == "steal":
			field = &row.Steal
		case name == "guest":
			field = &row.Guest
		case !all && len(atopCPUNumber(it.name)) > 0:
			field, number = &row.IOWait, i
		default:
			continue // frequency, instructions for each cycle
		}
		if it.unit != '%' || !(it.value >= 0) {
			l.Skip(schemas.BadCell, text(it.word))
			bad = true
			continue
		}
		*field = it.value
		if field != &row.Guest {
			sum += it.value
		}
	}
	cpus := 1
	if all && bad {
		cpus = r.count.n
	} else if all {
		cpus = r.count.of(sum)
	} else if number >= 0 {
		row.CPU = l.cpuName(atopCPUNumber(r.items[number].name))
	}
	if r.boot {
		return
	}
	if !all && (number < 0 || row.CPU == "") {
		l.Skip(schemas.BadCell, text(line))
		return
	}
	n := float64(cpus)
	if cpus < 1 || !bad && math.Abs(sum/n-1) > 0.05 {
		l.Skip(schemas.BadSum, text(line))
		return
	}
	for _, field := range [...]*float64{&row.User, &row.System, &row.IOWait, &row.IRQ, &row.Steal, &row.Guest, &row.Idle} {
		*field /= n
	}
	row.SetBusy()
	l.CPU(row)
}

// disk reads a device.
func (r *atopTextReader) disk(line []byte) {
	l := r.l
	if len(r.items) == 0 || len(r.items[0].name) > 0 || !(r.step > 0) {
		l.Skip(schemas.BadCell, text(line))
		return
	}
	name := r.items[0].word
	d := schemas.NewDisk(r.ts, r.name(name), l.Source)
	d.StepS = r.step
	for i := range r.items[1:] {
		it := &r.items[1+i]
		var field *float64
		factor, count := 1.0, false
		switch text(it.name) {
		case "busy":
			field = &d.IOTimeRatio
		case "read":
			field, count = &d.ReadsPerSecond, true
		case "write":
			field, count = &d.WritesPerSecond, true
		case "discrd":
			field, count = &d.DiscardsPerSecond, true
		case "KiB/r":
			field, factor = &d.ReadRequestBytes, 1024
		case "KiB/w":
			field, factor = &d.WriteRequestBytes, 1024
		case "MBr/s":
			field, factor = &d.ReadBytesPerSecond, 1<<20
		case "MBw/s":
			field, factor = &d.WrittenBytesPerSecond, 1<<20
		default:
			r.each("DSK", r.items[1+i:2+i], "device", name)
			continue
		}
		if !(it.value >= 0) && text(it.word) != "?" {
			l.Skip(schemas.BadCell, text(it.word))
			continue
		}
		*field = it.value * factor
		if count && !it.rate {
			*field /= r.step
		}
	}
	l.Disk(d)
}

// net reads an interface, or one of the layers above.
func (r *atopTextReader) net(line []byte) {
	if len(r.items) == 0 {
		r.l.Skip(schemas.BadCell, text(line))
		return
	}
	first := &r.items[0]
	switch {
	case len(first.name) == 0 && (text(first.word) == "transport" || text(first.word) == "network"):
		r.each("UPR", r.items[1:], "", nil)
	case len(first.name) == 0:
		r.l.Skip(schemas.BadCell, text(line))
	default:
		if first.unit == '%' {
			r.stat("network.utilization", "ratio", "interface", first.name, first.value)
		}
		r.each("NET", r.items[1:], "interface", first.name)
	}
}

// each adds each cell as a series: those that have no name of ours under atop's.
func (r *atopTextReader) each(label string, items []atopItem, thing string, name []byte) {
	for i := range items {
		it := &items[i]
		if bytes.IndexByte(it.word, '/') > 0 && !it.rate {
			r.pressure(it)
			continue
		}
		use, known := atopTextCells[label][text(it.name)]
		switch {
		case len(it.name) == 0 || known && use.metric == "":
			continue
		case text(it.word) == "?" || it.word[0] == '>' || !isAtopNumber(it.word):
			if isDigit(it.word[0]) && !isAtopTime(it.word) {
				r.l.Skip(schemas.BadCell, text(it.word))
			}
			continue
		case !known:
			use = r.native(label, it)
			if use.metric == "" {
				continue
			}
		}
		v := it.value
		if (use.unit == "per_second" || use.unit == "bytes_per_second") && !it.rate {
			v /= r.step
		}
		r.stat(use.metric, use.unit, thing, name, v)
	}
}

func isAtopNumber(b []byte) bool {
	v, _, _ := atopValue(b)
	return !schemas.IsNull(v)
}

// isAtopTime tells a span of time, which the cells of PRC hold: 8m05s.
func isAtopTime(b []byte) bool {
	_, ok := atopDuration(b)
	return ok
}

// native names a cell as atop does; sizes are bytes, all else of these labels happened in
// the interval.
func (r *atopTextReader) native(label string, it *atopItem) atopTextUse {
	name := it.name
	if label == "CPL" {
		return atopTextUse{} // the number of processors
	}
	for _, c := range name {
		if c == ' ' || c == '"' {
			return atopTextUse{}
		}
	}
	metric := r.own(name)
	switch it.unit {
	case 'B':
		return atopTextUse{metric, "bytes"}
	case '%':
		return atopTextUse{metric, "ratio"}
	}
	return atopTextUse{metric, "per_second"}
}

// pressure reads the three averages in one cell: cs 38/28/25.
func (r *atopTextReader) pressure(it *atopItem) {
	r.cells = cutSep(it.word, '/', r.cells)
	resource, ok := map[string]string{"cs": "cpu", "ms": "memory", "mf": "memory", "is": "io", "if": "io"}[text(it.name)]
	if len(r.cells) != 3 || !ok {
		r.l.Skip(schemas.BadCell, text(it.word))
		return
	}
	metrics := [...]string{"pressure.some_avg10", "pressure.some_avg60", "pressure.some_avg300"}
	if it.name[1] == 'f' {
		metrics = [...]string{"pressure.full_avg10", "pressure.full_avg60", "pressure.full_avg300"}
	}
	for i, m := range metrics {
		r.stat(m, "ratio", "resource", []byte(resource), r.l.cell(r.cells[i])/100)
	}
}

// memoryUsed is what is neither free nor buffers nor cache.
func (r *atopTextReader) memoryUsed() {
	used := schemas.Null
	for i, name := range [...]string{"tot", "free", "cache", "buff"} {
		it := r.item(name)
		switch {
		case it == nil:
			return
		case i == 0:
			used = it.value
		default:
			used -= it.value
		}
	}
	r.stat("memory.used", "bytes", "", nil, used)
}
