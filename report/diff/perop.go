package diff

import (
	"math"
	"slices"
	"strings"

	"inquest/schemas"
)

// perOpOf lists the metrics that are also compared per operation, beside the
// server's own counters. Rates are fragile, ratios are not: what one operation
// costs hardly moves when the load does.
var perOpOf = []string{"cpu.busy", "process.cpu", "disk.flush_rate", "disk.write_rate", "disk.write_bytes", "disk.read_bytes"}

// rareCount is how often for each operation a server's counter must move on one side
// to be worth comparing: rarer ones count the time and the recorder, not the work.
const rareCount = 0.02

// perOp tests what an operation costs: the mean of a rate over the mean of the
// throughput of the same node, leg and window.
func (c *comparer) perOp() []*atom {
	var out []*atom
	for _, p := range c.pairs {
		for _, leg := range p.legNames() {
			work := map[string]cell{}
			for _, x := range c.cells(p, leg, metricID{metric: throughput}) {
				work[x.node] = x
			}
			if len(work) == 0 {
				continue
			}
			for _, id := range c.metricIDs(p, leg) {
				if !slices.Contains(perOpOf, id.metric) && !isInternal(id.metric) {
					continue
				}
				if a := c.perOpAtom(p, leg, id, work); a != nil {
					out = append(out, a)
				}
			}
		}
	}
	return out
}

func (c *comparer) perOpAtom(p *stratumPair, leg string, id metricID, work map[string]cell) *atom {
	var effects []effect
	for _, x := range c.cells(p, leg, id) {
		w, ok := work[x.node]
		if !ok || isInternal(id.metric) && !perOpCounter(x.base[0].series) || sameSeries(&x, &w) {
			continue
		}
		if strings.HasPrefix(id.metric, "cpu.") && !cpusKnown(&x) {
			c.notTested("per_op."+id.metric, "the number of processors of "+x.node+" is not known on both sides")
			continue
		}
		e := effect{node: x.node, cell: x, median: math.NaN(), se: math.NaN()}
		e.baseRuns, e.headRuns = ratios(x.base, w.base), ratios(x.head, w.head)
		if e.baseRuns == nil || e.headRuns == nil {
			continue
		}
		e.base, e.head = mean(e.baseRuns), mean(e.headRuns)
		if isInternal(id.metric) && max(e.base, e.head) < rareCount {
			continue
		}
		e.n = [2]int{fewest(x.base), fewest(x.head)}
		e.recorder = x.recorded()
		e.few = fewInMost(&x, &w)
		e.setSize()
		effects = append(effects, e)
	}
	if len(effects) == 0 {
		return nil
	}
	tr, _ := traitsOf("per_op." + id.metric)
	for i := range effects {
		effects[i].reached = tr.min.reached(effects[i].base, effects[i].head, 1)
	}
	perOp := metricID{"per_op." + id.metric, id.instance}
	if isChosen(id.metric) {
		perOp.instance = ""
	}
	noise := c.perOpNoise(id)
	a := c.newAtom("level", perOp, tr, p, leg, effects, noise)
	a.doubt = c.runsContradict(a)
	return a
}

// fewInMost tells whether in most pairs of runs a cost rests on too few samples.
func fewInMost(x, work *cell) bool {
	short := func(runs, work []measured, i int) bool { return min(runs[i].n, work[i%len(work)].n) < 5 }
	pairs, few := x.runPairs(), 0
	for _, p := range pairs {
		if short(x.base, work.base, p.base) || short(x.head, work.head, p.head) {
			few++
		}
	}
	return 2*few > len(pairs)
}

// cpusKnown tells whether all runs of a cell know the node's number of processors.
func cpusKnown(x *cell) bool {
	for _, m := range slices.Concat(x.base, x.head) {
		if m.node.CPUs <= 0 {
			return false
		}
	}
	return true
}

// perOpCounter tells whether a series is a rate, so that a count per operation means something.
func perOpCounter(s *schemas.Series) bool {
	return s.Rate || s.Unit == "per_second" || s.Unit == "bytes_per_second"
}

// sameSeries tells whether a metric is what the throughput was made from.
func sameSeries(x, work *cell) bool {
	return x.base[0].series.Source == work.base[0].series.Source && x.base[0].series.TS != nil &&
		x.base[0].mean == work.base[0].mean
}

// ratios divides the means of a metric by the operations of the same run. Shares of
// all processors become processor seconds.
func ratios(metric, work []measured) []float64 {
	var out []float64
	for i := range metric {
		for j := range work {
			if metric[i].run != work[j].run {
				continue
			}
			if r := perOperation(&metric[i], work[j].mean); !math.IsNaN(r) {
				out = append(out, r)
			}
		}
	}
	if len(out) != len(metric) {
		return nil
	}
	return out
}

// perOperation is the mean of m for each of so many operations a second; NaN without operations.
func perOperation(m *measured, operations float64) float64 {
	if !(operations > 0) || math.IsNaN(m.mean) {
		return math.NaN()
	}
	v := m.mean
	if strings.HasPrefix(m.series.Metric, "cpu.") {
		v *= float64(m.node.CPUs)
	}
	return v / operations
}
