package parse

import (
	"iter"

	"inquest/schemas"
)

// sources yields every source that the member's rows point to, once.
func (m *MemberReport) sources() iter.Seq[*schemas.Source] {
	return func(yield func(*schemas.Source) bool) {
		seen := map[*schemas.Source]bool{}
		see := func(s *schemas.Source) bool {
			if s == nil || seen[s] {
				return true
			}
			seen[s] = true
			return yield(s)
		}
		for i := range m.rows.CPU {
			if !see(m.rows.CPU[i].Source) {
				return
			}
		}
		for i := range m.rows.Disk {
			if !see(m.rows.Disk[i].Source) {
				return
			}
		}
		for i := range m.rows.Stats {
			if !see(m.rows.Stats[i].Source) {
				return
			}
		}
		for i := range m.rows.Settings {
			if !see(m.rows.Settings[i].Source) {
				return
			}
		}
	}
}

// isRelative tells whether the member's rows have no place in time.
func (m *MemberReport) isRelative() bool {
	for s := range m.sources() {
		if s.TSSource == schemas.Relative {
			return true
		}
	}
	return false
}

// shift moves the member's relative rows by d microseconds.
func (m *MemberReport) shift(d int64) {
	for i := range m.rows.CPU {
		if r := &m.rows.CPU[i]; r.Source.TSSource == schemas.Relative {
			r.TS += d
		}
	}
	for i := range m.rows.Disk {
		if r := &m.rows.Disk[i]; r.Source.TSSource == schemas.Relative {
			r.TS += d
		}
	}
	for i := range m.rows.Stats {
		if r := &m.rows.Stats[i]; r.Source.TSSource == schemas.Relative {
			r.TS += d
		}
	}
	for s := range m.sources() {
		if s.TSSource == schemas.Relative {
			s.TSSource = schemas.Assumed
		}
	}
}

// isSnapshot tells whether the member is an OS section of a section file: ten seconds
// at collection time, whatever the load did then; or holds counts and times since the
// start of the server.
func (m *MemberReport) isSnapshot() bool {
	return m.Format == "cbcollect" || m.Format == "cbstats" || m.Format == "mctimings"
}

// cover decides for every source whether it shows the load: history if its rows
// overlap at least half of the leg's load window, else snapshot.
func (a *Artifact) cover() {
	for _, m := range a.Members {
		leg := a.legOf(m)
		type ends struct{ first, last int64 }
		spans := map[*schemas.Source]*ends{}
		see := func(s *schemas.Source, ts int64, stepS float64) {
			from := ts
			if !schemas.IsNull(stepS) {
				from -= int64(stepS * microsecond)
			}
			e, ok := spans[s]
			if !ok {
				spans[s] = &ends{from, ts}
				return
			}
			e.first, e.last = min(e.first, from), max(e.last, ts)
		}
		for i := range m.rows.CPU {
			see(m.rows.CPU[i].Source, m.rows.CPU[i].TS, m.rows.CPU[i].StepS)
		}
		for i := range m.rows.Disk {
			see(m.rows.Disk[i].Source, m.rows.Disk[i].TS, m.rows.Disk[i].StepS)
		}
		for i := range m.rows.Stats {
			see(m.rows.Stats[i].Source, m.rows.Stats[i].TS, m.rows.Stats[i].StepS)
		}
		for s, e := range spans {
			s.Coverage = schemas.Snapshot
			if m.isSnapshot() || leg == nil {
				continue
			}
			if leg.WindowSource == WindowNone { // nothing says when the load was: a recorder that ran for a while counts
				if e.last-e.first >= 30*microsecond {
					s.Coverage = schemas.History
				}
				continue
			}
			overlap := min(e.last, leg.To) - max(e.first, leg.From)
			if overlap*2 >= leg.To-leg.From && leg.To > leg.From {
				s.Coverage = schemas.History
			}
		}
		for s := range spans {
			if s.Coverage == schemas.History {
				m.Coverage = schemas.History
			}
		}
		if m.Coverage == "" && len(spans) > 0 {
			m.Coverage = schemas.Snapshot
		}
	}
}
