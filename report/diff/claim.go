package diff

import (
	"math"

	"inquest/report/stats"
)

// claim is a change of one metric in one direction: over the legs of one stratum, or
// over strata.
type claim struct {
	kind   string
	id     metricID
	tr     traits
	sign   int
	pair   *stratumPair // nil over several strata
	atoms  []*atom      // one for each stratum and leg that moved this way
	still  []*atom      // the others of the same strata
	unsure []*atom      // those of atoms that are certain only together with the others
	weak   []*atom      // moved this way, but alone within what identical runs do
	parts  []*claim     // of the strata, when there are several
	est    stats.Estimate
	tests  []tested
	p, q   float64
	grade  string
	reason string // why the grade is X

	follows bool // CPU that moved as the throughput did
	same    bool // of an A/A comparison
}

// claimsOf groups the atoms of each stratum and metric by direction.
func claimsOf(atoms []*atom) []*claim {
	type key struct {
		pair *stratumPair
		kind string
		id   metricID
	}
	byKey := map[key][]*atom{}
	var order []key
	for _, a := range atoms {
		k := key{a.pair, a.kind, a.id}
		if byKey[k] == nil {
			order = append(order, k)
		}
		byKey[k] = append(byKey[k], a)
	}
	var out []*claim
	for _, k := range order {
		group := byKey[k]
		for _, sign := range []int{-1, 1} {
			c := &claim{kind: k.kind, id: k.id, tr: group[0].tr, sign: sign, pair: k.pair}
			for _, a := range group {
				if a.v.sign == sign && (a.reached(1) || a.doubt != "") {
					c.atoms = append(c.atoms, a)
				} else {
					c.still = append(c.still, a)
				}
			}
			if len(c.atoms) > 0 {
				c.estimate()
				out = append(out, c)
			}
		}
	}
	return out
}

// estimate averages the atoms and tests them.
func (c *claim) estimate() {
	c.est = overLegsOf(c.atoms, func(a *atom) tested { return tested{a.est, 1} }).est
	c.tests = c.testsOf()
	c.p, c.q = pFor(c.tests, c.sign), math.NaN()
}

func perRun(runs [2]int) float64 { return 1/float64(max(1, runs[0])) + 1/float64(max(1, runs[1])) }

// overStrata joins claims of one metric and direction that several strata make.
func overStrata(claims []*claim, strata int) []*claim {
	if strata < 2 {
		return claims
	}
	type key struct {
		kind string
		id   metricID
		sign int
	}
	byKey := map[key][]*claim{}
	for _, c := range claims {
		k := key{c.kind, c.id, c.sign}
		byKey[k] = append(byKey[k], c)
	}
	var out []*claim
	done := map[key]bool{}
	for _, c := range claims {
		k := key{c.kind, c.id, c.sign}
		if done[k] {
			continue
		}
		done[k] = true
		parts := byKey[k]
		if len(parts) < 2 {
			out = append(out, c)
			continue
		}
		j := &claim{kind: c.kind, id: c.id, tr: c.tr, sign: c.sign, parts: parts, p: math.NaN(), q: math.NaN()}
		for _, p := range parts {
			j.atoms = append(j.atoms, p.atoms...)
		}
		j.est = overStrataOf(parts, len(parts), func(c *claim) tested { return tested{c.est, 1} }).est
		j.tests = strataTests(parts, strata)
		j.p = pFor(j.tests, j.sign)
		out = append(out, j)
	}
	return out
}
