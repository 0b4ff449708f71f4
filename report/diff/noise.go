package diff

import (
	"math"
	"strings"

	"inquest/report/stats"
)

// runNoise is how much identical runs differ in a metric.
type runNoise struct {
	stats.RunNoise         // of a run's mean over its nodes
	within         float64 // variance of one node within a run; NaN when only this pair shows it
	withinDF       float64 // degrees of freedom of within
	legCorr        float64 // correlation of the legs of one run
	book           int     // earlier runs it rests on; 0: none
	own            string  // the compared run that counts with them
}

// runGroups are logarithms of runs that differ in nothing, group by group.
type runGroups struct {
	same [][]float64            // replicates of this comparison
	book map[string][][]float64 // earlier runs, by leg
}

// noise joins what replicates and earlier runs show.
func (g *runGroups) noise() stats.RunNoise {
	return stats.PoolNoise(stats.PooledNoise(g.same), bookNoise(g.book))
}

// noiseOf estimates how much identical runs differ in a metric: from the replicates of
// this comparison, pooled over builds, strata and legs, together with earlier runs of one
// build, where these are enough. what gives what is compared of one run and node, name
// says what that is.
func (c *comparer) noiseOf(name, id metricID, what property) runNoise {
	if n, ok := c.noiseCache[name]; ok {
		return n
	}
	whole, single := runGroups{book: map[string][][]float64{}}, runGroups{book: map[string][][]float64{}}
	past := map[string]bool{}
	legs, nodes := 1, 1
	for _, p := range c.pairs {
		replicated := len(p.base) > 1 || len(p.head) > 1
		if !replicated && len(c.book[p]) == 0 {
			continue
		}
		legs = max(legs, len(p.legNames()))
		for _, leg := range p.legNames() {
			cells := c.cells(p, leg, id)
			nodes = max(nodes, len(cells))
			for _, side := range []func(*cell) []measured{func(x *cell) []measured { return x.base }, func(x *cell) []measured { return x.head }} {
				all := inMostRuns(cells, side)
				whole.same = append(whole.same, runLogs(all, side, what.of))
				for i := range cells {
					single.same = append(single.same, runLogs(cells[i:i+1], side, what.of))
				}
			}
			for _, g := range c.book[p] {
				logs := g.logs(p, leg, cells, what)
				g.name(past, logs)
				whole.book[leg] = append(whole.book[leg], c.withOwn(logs, g, cells, what))
				for i := range cells {
					single.book[leg] = append(single.book[leg], c.withOwn(g.logs(p, leg, cells[i:i+1], what), g, cells[i:i+1], what))
				}
			}
		}
	}
	noise := runNoise{RunNoise: whole.noise(), within: math.NaN(), legCorr: c.legCorr}
	if bookNoise(whole.book).Known {
		noise.book, noise.own = len(past), c.ownText()
		noise.Source = strings.TrimPrefix(stats.PooledNoise(whole.same).Source+" and ", " and ") + bookSource(noise.book) + noise.own
	}
	if one := single.noise(); noise.DF > 0 && nodes > 1 {
		noise.within = math.Max(0, one.SD*one.SD-noise.SD*noise.SD) * float64(nodes) / float64(nodes-1)
		noise.withinDF = noise.DF * float64(nodes-1)
	}
	if noise.Known { // legs of one run are not so many runs
		noise.DF /= 1 + float64(legs-1)*c.legCorr*c.legCorr
	}
	if shrunk, ok := c.shrunk[name]; ok {
		noise.RunNoise = shrunk
	}
	c.noiseCache[name] = noise
	return noise
}

// runLogs are the logarithms of a metric for each run of a side, averaged over nodes.
// It is empty when a run lacks a node or a value is not positive.
func runLogs(cells []cell, side func(*cell) []measured, value func(*measured) float64) []float64 {
	if len(cells) == 0 {
		return nil
	}
	runs := len(side(&cells[0]))
	if runs < 2 {
		return nil
	}
	sum := make([]float64, runs)
	for i := range cells {
		ms := side(&cells[i])
		if len(ms) != runs {
			return nil
		}
		for j := range ms {
			v := value(&ms[j])
			if !(v > 0) || math.IsInf(v, 0) {
				return nil
			}
			sum[j] += math.Log(v) / float64(len(cells))
		}
	}
	return sum
}

// perOpNoise is noiseOf for what an operation costs.
func (c *comparer) perOpNoise(id metricID) runNoise {
	return c.noiseOf(metricID{"per_op." + id.metric, id.instance}, id, c.costOf())
}

// shrinkNoise steadies the run noise of levels, and that of spreads, which rest on few
// runs, by what the goal and resource metrics have in common. What an operation
// costs and the server's own counters differ too much in kind to share a prior with them.
func (c *comparer) shrinkNoise() {
	var ids []metricID
	seen := map[metricID]bool{}
	for _, p := range c.pairs {
		for _, leg := range p.legNames() {
			for _, id := range c.metricIDs(p, leg) {
				if tr, _ := traitsOf(id.metric); tr.role >= 0.4 && !seen[id] {
					seen[id] = true
					ids = append(ids, id)
				}
			}
		}
	}
	c.legCorr = c.legCorrelation(ids)
	c.shrunk = map[metricID]stats.RunNoise{}
	c.res.Noise = c.shrinkOver(ids, func(id metricID) metricID { return id }, levelOf)
	c.shrinkOver(ids, spreadName, c.spreadAgainstLevel())
}

// shrinkOver steadies the noise of one property of the metrics; nil when nothing gives a prior.
func (c *comparer) shrinkOver(ids []metricID, name func(metricID) metricID, what property) *NoisePrior {
	raw := make([]stats.RunNoise, len(ids))
	for i, id := range ids {
		raw[i] = c.noiseOf(name(id), id, what).RunNoise
		delete(c.noiseCache, name(id))
	}
	shrunk, prior := stats.ShrinkNoise(raw, independentOf(ids))
	if !prior.Known {
		return nil
	}
	n := 0
	for i, id := range ids {
		if shrunk[i].Known {
			c.shrunk[name(id)] = shrunk[i]
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return &NoisePrior{SD: prior.SD, DF: prior.DF, Metrics: n}
}

// independentOf is how many independent metrics the metrics of a run amount to: each family
// counts once, throughput and latency being one, and families resemble each other too.
func independentOf(ids []metricID) float64 {
	families := map[string]bool{}
	for _, id := range ids {
		tr, _ := traitsOf(id.metric)
		if tr.family == "latency" {
			tr.family = "throughput"
		}
		families[tr.family] = true
	}
	n := float64(len(families))
	return n / (1 + (n-1)*familyLikeness)
}

// familyLikeness is the correlation that is reckoned with between the run noise's variances of two families.
const familyLikeness = 0.5

// spreadName names the spread of a metric against its level.
func spreadName(id metricID) metricID { return metricID{"spread of " + id.metric, id.instance} }
