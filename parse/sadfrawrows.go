package parse

import "inquest/schemas"

// add adds the row of a line of sadf -r.
func (r *rawReader) add(label string, key []byte) {
	r.words = r.words[:0]
	for _, v := range r.values {
		r.words = append(r.words, v.name)
	}
	if len(r.words) == 0 || label != "" && len(key) == 0 {
		r.l.Skip(schemas.ForeignText, text(r.l.Line()))
		return
	}
	kind := kindOf(label, r.words)
	if r.fell() && kind != statTable {
		r.l.Skip(schemas.CounterReset, text(r.l.Line()))
		return
	}
	switch kind {
	case cpuTable:
		r.addCPU(key)
	case diskTable:
		r.addDisk(key)
	default:
		r.addStats(label, key)
	}
}

// addCPU gives each state its share of the ticks of the interval.
func (r *rawReader) addCPU(key []byte) {
	total := 0.0
	for _, v := range r.values {
		total += v.now - v.before
	}
	if total <= 0 {
		r.l.Skip(schemas.BadSum, text(r.l.Line()))
		return
	}
	r.sheet.begin(cpuTable, "cpu", key)
	for _, v := range r.values {
		if u := r.sheet.usage(cpuTable, v.name); u.kind == cpuTable && v.counter {
			r.sheet.set(u, (v.now-v.before)/total)
			r.sheet.good++
		}
	}
	r.sheet.end(r.ts, r.step)
}

// addDisk works out a device's rates, in sectors, and times, in milliseconds, from its
// counters. The first line of a device has no interval, so no rates.
func (r *rawReader) addDisk(key []byte) {
	const sector = 512
	requests := r.grown("tps")
	bytes := (r.grown("rkB/s") + r.grown("wkB/s")) * sector
	ticks := r.grown("rd_ticks") + r.grown("wr_ticks")
	if d := r.grown("dkB/s"); !schemas.IsNull(d) {
		bytes += d * sector
	}
	if d := r.grown("dc_ticks"); !schemas.IsNull(d) {
		ticks += d
	}
	if schemas.IsNull(requests) {
		r.l.Skip(schemas.BadCell, text(r.l.Line()))
		return
	}
	d := schemas.NewDisk(r.ts, r.sheet.name(key), r.l.Source)
	d.StepS = r.step
	d.TransfersPerSecond = requests / r.step
	d.ReadBytesPerSecond = r.grown("rkB/s") * sector / r.step
	d.WrittenBytesPerSecond = r.grown("wkB/s") * sector / r.step
	d.DiscardedBytesPerSecond = r.grown("dkB/s") * sector / r.step
	d.IOTimeRatio = r.grown("tot_ticks") / 1000 / r.step
	d.QueueLength = r.grown("aqu-sz") / 1000 / r.step
	if requests > 0 {
		d.RequestBytes = bytes / requests
		d.AwaitSeconds = ticks / 1000 / requests
	}
	r.l.Disk(d)
}

// addStats adds levels as they are and counters as rates.
func (r *rawReader) addStats(label string, key []byte) {
	r.sheet.begin(statTable, label, key)
	for _, v := range r.values {
		if v.bad {
			continue
		}
		u := r.sheet.usage(statTable, v.name)
		r.sheet.good++
		switch {
		case !v.counter:
			r.sheet.set(u, v.now*u.scale.mul/u.scale.div)
		case v.now < v.before:
			r.l.Skip(schemas.CounterReset, text(r.l.Line()))
		default:
			r.sheet.set(u, (v.now-v.before)/r.step*u.scale.mul/u.scale.div)
		}
	}
	r.sheet.end(r.ts, r.step)
}
