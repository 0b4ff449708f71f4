package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// evidence is what the rules of chains look at: findings and what was tested, by place.
type evidence struct {
	c      *comparer
	found  map[place][]*Finding
	tested map[testedAt]testedEffect
	places []place // all places at which anything was tested, in order
}

type testedAt struct {
	at     place
	metric string
}

type testedEffect struct {
	effect *effect
	doubt  string
}

// evidence indexes the findings that say something and the effects they came from.
func (c *comparer) evidence(atoms []*atom) *evidence {
	ev := &evidence{c: c, found: map[place][]*Finding{}, tested: map[testedAt]testedEffect{}}
	for _, f := range c.res.Findings {
		if f.Grade == "X" || f.Kind == "noise" || f.Kind == "volatility" || f.Where.Scope != "nodes" {
			continue
		}
		for _, at := range c.covers[f] {
			ev.found[at] = append(ev.found[at], f)
		}
	}
	seen := map[place]bool{}
	for _, a := range atoms {
		if a.kind != "level" && a.kind != "outlier" {
			continue
		}
		for i := range a.v.effects {
			e := &a.v.effects[i]
			if a.kind == "outlier" && !slices.Contains(a.v.agree, e.node) {
				continue
			}
			at := place{a.pair, a.leg, e.node}
			if !seen[at] {
				seen[at] = true
				ev.places = append(ev.places, at)
			}
			key := testedAt{at, a.id.metric}
			if _, ok := ev.tested[key]; !ok {
				ev.tested[key] = testedEffect{e, a.doubt}
			}
		}
	}
	slices.SortFunc(ev.places, comparePlaces)
	return ev
}

// covered remembers the places at which the atoms of a claim moved.
func (c *comparer) covered(f *Finding, cl *claim) {
	for _, a := range cl.atoms {
		for _, node := range a.v.agree {
			c.cover(f, place{a.pair, a.leg, node})
		}
	}
}

func (c *comparer) cover(f *Finding, at place) {
	if c.covers == nil {
		c.covers = map[*Finding][]place{}
	}
	c.covers[f] = append(c.covers[f], at)
}

// sighting is a probe at a place, or at several put together.
type sighting struct {
	what     string
	state    string
	findings []*Finding
	lo, hi   float64 // changes measured where it is absent, per cent; NaN: not known
	note     string  // what else there is to say
	some     string  // where it is so, when not at all places
	beside   bool    // told, and decides nothing
	little   bool    // it did move, by an amount that is too small to count
}

// littlePct is from which relative change on it is said that a change counts as none for
// being small in absolute terms: a disk queue of 0.02 is none though it was 0.001.
const littlePct = 20

// sees looks for a probe at a place.
func (ev *evidence) sees(p *probe, at place) sighting {
	s := sighting{what: p.what, lo: math.NaN(), hi: math.NaN()}
	if p.waits {
		return ev.waitCounters(p, at)
	}
	state := ""
	for _, metric := range p.metrics {
		one := ev.metric(p, metric, at)
		if rank(one.state) > rank(state) {
			state, s.note = one.state, one.note
		}
		s.findings = append(s.findings, one.findings...)
		s.lo, s.hi, s.little = least(s.lo, one.lo), most(s.hi, one.hi), s.little || one.little
	}
	s.state = state
	if state != Absent {
		s.lo, s.hi = math.NaN(), math.NaN()
	}
	return s
}

// rank orders states: of several metrics that say the same, one that is seen counts, else
// one that cannot be told, else one that is absent.
func rank(state string) int {
	return slices.Index([]string{"", NotMeasured, Absent, Unclear, Seen}, state)
}

func (ev *evidence) metric(p *probe, metric string, at place) sighting {
	s := sighting{state: NotMeasured, note: "not measured", lo: math.NaN(), hi: math.NaN()}
	for _, f := range ev.found[at] { // the widest of those that say it
		if f.Metric == metric && (p.either || f.Direction == p.direction) {
			if len(s.findings) == 0 || len(ev.c.covers[f]) > len(ev.c.covers[s.findings[0]]) {
				s.findings = []*Finding{f}
			}
		}
	}
	t, tested := ev.tested[testedAt{at, metric}]
	if len(s.findings) > 0 {
		s.state, s.note = Seen, ""
		if p.perOperation && !ev.waitsMore(metric, at) {
			s.findings, s.state, s.note = nil, Absent, "higher for each request, and not for each operation, as there were fewer requests"
			if !ev.requestsKnown(metric, at) {
				s.state, s.note = Unclear, "higher for each request; how many requests there were was not measured"
			}
		}
		return s
	}
	if !tested {
		return s
	}
	e := t.effect
	switch {
	case ev.turned(metric, at):
		s.state, s.note = Absent, "it turns the other way"
		return s
	case e.few || e.untested:
		s.state, s.note = Unclear, "too few samples"
		return s
	case t.doubt != "":
		s.state, s.note = Unclear, t.doubt
		return s
	}
	pct := pctOf(e.base, e.head)
	switch {
	case e.base == 0 && e.head == 0 && ev.blind(metric, at):
		s.note = "0 in every sample, as of a tool that cannot see it"
		return s
	case e.reached && (p.either || lowHigh(e.sign()) == p.direction):
		s.state, s.note = Unclear, "moved, and not by enough for these runs to tell"
		return s
	case ev.late(at) && !onsetTested(metric):
		s.state, s.note = Unclear, "known over the whole run only, where it is not "+p.direction
		return s
	}
	s.state, s.note, s.lo, s.hi = Absent, "", pct, pct
	s.little = lowHigh(e.sign()) == p.direction && math.Abs(pct) >= littlePct
	if e.base == 0 && e.head == 0 {
		s.lo, s.hi = 0, 0
	}
	return s
}

