package diff

import (
	"math"
	"slices"

	"inquest/report/stats"
)

// legCorrelation is the least correlation between the legs of one run that is reckoned
// with when legs are averaged: they share the run, so they are not so many runs.
const legCorrelation = 0.2

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
	weak   []*atom      // moved this way, but alone within what identical runs do
	parts  []*claim     // of the strata, when there are several
	est    stats.Estimate
	p, q   float64
	grade  string
	reason string // why the grade is X
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

// estimate averages the atoms. With known run noise the variance is that of the noise,
// lessened by the number of legs as far as they are independent, plus the nodes' own.
func (c *claim) estimate() {
	noise := c.atoms[0].noise
	n := float64(len(c.atoms))
	sum, nodes := 0.0, 0.0
	for _, a := range c.atoms {
		sum += a.est.Effect
		if noise.Known && a.noise.Known {
			own := a.est.SE*a.est.SE - noise.SD*noise.SD*perRun(a.runs)
			nodes += math.Max(0, own)
		} else {
			noise.Known = false
		}
	}
	c.est = stats.Estimate{Effect: sum / n, SE: math.NaN(), P: math.NaN(), Lo: math.NaN(), Hi: math.NaN(), Log: true}
	c.p, c.q = math.NaN(), math.NaN()
	if !noise.Known {
		return
	}
	if len(c.atoms) == 1 {
		c.est, c.p = c.atoms[0].est, c.atoms[0].est.P
		return
	}
	shared := noise.SD * noise.SD * perRun(c.atoms[0].runs) * (1 + (n-1)*legCorrelation) / n
	c.est = stats.NewEstimate(sum/n, math.Sqrt(shared+nodes/n/n), noise.DF)
	c.est.Log = true
	c.p = c.est.P
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
		var effects []float64
		se, df, known := 0.0, math.Inf(1), true
		for _, p := range parts {
			j.atoms = append(j.atoms, p.atoms...)
			effects = append(effects, p.est.Effect)
			se += p.est.SE * p.est.SE
			df = math.Min(df, p.est.DF)
			known = known && !math.IsNaN(p.p)
		}
		j.est = stats.Estimate{Effect: mean(effects), SE: math.NaN(), P: math.NaN(), Lo: math.NaN(), Hi: math.NaN(), Log: true}
		if known {
			j.est = stats.NewEstimate(mean(effects), math.Sqrt(se)/float64(len(parts)), df)
			j.est.Log = true
			j.p = j.est.P
		}
		out = append(out, j)
	}
	return out
}

// correct turns p into q, for goal, resource and internal metrics apart and for each kind.
// What was tested and did not move counts too.
func correct(claims []*claim, atoms []*atom) {
	type family struct {
		kind string
		role int
	}
	of := func(kind string, t traits) family {
		switch {
		case t.role >= 1:
			return family{kind, 0}
		case t.role <= 0.2:
			return family{kind, 2}
		}
		return family{kind, 1}
	}
	groups := map[family][]*claim{}
	for _, c := range claims {
		groups[of(c.kind, c.tr)] = append(groups[of(c.kind, c.tr)], c)
	}
	for f, group := range groups {
		p := make([]float64, 0, len(group))
		in := map[*atom]bool{}
		for _, c := range group {
			p = append(p, c.p)
			for _, a := range c.atoms {
				in[a] = true
			}
		}
		for _, a := range atoms { // metrics without a claim
			if of(a.kind, a.tr) == f && !in[a] && !slices.ContainsFunc(group, func(c *claim) bool { return c.id == a.id }) {
				p = append(p, a.est.P)
			}
		}
		q := stats.BenjaminiHochberg(p)
		for i, c := range group {
			c.q = q[i]
		}
	}
}
