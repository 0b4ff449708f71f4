package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"inquest/report/stats"
	"inquest/report/units"
)

// drift is a change of the rig that a control shows beside a claim.
type drift struct {
	control string  // the controls and how far they moved
	cause   string  // what made them move
	net     float64 // the log ratio that is left
	ci      *[2]float64
	all     bool // nothing is left that the data can show
}

func (d *drift) text() string {
	pct := 100 * math.Expm1(d.net)
	text := d.control + ", net " + signedPct(pct)
	if ci := units.Interval(d.ci, &pct); ci != "" {
		text += " " + ci
	}
	return text
}

// overTestStrata joins the claims of several strata, those of controls and those that a
// control takes back apart: a control that moves does not replicate the change.
func (c *comparer) overTestStrata(claims []*claim, atoms []*atom) []*claim {
	c.drifts = map[*claim]*drift{}
	var join, apart []*claim
	for _, cl := range claims {
		if d := c.driftOf(cl, atoms); d != nil {
			c.drifts[cl] = d
		}
		if d := c.drifts[cl]; c.control[cl.pair] || d != nil && d.all {
			apart = append(apart, cl)
		} else {
			join = append(join, cl)
		}
	}
	return append(overStrata(join, c.testStrata()), apart...)
}

// testStrata is the number of strata that are no controls.
func (c *comparer) testStrata() int { return len(c.pairs) - len(c.control) }

// arm is one stratum's change of a metric over some legs.
type arm struct {
	est   stats.Estimate
	own   float64 // standard error within the runs
	known bool    // run noise is known
}

func armOf(atoms []*atom) arm {
	a := arm{est: overLegsOf(atoms, func(a *atom) tested { return tested{a.est, 1} }).est, known: true}
	squares := 0.0
	for _, x := range atoms {
		squares += x.own * x.own
		a.known = a.known && x.noise.Known
	}
	a.own = math.Sqrt(squares) / float64(len(atoms))
	return a
}

// driftOf is the difference in differences: what is left of a claim when the controls'
// change at the same legs is taken off, on the log scale. nil when the controls did not
// move as it did. The variance is that of both; while run noise is unknown the interval is
// of these very runs, and three minima must be left, as for any claim of one pair.
func (c *comparer) driftOf(cl *claim, atoms []*atom) *drift {
	if cl.kind != "level" || c.control[cl.pair] || !cl.allLog() {
		return nil
	}
	var control arm
	var test []*atom
	var list []string
	n, claimed := 0.0, false
	for _, p := range c.pairs {
		if !c.control[p] {
			continue
		}
		var there []*atom
		moved := false
		for _, a := range cl.atoms {
			i := slices.IndexFunc(atoms, func(x *atom) bool {
				return x.pair == p && x.kind == a.kind && x.leg == a.leg && x.id.metric == a.id.metric && x.v.allLog() && x.doubt == "" &&
					chosenInstance(x.id.metric, x.id.instance) == chosenInstance(a.id.metric, a.id.instance)
			})
			if i >= 0 {
				there = append(there, atoms[i])
				moved = moved || atoms[i].v.sign == cl.sign
				if n == 0 {
					test = append(test, a)
				}
			}
		}
		if len(there) == 0 || len(there) != len(test) {
			continue
		}
		a := armOf(there)
		if !moved || a.est.Effect*float64(cl.sign) < math.Abs(there[0].least(cl.sign, 1)) {
			return nil // a control that stands still takes nothing off
		}
		size := signedPct(100 * math.Expm1(a.est.Effect))
		if words := c.spared[p]; words != "" {
			claimed = true
			list = append(list, fmt.Sprintf("the ticket says %s of %s, and it moved too (%s)", words, p.name, size))
		} else {
			list = append(list, fmt.Sprintf("%s moved too (%s)", p.name, size))
		}
		control = control.and(a, n)
		n++
	}
	if n == 0 {
		return nil
	}
	whole := armOf(test)
	d := &drift{control: strings.Join(list, ", "), cause: "rig drift", net: whole.est.Effect - control.est.Effect}
	if claimed {
		d.cause = "rig drift, or a change that is there too"
	}
	net, k := stats.Contrast(whole.est, control.est), 1.0
	if !whole.known || !control.known {
		half := 2 * math.Hypot(whole.own, control.own)
		net.Lo, net.Hi, k = d.net-half, d.net+half, 3
	}
	d.ci = pctInterval(net.Lo, net.Hi)
	certain := net.Lo > 0 || net.Hi < 0 || math.IsNaN(net.Lo) && k > 1 // per operation there is no scatter within a run
	d.all = !certain || d.net*float64(cl.sign) < math.Abs(test[0].least(cl.sign, k))
	return d
}

// and is the mean of n controls and one more.
func (a arm) and(b arm, n float64) arm {
	if n == 0 {
		return b
	}
	w := n / (n + 1)
	out := arm{known: a.known && b.known, own: math.Hypot(w*a.own, (1-w)*b.own)}
	out.est = stats.NewEstimate(w*a.est.Effect+(1-w)*b.est.Effect, math.Hypot(w*a.est.SE, (1-w)*b.est.SE), math.Min(a.est.DF, b.est.DF))
	out.est.Log = true
	return out
}

// netOfControls lowers the grade of a claim of which the controls leave nothing.
func (c *comparer) netOfControls(cl *claim) {
	if d := c.drifts[cl]; d != nil && d.all && cl.grade != "" && cl.grade != "X" {
		cl.grade, cl.reason = "X", "the control moved as much, "+d.cause+": "+d.text()
	}
}

// driftText says beside a claim what its controls did, and of a control what the ticket says of it.
func (c *comparer) driftText(cl *claim) string {
	if d := c.drifts[cl]; d != nil {
		return "; " + d.cause + ": " + d.text()
	}
	if len(cl.parts) == 0 {
		return c.sparedText(cl.pair)
	}
	var list []string
	cause := "rig drift"
	for _, p := range cl.parts {
		if d := c.drifts[p]; d != nil {
			list = append(list, "for "+p.pair.name+" "+d.text())
			cause = d.cause // one set of controls
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "; " + cause + ": " + strings.Join(list, ", ")
}

// netEffect is the size of a claim less the drift of its controls.
func (c *comparer) netEffect(cl *claim) float64 {
	if d := c.drifts[cl]; d != nil {
		return d.net
	}
	if len(cl.parts) == 0 {
		return cl.est.Effect
	}
	sum := 0.0
	for _, p := range cl.parts {
		sum += c.netEffect(p) / float64(len(cl.parts))
	}
	return sum
}
