package diff

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"inquest/report/stats"
)

// MetricNoise is the run noise of one metric of a test.
type MetricNoise struct {
	Metric string  `json:"metric"`
	Spread bool    `json:"spread"` // of the spread against the level, not of the level
	SDPct  float64 `json:"sd_pct"` // standard deviation of the logarithm of one run, times 100
	DF     float64 `json:"df"`
	Runs   int     `json:"runs"`
	// Smallest are the changes that 1, 2 and 3 runs a side can show, per cent upwards: see
	// [stats.RunNoise.SmallestDetectable].
	Smallest [3]float64 `json:"smallest_detectable_pct"`
}

// tabled are the metrics of a noise table.
var tabled = []string{"throughput", "latency.mean", "latency.p50", "latency.p95", "latency.p99", "cpu.busy", "cpu.user", "cpu.system", "cpu.iowait",
	"disk.util", "disk.write_bytes", "disk.write_rate", "disk.write_await", "disk.read_bytes", "memory.used"}

// NoiseTable gives the run noise of the goal and resource metrics of a test from runs of
// one stratum, as [Compare] would take it from its noise book. Metrics whose noise is
// not known are left out.
func NoiseTable(runs []*BookRun) []MetricNoise {
	byRun := map[*Run]*BookRun{}
	var all []*Run
	for _, b := range runs {
		byRun[b.run] = b
		all = append(all, b.run)
	}
	var groups []bookGroup
	for _, g := range alikeGroups(all, nil) {
		var bg bookGroup
		for _, r := range g {
			bg = append(bg, byRun[r])
		}
		groups = append(groups, bg)
	}
	var out []MetricNoise
	sum, weight := 0.0, 0.0 // the legs' likeness, over all metrics
	legs := 1
	for _, metric := range tabled {
		for _, spread := range []bool{false, true} {
			if tr, _ := traitsOf(metric); spread && !tr.spread {
				continue
			}
			byLeg, counted := tableLogs(groups, metric, spread)
			legs = max(legs, len(byLeg))
			for i := range groups {
				var logs [][]float64
				for _, leg := range slices.Sorted(maps.Keys(byLeg)) {
					if x := byLeg[leg][i]; !slices.ContainsFunc(x, math.IsNaN) {
						logs = append(logs, x)
					}
				}
				if r, n := legLikeness(logs); !spread && n > 1 && !math.IsNaN(r) {
					sum, weight = sum+float64(n)*r-1, weight+float64(n-1)
				}
			}
			if n := bookNoise(byLeg); n.Known {
				out = append(out, MetricNoise{Metric: metric, Spread: spread, SDPct: 100 * n.SD, DF: n.DF, Runs: counted})
			}
		}
	}
	corr := minLegCorrelation
	if weight > 0 {
		corr = math.Min(1, math.Max(corr, sum/weight))
	}
	for i := range out {
		n := &out[i]
		n.DF /= 1 + float64(legs-1)*corr*corr
		noise := stats.RunNoise{SD: n.SDPct / 100, DF: n.DF, Known: true}
		for k := range n.Smallest {
			n.Smallest[k] = 100 * math.Expm1(noise.SmallestDetectable(k+1, k+1))
		}
	}
	return out
}

// tableLogs are the logarithms of one metric over the nodes, by leg and group, and the
// number of runs that have them.
func tableLogs(groups []bookGroup, metric string, spread bool) (byLeg map[string][][]float64, runs int) {
	type place struct{ node, leg string }
	have := map[place]map[bookKey]int{}
	for _, g := range groups {
		for _, b := range g {
			legs := legsOf([]*Run{b.run})
			for k, v := range b.values {
				if k.metric != metric || !(v.mean > 0) || !legs[k.leg] {
					continue
				}
				at := place{k.node, k.leg}
				if have[at] == nil {
					have[at] = map[bookKey]int{}
				}
				have[at][k]++
			}
		}
	}
	nodes := map[string][]bookKey{} // by leg
	for at, keys := range have {
		best := slices.MinFunc(slices.Collect(maps.Keys(keys)), func(a, b bookKey) int {
			return cmp.Or(keys[b]-keys[a], goalRank(a.instance)-goalRank(b.instance), toolRank(a.format)-toolRank(b.format),
				cmp.Compare(a.instance, b.instance), cmp.Compare(a.format, b.format))
		})
		nodes[at.leg] = append(nodes[at.leg], best)
	}
	byLeg = map[string][][]float64{}
	named := map[string]bool{}
	for leg, keys := range nodes {
		slices.SortFunc(keys, func(a, b bookKey) int { return cmp.Compare(a.node, b.node) })
		for _, g := range groups {
			logs := make([]float64, len(g))
			for i, b := range g {
				for _, k := range keys {
					v, ok := b.values[k]
					x := v.mean
					if spread {
						x = v.spread
					}
					if !ok || !(x > 0) || math.IsInf(x, 0) {
						x = math.NaN()
					}
					logs[i] += math.Log(x) / float64(len(keys))
				}
			}
			g.name(named, logs)
			byLeg[leg] = append(byLeg[leg], logs)
		}
	}
	return byLeg, len(named)
}

// goalRank orders the sources of throughput: load generators first.
func goalRank(instance string) int {
	for i, g := range goalSources {
		if g.name == instance {
			return i + 1
		}
	}
	return 0
}
