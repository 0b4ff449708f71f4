package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// sentence says a claim in one sentence, no stronger than its grade.
func (c *comparer) sentence(cl *claim, f *Finding, agree []string) string {
	if cl.grade == "X" {
		return c.cannotTell(cl, f, agree)
	}
	what := lowHigh(cl.sign)
	if cl.kind == "volatility" {
		what = f.volatileWord()
	}
	s := fmt.Sprintf("%s %s %s %s", capital(title(cl.id)), isAre(cl.id.metric), what, onNodes(agree, f.NodesTotal))
	if cl.kind == "level" && len(cl.parts) == 0 && cl.othersToo(agree) {
		s += ", on the others too by less than counts"
	}
	if len(cl.parts) == 0 {
		s += c.inStratum(cl.pair)
	}
	switch {
	case len(cl.parts) > 1:
		s += c.strataText(cl)
	case len(cl.atoms) > 1 || cl.atoms[0].leg != "" && len(cl.still)+len(cl.weak) > 0:
		s += c.overLegs(cl)
	case cl.kind == "volatility":
		s += ": " + spreadText(cl.atoms[0], f.Unit)
	default:
		k := added(cl.atoms[0])
		s += ": " + change(k**f.Base, k**f.Head, f.Unit)
		if k > 1 {
			s += " in all"
		}
		s += c.headlineText(cl) + byRun(cl.atoms[0])
	}
	if cl.kind == "volatility" {
		s += aspectText(cl) + c.afterText(cl)
	}
	if cl.id.metric == "disk.write_await" || cl.id.metric == "disk.read_await" {
		s += c.requestRate(cl)
	}
	if cl.kind == "level" && cl.tr.role >= 0.4 {
		var moved []*stratumPair
		for _, a := range cl.atoms {
			moved = append(moved, a.pair)
		}
		s += c.controlText(cl.atoms[0].leg, cl.id, moved...)
	}
	s += c.driftText(cl)
	return s + "; " + cl.certainty(c.same)
}

// volatileWord says how the spread moved: relatively, when only against its own level.
func (f *Finding) volatileWord() string {
	word := "more volatile"
	if f.Direction == "lower" {
		word = "less volatile"
	}
	if !slices.Contains(f.Aspects, "sd") {
		word = "relatively " + word
	}
	return word
}

// isAre is the verb for a metric's title.
func isAre(metric string) string {
	t := titles[strings.TrimPrefix(metric, "per_op.")]
	if strings.HasSuffix(t, "s") && !strings.HasSuffix(t, "ss") || strings.HasPrefix(t, "disk bytes") {
		return "are"
	}
	return "is"
}

// strataText lists the strata with their sizes and says whether these differ.
func (c *comparer) strataText(cl *claim) string {
	var list []string
	sizes := "sizes compatible"
	if cl.unlike() {
		sizes = "same direction, different size"
	}
	for _, p := range cl.parts {
		size := signedPct(p.pct())
		if cl.kind == "volatility" {
			size = spreadText(p.atoms[0], unitOf(p))
		} else if len(p.atoms) == 1 {
			b, h := levelsOf(p)
			k := added(p.atoms[0])
			size = change(k*b, k*h, unitOf(p))
		}
		list = append(list, fmt.Sprintf("%s %s", p.pair.name, size))
	}
	return fmt.Sprintf(" in %d of %d strata: %s; %s", len(cl.parts), c.testStrata(), strings.Join(list, ", "), sizes) + c.headlineText(cl)
}

