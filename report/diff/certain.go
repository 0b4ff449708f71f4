package diff

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"inquest/report/stats"
)

// certain tells whether a change of unknown run noise is k standard errors of what these
// runs show: of the scatter within them, and over the nodes of each leg, those that did
// not move included. That nodes which moved one way moved one way is no news.
func (c *claim) certain(k float64) bool {
	own, effect, scatter := 0.0, 0.0, 0.0
	for _, a := range c.atoms {
		if !math.IsNaN(a.own) {
			own += a.own * a.own
		}
		mean, se := a.overAll()
		effect, scatter = effect+mean, scatter+se*se
	}
	n := float64(len(c.atoms))
	if !(math.Abs(c.est.Effect) > k*math.Sqrt(own)/n) {
		return false
	}
	return c.kind == "outlier" || float64(c.sign)*effect > k*math.Sqrt(scatter)
}

// overAll is the mean change over the nodes that were tested, of the roles in which any
// moved, and its standard error by how far they differ; 0 for a single node.
func (a *atom) overAll() (mean, se float64) {
	roles := map[string]bool{}
	for i := range a.v.part {
		roles[a.v.part[i].cell.role()] = true
	}
	var sizes []float64
	for i := range a.v.effects {
		if e := &a.v.effects[i]; !e.untested && (len(roles) == 0 || roles[e.cell.role()]) {
			sizes = append(sizes, e.size)
		}
	}
	mean = stat.Mean(sizes, nil)
	if len(sizes) > 1 {
		se = stats.SD(sizes) / math.Sqrt(float64(len(sizes)))
	}
	return mean, se
}

// role is the part that the node plays.
func (x *cell) role() string {
	if len(x.base) == 0 {
		return ""
	}
	return x.base[0].node.Role
}

// beyondLegs tells whether a change of one pair of runs stands out of how far its legs
// differ among themselves, since legs are run one after the other: from the legs that did not
// move so, where there are three, else from what scatters about a straight line over the
// factor of the legs. Under four legs nobody can tell; and a change by half or more is not
// asked, as builds do cross over from one leg to another.
func (c *claim) beyondLegs() bool {
	if c.pair == nil || c.kind == "outlier" || len(c.atoms)+len(c.still) < 4 || !c.allLog() || math.Abs(c.est.Effect) > math.Log(crossOver) {
		return true
	}
	var sd, df float64
	if len(c.still) >= 3 {
		for _, a := range c.still {
			mean, _ := a.overAll()
			sd += mean * mean
		}
		df = float64(len(c.still))
		sd = math.Sqrt(sd / df)
	} else {
		sd, df = c.aboutLine()
	}
	limit := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(0.975) * sd / math.Sqrt(float64(len(c.atoms)))
	return !(math.Abs(c.est.Effect) <= limit)
}

// crossOver is the change from which on legs need not be alike.
const crossOver = 1.5

// aboutLine is how far legs are from a straight line over the logarithm of their factor,
// with its degrees of freedom.
func (c *claim) aboutLine() (sd, df float64) {
	_, values := factorOf(c.pair)
	var x, y []float64
	for i, a := range append(append([]*atom{}, c.atoms...), c.still...) {
		at, err := strconv.ParseFloat(values[a.leg], 64)
		if err != nil || !(at > 0) {
			at = float64(i + 1)
		}
		mean, _ := a.overAll()
		x, y = append(x, math.Log(at)), append(y, mean)
	}
	alpha, beta := stat.LinearRegression(x, y, nil, false)
	for i := range x {
		d := y[i] - alpha - beta*x[i]
		sd += d * d
	}
	df = float64(len(x) - 2)
	return math.Sqrt(sd / df), df
}
