package parse

import (
	"cmp"
	"slices"

	"inquest/schemas"
)

// workMetrics are the counters and rates that move while, and only while, a server
// is given work, in order of preference. A counter is summed over its labels.
var workMetrics = [][]string{
	{"couchbase.xdcr_docs_written_total"},
	{"couchbase.ops"},
	{"couchbase.kv_ops"},
	{"mysql.Com_insert", "mysql.Com_update", "mysql.Com_delete", "mysql.Com_replace"},
	{"mysql.Com_select"},
}

// span is the time in which a work counter moves, as one source shows it.
type span struct {
	from, to int64   // microseconds
	step     float64 // seconds, the larger of the steps at the two ends
	cut      bool    // the recording begins after the movement did
}

func (s span) seconds() float64 { return float64(s.to-s.from) / microsecond }

// workSpan is the span in which the members' work counter moves: from the last sample
// before the first movement to the last sample that shows one. A recording that
// begins inside the load gives way to one that does not; then the finer step wins,
// unless the coarser recording shows much more.
func workSpan(members []*MemberReport) (span, bool) {
	for _, metrics := range workMetrics {
		var spans []span
		for _, m := range members {
			spans = append(spans, movingSpans(m.rows, metrics)...)
		}
		if len(spans) == 0 {
			continue
		}
		slices.SortFunc(spans, func(a, b span) int {
			if a.cut != b.cut {
				if a.cut {
					return 1
				}
				return -1
			}
			return cmp.Compare(a.step, b.step)
		})
		best := spans[0]
		for _, s := range spans[1:] {
			if s.cut == best.cut && s.seconds() > 1.5*best.seconds()+2*s.step {
				best = s
			}
		}
		return best, true
	}
	return span{}, false
}

// movingSpans finds, for every source, the span in which the metrics move.
func movingSpans(rows *schemas.Rows, metrics []string) []span {
	type state struct {
		ts    int64
		value float64
	}
	type found struct {
		span
		first   int64 // first sample of the source
		moved   bool
		counter bool
	}
	last := map[*schemas.StatKey]map[*schemas.Source]state{}
	var order []*schemas.Source
	bySource := map[*schemas.Source]*found{}
	for i := range rows.Stats {
		r := &rows.Stats[i]
		if !slices.Contains(metrics, r.Key.Metric) {
			continue
		}
		f := bySource[r.Source]
		if f == nil {
			f = &found{first: r.TS}
			bySource[r.Source] = f
			order = append(order, r.Source)
		}
		see := func(from, to int64) {
			step := float64(to-from) / microsecond
			if !f.moved || from < f.from {
				f.from, f.step = from, max(f.step, step)
			}
			if !f.moved || to > f.to {
				f.to = to
			}
			f.moved = true
		}
		if r.Key.Kind == schemas.Gauge {
			if r.Value > 0 && !schemas.IsNull(r.StepS) {
				see(r.TS-int64(r.StepS*microsecond), r.TS)
			}
			continue
		}
		f.counter = true
		states := last[r.Key]
		if states == nil {
			states = map[*schemas.Source]state{}
			last[r.Key] = states
		}
		if before, ok := states[r.Source]; ok && r.Value > before.value && r.TS > before.ts {
			see(before.ts, r.TS)
		}
		states[r.Source] = state{r.TS, r.Value}
	}
	var out []span
	for _, src := range order {
		if f := bySource[src]; f.moved {
			f.cut = f.from < f.first || f.counter && f.from == f.first
			out = append(out, f.span)
		}
	}
	return out
}