// headlineText says what the ticket's own numbers give for the strata of a claim about throughput.
func (c *comparer) headlineText(cl *claim) string {
	var list []string
	for _, p := range c.pairs {
		if cl.kind != "level" || cl.id.metric != throughput || !slices.ContainsFunc(cl.atoms, func(a *atom) bool { return a.pair == p }) {
			continue
		}
		if h, ok := c.in.Headlines[p.key]; ok {
			list = append(list, signedPct(h))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return " (the ticket's own numbers give " + strings.Join(list, " and ") + ")"
}

// byRun lists the change of each pair of runs, where there are a few.
func byRun(a *atom) string {
	pcts := a.runPcts()
	if len(pcts) < 2 || len(pcts) > 6 {
		return ""
	}
	list := make([]string, len(pcts))
	for i, p := range pcts {
		list[i] = signedPct(p)
	}
	return " (by pair of runs: " + strings.Join(list, ", ") + ")"
}

// added is the number of nodes that a metric is added over in sentences; 1 for those that do not add up.
func added(a *atom) float64 {
	if !a.tr.sum || len(a.v.part) < 2 {
		return 1
	}
	return float64(len(a.v.part))
}

// unlike tells whether strata agree in direction and not in size.
func (c *claim) unlike() bool {
	for i := range c.parts {
		for j := range i {
			if apart(c.parts[i], c.parts[j]) {
				return true
			}
		}
	}
	return false
}

// apart tells whether the intervals of two strata do not overlap.
func apart(a, b *claim) bool {
	x, y := pctInterval(a.est.Lo, a.est.Hi), pctInterval(b.est.Lo, b.est.Hi)
	if len(a.atoms) == 1 && len(b.atoms) == 1 {
		x, y = a.atoms[0].interval(), b.atoms[0].interval()
	}
	if x == nil || y == nil {
		return math.Abs(a.est.Effect-b.est.Effect) > math.Log(1.25)
	}
	return x[1] < y[0] || y[1] < x[0]
}

// overLegs says at which legs a claim shows, how large it is there, and what the others do.
func (c *comparer) overLegs(cl *claim) string {
	var moved, still, weak []string
	factor, values := c.legFactor(cl)
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, a := range cl.atoms {
		moved = append(moved, a.leg)
		size := a.pct()
		if cl.kind == "volatility" {
			if !a.v.allLog() {
				size = math.NaN() // from or to no spread at all
			}
		}
		lo, hi = math.Min(lo, size), math.Max(hi, size)
	}
	for _, a := range slices.Concat(cl.unsure, cl.weak) {
		weak = append(weak, valueOf(values, a.leg))
	}
	for _, a := range cl.still {
		if a.pair == cl.atoms[0].pair {
			still = append(still, a.leg)
		}
	}
	s := " " + legsText(moved, len(moved)+len(still)+len(cl.weak), factor, values)
	if len(cl.unsure) > 0 {
		s += " taken together"
	}
	if cl.kind == "volatility" {
		s += ", against its own level"
	}
	s += ": " + pctRange(lo, hi)
	var notes []string
	slices.SortFunc(weak, naturally)
	if len(weak) > 0 {
		notes = append(notes, fmt.Sprintf("at %s alone: cannot tell", strings.Join(weak, ", ")))
	}
	if len(still) > 0 && len(still) <= 8 {
		names := make([]string, len(still))
		for i, l := range still {
			names[i] = valueOf(values, l)
		}
		slices.SortFunc(names, naturally)
		notes = append(notes, "not at "+strings.Join(names, ", "))
	}
	if len(notes) > 0 {
		s += " (" + strings.Join(notes, "; ") + ")"
	}
	return s + c.headlineText(cl)
}

func valueOf(values map[string]string, leg string) string {
	if v := values[leg]; v != "" {
		return v
	}
	return leg
}

// legFactor finds the factor that tells the legs apart, and its value in each.
func (c *comparer) legFactor(cl *claim) (string, map[string]string) {
	return factorOf(cl.atoms[0].pair)
}

// spreadText says how the spread moved.
func spreadText(a *atom, unit string) string {
	s := a.spread
	base, head := quantityOf(s.sdBase, unit), quantityOf(s.sdHead, unit)
	if unit == "ratio" {
		base, head = short(100*s.sdBase), short(100*s.sdHead)+" points"
	}
	text := fmt.Sprintf("spread %s -> %s", base, head)
	switch {
	case math.IsNaN(s.relative):
		return "spread from 0 to " + head
	case s.sdHead == 0:
		return "spread from " + base + " to 0"
	case math.Abs(math.Log1p(s.absolute/100)) < math.Log1p(spreadMin) || (s.absolute > 0) != (s.relative > 0):
		return text + fmt.Sprintf(", %s against its own level, in absolute terms not", signedPct(s.relative))
	}
	return text + fmt.Sprintf(", %s against its own level", signedPct(s.relative))
}

// aspectText says in what respect a spread moved and on which time scale.
func aspectText(cl *claim) string {
	s := cl.atoms[0].spread
	text := "; over"
	if len(s.aspects) > 0 {
		text = "; in " + strings.Join(s.aspects, ", ") + " of"
	}
	text += fmt.Sprintf(" %s s steps", strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.1f", s.step), "0"), "."))
	if s.resampled {
		text += " (resampled)"
	}
	return text
}

// describeSpread fills the volatility fields of a finding.
func (c *comparer) describeSpread(f *Finding, cl *claim) {
	f.Direction = lowHigh(cl.sign)
	if _, warm := c.warmOf(cl); warm > 0 {
		f.Where.Phase = "body"
	}
	if s := cl.atoms[0].spread; len(cl.atoms)+len(cl.weak) == 1 {
		f.AbsolutePct, f.RelativePct, f.Aspects = number(s.absolute), number(s.relative), s.aspects
		f.Pct = number(s.relative)
		f.Where.StepS = number(s.step)
		return
	}
	var abs float64
	all := slices.Concat(cl.atoms, cl.weak) // sizes are those over all legs, as for levels
	for _, a := range all {
		abs += math.Log1p(a.spread.absolute/100) / float64(len(all))
	}
	seen := map[string]int{}
	for _, a := range cl.atoms {
		for _, x := range a.spread.aspects {
			seen[x]++
		}
	}
	for _, x := range []string{"swing", "jitter", "sd"} {
		if 2*seen[x] > len(cl.atoms) {
			f.Aspects = append(f.Aspects, x)
		}
	}
	f.AbsolutePct, f.RelativePct = number(100*math.Expm1(abs)), number(cl.pct())
	f.Pct = f.RelativePct
}

// cannotTell is the sentence of grade X.
func (c *comparer) cannotTell(cl *claim, f *Finding, agree []string) string {
	what := "changed"
	if cl.kind == "volatility" {
		what = "became more or less volatile"
	}
	s := fmt.Sprintf("Cannot tell whether %s %s", title(cl.id), what)
	if len(cl.parts) == 0 {
		s += c.inStratum(cl.pair)
	}
	if cl.atoms[0].leg != "" && len(cl.parts) == 0 && len(cl.still) > 0 {
		factor, values := factorOf(cl.atoms[0].pair)
		var legs []string
		for _, a := range cl.atoms {
			legs = append(legs, valueOf(values, a.leg))
		}
		slices.SortFunc(legs, naturally)
		s += fmt.Sprintf(" at %s %s", cmp.Or(factor, "leg"), strings.Join(legs, ", "))
	}
	if cl.reason != "" {
		s += ": " + cl.reason
	}
	if f.SmallestDetectablePct != nil {
		s += fmt.Sprintf("; the smallest change these runs could show is %.0f %%", *f.SmallestDetectablePct)
	}
	return s
}
