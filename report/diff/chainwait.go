package diff

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"inquest/schemas"
)

// waitCounter matches the server's own counters of time or times spent waiting.
var waitCounter = regexp.MustCompile(`(?i)stall|wait|(^|[^b])lock`)

// waitCounters looks for the server's own counters of waiting, for each operation.
func (ev *evidence) waitCounters(p *probe, at place) sighting {
	s := sighting{what: p.what, state: NotMeasured, note: "not measured", lo: math.NaN(), hi: math.NaN()}
	matches := func(metric string) bool {
		return strings.HasPrefix(metric, "per_op.") && isInternal(metric) && waitCounter.MatchString(metric)
	}
	var names []string
	for _, f := range ev.found[at] {
		if matches(f.Metric) && f.Direction == p.direction && f.Kind != "sweep" && !slices.Contains(names, f.Metric) {
			s.findings, names = append(s.findings, f), append(names, f.Metric)
		}
	}
	if len(names) > 0 {
		slices.Sort(names)
		for i := range names {
			names[i] = strings.TrimPrefix(names[i], "per_op.") + ev.whenWaited(names[i], at)
		}
		if n := len(names) - 3; n > 0 {
			names = append(names[:3], strconv.Itoa(n)+" more")
		}
		s.state, s.note = Seen, listed(names)
		return s
	}
	for key := range ev.tested {
		if key.at == at && matches(key.metric) {
			s.state, s.note = Absent, "none of those that move with the work"
		}
	}
	return s
}

// offeredRate tells whether the load generator says that it offered a fixed rate, the same on both sides.
func offeredRate(at place) sighting {
	s := sighting{what: "fixed offered rate", state: NotMeasured, note: "not stated", lo: math.NaN(), hi: math.NaN()}
	rates := map[string]bool{}
	stated, without := false, false
	for _, r := range at.pair.runs() {
		n := r.node(at.node)
		if n == nil {
			continue
		}
		rate := ""
		for i := range n.Settings {
			x := &n.Settings[i]
			if x.Scope != schemas.ScopeBench || x.Source.Leg != at.leg {
				continue
			}
			stated = true
			if strings.HasSuffix(x.Name, ".rate") && x.Value != "0" {
				rate = x.Value
			}
		}
		without = without || rate == ""
		rates[rate] = true
	}
	switch {
	case !stated:
	case !without && len(rates) == 1:
		s.state, s.note = Seen, ""
		for rate := range rates {
			s.note = rate + "/s"
		}
	default:
		s.state, s.note = Absent, "the load generator names none"
	}
	return s
}
