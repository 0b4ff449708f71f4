package schemas

// Rows holds what was read, a slice for each table.
type Rows struct {
	CPU      []CPU
	Disk     []Disk
	Stats    []Stat
	Settings []Setting
	Skips    []Skip
}

// Append adds all rows of other.
func (r *Rows) Append(other *Rows) {
	r.CPU = append(r.CPU, other.CPU...)
	r.Disk = append(r.Disk, other.Disk...)
	r.Stats = append(r.Stats, other.Stats...)
	r.Settings = append(r.Settings, other.Settings...)
	r.Skips = append(r.Skips, other.Skips...)
}

// Span returns the first and last instant of the sampled rows (cpu, disk and stats); ok is false when there are none.
func (r *Rows) Span() (first, last int64, ok bool) {
	see := func(ts int64) {
		if !ok || ts < first {
			first = ts
		}
		if !ok || ts > last {
			last = ts
		}
		ok = true
	}
	for i := range r.CPU {
		see(r.CPU[i].TS)
	}
	for i := range r.Disk {
		see(r.Disk[i].TS)
	}
	for i := range r.Stats {
		see(r.Stats[i].TS)
	}
	return first, last, ok
}
