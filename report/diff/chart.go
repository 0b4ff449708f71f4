package diff

import (
	"math"
	"slices"
)

const chartPoints = 160

// chartMetrics are drawn for every loaded node.
var chartMetrics = []string{throughput, "cpu.busy"}

// charts makes the pictures: throughput and CPU of every loaded node, and every metric
// of a finding that is shown.
func (c *comparer) charts() {
	wanted := slices.Clone(chartMetrics)
	for _, f := range c.res.Findings {
		if f.FoldedInto == "" && f.Metric != "" && !slices.Contains(wanted, f.Metric) && len(wanted) < 5 && f.Severity != "note" {
			wanted = append(wanted, f.Metric)
		}
	}
	for _, p := range c.pairs {
		for _, leg := range p.legNames() {
			for _, metric := range wanted {
				for _, x := range c.cells(p, leg, metricID{metric: metric}) {
					c.res.Charts = append(c.res.Charts, chartOf(p, leg, metric, &x))
				}
			}
		}
	}
}

func chartOf(p *stratumPair, leg, metric string, x *cell) Chart {
	ch := Chart{Title: capital(title(metricID{metric: metric})), Metric: metric, Node: x.node, Leg: leg, Stratum: p.key,
		Instance: x.base[0].series.Instance, Unit: x.base[0].series.Unit}
	for _, m := range x.base {
		ch.Lines = append(ch.Lines, lineOf("base", &m))
	}
	for _, m := range x.head {
		ch.Lines = append(ch.Lines, lineOf("head", &m))
	}
	return ch
}

// lineOf draws a run from a tenth of its load before the start to a tenth after the end. Long
// recordings are averaged to chartPoints; a gap breaks the line.
func lineOf(side string, m *measured) ChartLine {
	margin := m.w.seconds() / 10
	s := samples(m.series).Window(m.w.from-margin, m.w.to+margin)
	step := s.MedianStep()
	if n := s.Len(); n > chartPoints && step > 0 {
		k := math.Ceil(float64(n) / chartPoints)
		s = s.Resample(step*k, m.w.from)
		step *= k
	}
	if math.IsNaN(step) {
		step = 0 // a single sample
	}
	line := ChartLine{Side: side, Run: m.run.ID, LoadS: m.w.seconds(), StepS: step, Points: [][2]*float64{}}
	for i, at := range s.At {
		t := math.Round((at-m.w.from)*1000) / 1000
		if i > 0 && step > 0 && at-s.At[i-1] > 2.5*step {
			line.Points = append(line.Points, [2]*float64{number(t - step), nil})
		}
		line.Points = append(line.Points, [2]*float64{number(t), number(s.Value[i])})
	}
	return line
}
