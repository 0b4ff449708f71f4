package diff_test

import (
	"testing"

	"inquest/report/diff"
)

// charts are those of a metric.
func (r *result) charts(metric string) (out []diff.Chart) {
	for _, c := range r.Charts {
		if c.Metric == metric {
			out = append(out, c)
		}
	}
	return out
}

// Runs a day apart are laid over each other from the start of the load, each node in a
// picture of its own, with a margin around the load and never thousands of points.
func TestCharts(t *testing.T) {
	run := func(id, build string, k float64) *rig {
		r := newRig(id, build).lasting(2000).add(feed{metric: "throughput", signal: busyLoad(1000 * k), around: 300}).put("cpu.busy", busyLoad(0.5))
		return r.put("cpu.steal", busyLoad(0.1*(3-2*k)))
	}
	r := compare(t, side{run("b1", "1", 1), run("b2", "1", 1)}, side{run("h1", "2", 0.5)})
	list := r.charts("throughput")
	if len(list) != 3 || len(r.charts("cpu.busy")) != 3 {
		t.Fatalf("%d pictures of throughput, %d of CPU; want one for each node", len(list), len(r.charts("cpu.busy")))
	}
	if len(r.charts("memory.used")) != 0 {
		t.Error("there is a picture of a metric that was not recorded")
	}
	for _, c := range list {
		if c.Title != "Throughput" || c.Unit != "per_second" || c.Instance != "sysbench" || len(c.Lines) != 3 {
			t.Errorf("picture %+v, want throughput with three lines", c)
		}
		for _, l := range c.Lines {
			if l.LoadS != 2000 || len(l.Points) > 200 || len(l.Points) < 100 || l.StepS < 10 {
				t.Errorf("%s %s: load of %g s, %d points of %g s; want 2000 s and at most 200 points", l.Side, l.Run, l.LoadS, len(l.Points), l.StepS)
			}
			first, last := *l.Points[0][0], *l.Points[len(l.Points)-1][0]
			if first < -200-l.StepS || first > 0 || last < 2000 || last > 2200+l.StepS {
				t.Errorf("%s goes from %g to %g s, want from up to a tenth before the load to a tenth after", l.Side, first, last)
			}
		}
	}
}

// A metric with a finding worth reading gets a picture; a short recording is drawn as it is.
func TestChartOfAFinding(t *testing.T) {
	run := func(id, build, sdk string, p95 float64) *rig {
		return newRig(id, build).stratum("sdk", sdk).lasting(100).put("throughput", busyLoad(1000)).put("latency.p95", busyLoad(p95))
	}
	r := compare(t, side{run("b1", "1", "x", 0.01), run("b2", "1", "y", 0.01)}, side{run("h1", "2", "x", 0.03), run("h2", "2", "y", 0.03)})
	list := r.charts("latency.p95")
	if len(list) != 6 || list[0].Stratum != "sdk=x" || list[5].Stratum != "sdk=y" {
		t.Fatalf("%d pictures, want one for each node and stratum", len(list))
	}
	for _, l := range list[0].Lines {
		if len(l.Points) != 100 || l.StepS != 1 {
			t.Errorf("%s has %d points of %g s, want the 100 samples", l.Side, len(l.Points), l.StepS)
		}
	}
}
