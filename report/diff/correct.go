package diff

import (
	"inquest/report/stats"
)

// family is a set of tests that share one rate of false findings.
type family struct {
	kind     string
	internal bool
}

// familyOf: the levels of goals and resources are one family, so that of identical builds
// one comparison in twenty has a finding about them, and not one for goals, one for
// resources and one for odd nodes. Spreads are another. The server's own counters, of which
// there are hundreds, are families apart.
func familyOf(kind string, t traits) family {
	if kind == "outlier" {
		kind = "level"
	}
	return family{kind, t.role <= 0.2}
}

// correct turns p into q (Benjamini and Hochberg). Goals, which are few and what a
// comparison is made for, have half of the weight in their family. Metrics that were
// tested and did not move count too.
func correct(claims []*claim, atoms []*atom) {
	type test struct {
		p    float64
		goal bool
	}
	tests, groups := map[family][]test{}, map[family][]*claim{}
	type subject struct {
		kind string
		id   metricID
	}
	claimed := map[subject]bool{}
	for _, c := range claims {
		f := familyOf(c.kind, c.tr)
		groups[f] = append(groups[f], c)
		tests[f] = append(tests[f], test{c.p, c.tr.role >= 1})
		claimed[subject{c.kind, c.id}] = true
	}
	for _, a := range atoms { // what did not move, once for all legs and strata
		if s := (subject{a.kind, a.id}); !claimed[s] && a.noise.Known {
			claimed[s] = true
			f := familyOf(a.kind, a.tr)
			tests[f] = append(tests[f], test{1, a.tr.role >= 1})
		}
	}
	for f := range groups {
		p, weights := make([]float64, len(tests[f])), make([]float64, len(tests[f]))
		goals := 0
		for _, t := range tests[f] {
			if t.goal {
				goals++
			}
		}
		for i, t := range tests[f] {
			p[i], weights[i] = t.p, 1
			if rest := len(tests[f]) - goals; goals > 0 && rest > goals && t.goal {
				weights[i] = float64(rest) / float64(goals)
			}
		}
		for i, q := range stats.WeightedBenjaminiHochberg(p, weights)[:len(groups[f])] {
			groups[f][i].q = q
		}
	}
}
