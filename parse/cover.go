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

// ends are the first and last instant that a source's rows show.
type ends struct{ first, last int64 }

// cover decides for every source whether it shows the load: history if its rows
// overlap at least half of the leg's load window, else snapshot. A source may be that of
// several members.
func (a *Artifact) cover() {
	spans := map[*schemas.Source]*ends{}
	for _, m := range a.Members {
		m.spans(spans)
	}
	for _, m := range a.Members {
		leg, rows := a.legOf(m), false
		for s := range m.sources() {
			e, ok := spans[s]
			if !ok { // of settings only
				continue
			}
			rows = true
			s.Coverage = schemas.Snapshot
			if !m.isSnapshot() && leg != nil && leg.shows(e) {
				s.Coverage, m.Coverage = schemas.History, schemas.History
			}
		}
		if m.Coverage == "" && rows {
			m.Coverage = schemas.Snapshot
		}
	}
}

// shows tells whether rows of that span show the leg's load.
func (l *Leg) shows(e *ends) bool {
	if l.WindowSource == WindowNone { // nothing says when the load was: a recorder that ran for a while counts
		return e.last-e.first >= 30*microsecond
	}
	overlap := min(e.last, l.To) - max(e.first, l.From)
	return overlap*2 >= l.To-l.From && l.To > l.From
}

// spans widens the span of each source by the member's rows.
func (m *MemberReport) spans(spans map[*schemas.Source]*ends) {
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
}