// turned tells whether a metric has an onset at a place.
func (ev *evidence) turned(metric string, at place) bool {
	return slices.ContainsFunc(ev.found[at], func(f *Finding) bool { return f.Metric == metric && f.Kind == "onset" })
}

// late tells whether the throughput of a place turns over in the middle: means over the
// whole run then say little of what came after.
func (ev *evidence) late(at place) bool { return ev.turned(throughput, at) }

func onsetTested(metric string) bool {
	tr, _ := traitsOf(metric)
	return tr.onset
}

// blind tells whether zeros of a share of CPU may mean that the tool cannot see it: inside
// a container iowait and steal are printed as 0, whatever the host does.
func (ev *evidence) blind(metric string, at place) bool {
	if metric != "cpu.iowait" && metric != "cpu.steal" {
		return false
	}
	for _, m := range []string{"cpu.iowait", "cpu.steal"} {
		if t, ok := ev.tested[testedAt{at, m}]; ok && (t.effect.base != 0 || t.effect.head != 0) {
			return false
		}
	}
	return true
}

// requestsKnown tells whether a disk's requests and the operations were measured at a place.
func (ev *evidence) requestsKnown(await string, at place) bool {
	_, requests := ev.tested[testedAt{at, strings.Replace(await, "_await", "_rate", 1)}]
	_, work := ev.tested[testedAt{at, throughput}]
	return requests && work
}

// waitsMore tells whether a longer wait for each request is a longer wait for each
// operation as well: few requests that take long may be less waiting than many short ones.
func (ev *evidence) waitsMore(await string, at place) bool {
	if !ev.requestsKnown(await, at) {
		return false
	}
	sum := 0.0
	for _, x := range []struct {
		metric string
		sign   float64
	}{{await, 1}, {strings.Replace(await, "_await", "_rate", 1), 1}, {throughput, -1}} {
		e := ev.tested[testedAt{at, x.metric}].effect
		if e == nil || !(e.base > 0) || !(e.head > 0) {
			return false
		}
		sum += x.sign * math.Log(e.head/e.base)
	}
	return sum >= math.Log1p(exactTraits["disk.write_await"].min.rel)
}

// merged puts what a probe shows at several places into one.
func merged(list []sighting, places []place) sighting {
	out := list[0]
	for _, s := range list[1:] {
		if rankOver(s.state) > rankOver(out.state) {
			out.state, out.note = s.state, s.note
		}
	}
	out.findings, out.lo, out.hi, out.little = nil, math.NaN(), math.NaN(), false
	var at []place
	for i, s := range list {
		if s.state != out.state {
			continue
		}
		at = append(at, places[i])
		out.lo, out.hi, out.little = least(out.lo, s.lo), most(out.hi, s.hi), out.little || s.little
		for _, f := range s.findings {
			if !slices.Contains(out.findings, f) {
				out.findings = append(out.findings, f)
			}
		}
	}
	if len(at) < len(list) {
		out.some = someOf(at, places)
	}
	return out
}

// rankOver orders states over places: what is seen anywhere is said, then what is not known.
func rankOver(state string) int {
	return slices.Index([]string{Absent, NotMeasured, Unclear, Seen}, state)
}

// someOf says at which of several places something holds.
func someOf(at, of []place) string {
	a, b := whereOf(at), whereOf(of)
	switch {
	case len(a.Nodes) < len(b.Nodes):
		return "on " + strings.Join(a.Nodes, ", ")
	case len(a.Strata) < len(b.Strata):
		return "in " + strings.Join(a.Strata, "; ")
	case len(a.Legs) < len(b.Legs):
		return "at " + strings.Join(a.Legs, ", ")
	}
	return fmt.Sprintf("at %d of %d places", len(at), len(of))
}

// detailText is what a member says beside its state.
func (s *sighting) detailText() string {
	text := s.note
	if s.state == Absent && text == "" && !math.IsNaN(s.lo) {
		text = pctRange(s.lo, s.hi)
		if s.little {
			text += ", too small an amount to count"
		}
	}
	switch {
	case s.some == "":
		return text
	case text == "":
		return s.some
	}
	return text + " (" + s.some + ")"
}

func least(a, b float64) float64 {
	if math.IsNaN(a) || b < a {
		return b
	}
	return a
}

func most(a, b float64) float64 {
	if math.IsNaN(a) || b > a {
		return b
	}
	return a
}
