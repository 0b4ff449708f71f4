package parse

import (
	"math"
	"strings"
	"time"

	"inquest/schemas"
)

const microsecond = 1e6 // microseconds in a second

// windows finds the load window of every leg that the manifest does not state, and
// gives members without a clock their place in time on the way: a load generator's
// log states a window; recorders without a clock are put where they fit it; else the
// span in which a work counter moves is the window, else the recorders' own span less
// two seconds at each end.
func (a *Artifact) windows() {
	a.localTimes()
	for i := range a.Legs {
		if l := &a.Legs[i]; l.WindowSource != WindowManifest {
			l.fromGenerator(a.legMembers(l))
		}
	}
	a.anchor()
	for i := range a.Legs {
		if l := &a.Legs[i]; l.WindowSource == "" {
			members := a.legMembers(l)
			if !l.fromWork(members) {
				l.fromRecorders(members)
			}
		}
	}
}

// legMembers lists the members that belong to a leg.
func (a *Artifact) legMembers(l *Leg) []*MemberReport {
	if l.Name == "" && l.dir == "" {
		return a.Members
	}
	var out []*MemberReport
	for _, m := range a.Members {
		if l.dir != "" && m.dir == l.dir {
			out = append(out, m)
		}
	}
	return out
}

// longestRun is more seconds than any run takes.
const longestRun = 1e9

// generatorSpan is the window that a load generator's log states: that of its reports when
// they have a clock, else it ended when the file was last written and took the total time
// it prints.
func (m *MemberReport) generatorSpan() (from, to int64, ok bool) {
	total := 0.0
	for _, s := range m.rows.Settings {
		if strings.HasSuffix(s.Name, ".total_time") && s.Scope == schemas.ScopeBench {
			if v, ok := parseNumber([]byte(strings.TrimSuffix(s.Value, "s"))); ok && v >= 0 {
				total = min(v, longestRun)
			}
		}
	}
	if from, to, ok := m.datedReports(); ok {
		return from, max(to, from+int64(total*microsecond)), true
	}
	if m.modified.IsZero() {
		return 0, 0, false
	}
	if total <= 0 { // it was killed before its summary: the last interval line
		for i := range m.rows.Stats {
			if r := &m.rows.Stats[i]; r.Key.Metric == "throughput" && r.Source.TSSource == schemas.Relative {
				total = max(total, float64(r.TS)/microsecond)
			}
		}
	}
	if total <= 0 {
		return 0, 0, false
	}
	to = m.modified.UnixMicro()
	return to - int64(total*microsecond), to, true
}

// datedReports is the span of the reports of a load generator that have a clock.
func (m *MemberReport) datedReports() (from, to int64, ok bool) {
	usual := math.Inf(1) // the shortest interval, for a first report of which none is known
	from, to = math.MaxInt64, math.MinInt64
	begins := func(r *schemas.Stat, step float64) {
		from = min(from, r.TS-int64(step*microsecond))
	}
	var first *schemas.Stat
	for i := range m.rows.Stats {
		r := &m.rows.Stats[i]
		if r.Key.Metric != "throughput" || r.Source.TSSource == schemas.Relative {
			continue
		}
		to = max(to, r.TS)
		if schemas.IsNull(r.StepS) {
			if first == nil {
				first = r
			}
			continue
		}
		usual = min(usual, r.StepS)
		begins(r, r.StepS)
	}
	if first != nil && !math.IsInf(usual, 1) {
		begins(first, usual)
	}
	return from, to, from < to
}

// isGenerator tells whether the member is a load generator's log.
func (m *MemberReport) isGenerator() bool {
	return m.Format == "sysbench" || m.Format == "ycsb" || m.Format == "pgbench"
}

func (l *Leg) fromGenerator(members []*MemberReport) {
	for _, m := range members {
		if !m.isGenerator() {
			continue
		}
		if from, to, ok := m.generatorSpan(); ok {
			l.From, l.To, l.WindowSource, l.EdgeS = from, to, WindowGenerator, 2
			return
		}
	}
}

func (l *Leg) fromWork(members []*MemberReport) bool {
	span, ok := workSpan(members)
	if ok {
		l.From, l.To, l.WindowSource, l.EdgeS = span.from, span.to, WindowWork, span.step
	}
	return ok
}

func (l *Leg) fromRecorders(members []*MemberReport) {
	l.WindowSource = WindowNone
	var all schemas.Rows
	for _, m := range members {
		if m.isSnapshot() || m.isGenerator() {
			continue
		}
		all.CPU = append(all.CPU, m.rows.CPU...)
		all.Disk = append(all.Disk, m.rows.Disk...)
		all.Stats = append(all.Stats, m.rows.Stats...)
	}
	first, last, ok := all.Span()
	const margin = 2 * microsecond
	if !ok || last-first <= 3*margin {
		return
	}
	l.From, l.To, l.WindowSource, l.EdgeS = first+margin, last-margin, WindowRecorder, 2
}

// anchor gives members without a clock their place in time: a load generator's log
// begins at its leg's start; any other member ends when its file was last written.
func (a *Artifact) anchor() {
	for _, m := range a.Members {
		if !m.isRelative() {
			continue
		}
		_, last, ok := m.rows.Span()
		if !ok {
			continue
		}
		var shift int64
		leg := a.legOf(m)
		switch {
		case m.isGenerator() && leg != nil && leg.WindowSource == WindowManifest:
			shift = leg.From
		case m.isGenerator():
			from, _, ok := m.generatorSpan()
			if !ok {
				continue
			}
			shift = from
		case m.modified.IsZero():
			continue
		default:
			shift = m.modified.UnixMicro() - last
			if leg != nil && (leg.WindowSource == WindowManifest || leg.WindowSource == WindowGenerator) {
				shift += m.fit(leg, shift)
			}
		}
		m.shift(shift)
	}
}

// fit corrects, by at most three seconds, where a recorder without a clock is put: its
// work counter must move inside the leg's load window, so the middle of the span in
// which it moves is put on the middle of the window.
func (m *MemberReport) fit(l *Leg, shift int64) int64 {
	span, ok := workSpan([]*MemberReport{m})
	if !ok {
		return 0
	}
	d := (l.From+l.To)/2 - (span.from+span.to)/2 - shift
	if start, cut, ok := placed(m); ok && cut {
		d = l.From - start - shift // the end of the movement is not in the recording
	}
	const most = int64(3 * time.Second / time.Microsecond)
	if d > most || d < -most {
		return 0
	}
	return d
}

// legOf is the leg the member belongs to; nil when it is outside all.
func (a *Artifact) legOf(m *MemberReport) *Leg {
	for i := range a.Legs {
		if l := &a.Legs[i]; l.Name == "" && l.dir == "" || l.dir != "" && l.dir == m.dir {
			return l
		}
	}
	return nil
}
