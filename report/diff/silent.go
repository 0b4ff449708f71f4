package diff

import (
	"fmt"
	"math"
)

// silentGoals says what became of goal metrics that gave no finding: nobody should have
// to wonder whether throughput was looked at. Of the CPU, which the summary speaks of too,
// it says where it moved by its minimum or more and the runs cannot carry a finding.
func (c *comparer) silentGoals(atoms []*atom) {
	for _, a := range atoms {
		if a.kind != "level" || a.tr.role < 1 && a.id.metric != "cpu.busy" || c.spokenOf(a) {
			continue
		}
		b, h := levelsOfEffects(a.v.effects)
		pct := pctOf(b, h)
		if math.IsNaN(pct) || a.tr.role < 1 && !a.tr.min.reached(b, h, 1) {
			continue
		}
		text := fmt.Sprintf("%s over %d %s%s: ", signedPct(pct), len(a.v.effects), plural(len(a.v.effects), "node", "nodes"), legSuffix(a.leg))
		spread := repeatSpread(a)
		switch {
		case math.Abs(pct) < 100*a.factor:
			text += fmt.Sprintf("alike, under the minimum of %.0f %%", 100*a.factor)
		case spread > 0 && math.Abs(pct) <= 2*spread:
			text += fmt.Sprintf("not separable from noise, identical runs differ by up to %.1f %%", spread)
		case !(math.Abs(math.Log1p(pct/100)) < math.Abs(a.least(int(math.Copysign(1, pct)), 3))): // also of a sign that changes
			text += "the samples of these runs scatter too much to tell"
		default:
			text += fmt.Sprintf("under what one pair of runs must show (%.0f %%)", 300*a.factor)
		}
		c.notTested(title(a.id), text)
	}
}

// spokenOf tells whether a shown or folded finding is about the atom's metric, leg and stratum.
func (c *comparer) spokenOf(a *atom) bool {
	for _, f := range c.res.Findings {
		if f.Metric != a.id.metric || f.Kind == "volatility" || f.Kind == "sweep" {
			continue
		}
		place := f.Where.Leg == nil || *f.Where.Leg == a.leg
		if place && (len(f.Where.Stratum) == 0 || stratumKey(f.Where.Stratum) == a.pair.key) {
			return true
		}
	}
	return false
}

func levelsOfEffects(effects []effect) (base, head float64) {
	for _, e := range effects {
		base += e.base
		head += e.head
	}
	return base, head
}

// repeatSpread is how much the runs of one side differ at most, per cent; 0 without repeats.
func repeatSpread(a *atom) float64 {
	most := 0.0
	for _, e := range a.v.effects {
		for _, runs := range [][]float64{e.baseRuns, e.headRuns} {
			for i := range runs {
				for j := range i {
					if p := math.Abs(pctOf(runs[j], runs[i])); p > most {
						most = p
					}
				}
			}
		}
	}
	return most
}
