package generate

import (
	"math"
	"reflect"
	"testing"
)

// spec is the default one with what change does to it.
func spec(change func(*Spec)) *Spec {
	s := Default()
	s.Nodes, s.Seconds = 2, 120
	change(s)
	return s
}

func runs(t testing.TB, s *Spec) []*Run {
	t.Helper()
	list, err := s.Runs()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestFactors: over many runs the sd of log level is what the spec says, for all four
// series, and the draws correlate as it says.
func TestFactors(t *testing.T) {
	s := spec(func(s *Spec) {
		s.Base.Runs, s.Head.Runs, s.Nodes, s.Seconds = 1000, 0, 1, 1
		s.NoisePct, s.NodeSDPct, s.RunSDPct, s.RunCorrelation = 0, 0, 5, 0.7
	})
	logs := make([][]float64, families)
	for _, r := range runs(t, s) {
		l := r.model()[0].loads[0]
		for f, v := range [families]float64{l.tps[0], l.busy[0], l.latency[0], l.writes[0]} {
			logs[f] = append(logs[f], math.Log(v))
		}
	}
	for f, name := range Metrics() {
		if sd := math.Sqrt(product(logs[f], logs[f])); math.Abs(sd-0.05) > 0.005 {
			t.Errorf("%s: sd of log level %.4f, want 0.05", name, sd)
		}
		if f != throughput {
			got := product(logs[f], logs[throughput]) / math.Sqrt(product(logs[f], logs[f])*product(logs[throughput], logs[throughput]))
			if want := 0.7 * signs[f]; math.Abs(got-want) > 0.07 {
				t.Errorf("%s correlates with throughput by %.3f, want %.3f", name, got, want)
			}
		}
	}
}

// product is the covariance of two lists.
func product(x, y []float64) float64 {
	n, mx, my, p := float64(len(x)), 0.0, 0.0, 0.0
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	for i := range x {
		p += (x[i] - mx) * (y[i] - my) / (n - 1)
	}
	return p
}

// TestNoise: over many series the relative sd and the mean are the spec's, under every
// process. Two sawtooths keep their phases, so it takes nodes rather than seconds.
func TestNoise(t *testing.T) {
	for _, process := range Processes() {
		for _, factor := range []float64{1, 2} {
			s := spec(func(s *Spec) {
				s.Process, s.Phi, s.Nodes, s.Seconds, s.RunSDPct, s.NodeSDPct = process, 0.8, 100, 2_000, 0, 0
				s.Base.Runs, s.Head.Runs = 1, 1
				if factor != 1 {
					for _, m := range Metrics() {
						s.Effects = append(s.Effects, Effect{Kind: "volatility", Metric: m, Factor: factor})
					}
				}
			})
			r := runs(t, s)[1]
			level := r.levels(&leg{threads: 16}, 0, r.effectsOn(nodeName(0), 16))
			var all [families][]float64
			for _, l := range r.model()[0].loads {
				for f, v := range [families][]float64{l.tps, l.busy, l.latency, l.writes} {
					all[f] = append(all[f], v...)
				}
			}
			for f, name := range Metrics() {
				mean := sum(all[f]) / float64(len(all[f]))
				if off := mean/level[f] - 1; math.Abs(off) > 0.012 {
					t.Errorf("%s x%v: %s has mean %v, level %v", process, factor, name, mean, level[f])
				}
				if cv := math.Sqrt(product(all[f], all[f])) / mean; math.Abs(cv/(0.1*factor)-1) > 0.06 {
					t.Errorf("%s x%v: %s has relative sd %.4f, want %.2f", process, factor, name, cv, 0.1*factor)
				}
			}
		}
	}
}

// TestEffectsChangeWhatTheySay: the same seed with and without an effect differs second
// by second by the effect and by nothing else, and the base not at all.
func TestEffectsChangeWhatTheySay(t *testing.T) {
	plain := runs(t, spec(func(*Spec) {}))
	for _, c := range []struct {
		effect Effect
		want   [families]float64 // factor of head run 1, node-1
		other  [families]float64 // of head run 2, node-2
	}{
		{Effect{Kind: "level", Pct: -30}, [families]float64{0.7, 0.7, 1 / 0.7, 0.7}, [families]float64{0.7, 0.7, 1 / 0.7, 0.7}},
		{Effect{Kind: "level", Metric: "cpu", Pct: 20}, [families]float64{1, 1.2, 1, 1}, [families]float64{1, 1.2, 1, 1}},
		{Effect{Kind: "level", Metric: "latency", Pct: 50, Runs: []int{1}}, [families]float64{1, 1, 1.5, 1}, [families]float64{1, 1, 1, 1}},
		{Effect{Kind: "node", Metric: "disk", Pct: 40, Nodes: []string{"node-2"}}, [families]float64{1, 1, 1, 1}, [families]float64{1, 1, 1, 1.4}},
		{Effect{Kind: "level", Pct: -30, Side: "base"}, [families]float64{1, 1, 1, 1}, [families]float64{1, 1, 1, 1}},
	} {
		changed := runs(t, spec(func(s *Spec) { s.Effects = []Effect{c.effect} }))
		check := func(i, node int, want [families]float64) {
			x, y := plain[i].model()[0].loads[node], changed[i].model()[0].loads[node]
			for f, pair := range [families][2][]float64{{x.tps, y.tps}, {x.busy, y.busy}, {x.latency, y.latency}, {x.writes, y.writes}} {
				for k := range pair[0] {
					if got := pair[1][k] / pair[0][k]; math.Abs(got-want[f]) > 1e-9 {
						t.Errorf("%+v: run %s, second %d, %s is %v times, want %v", c.effect, plain[i].ID, k, Metrics()[f], got, want[f])
						break
					}
				}
			}
		}
		check(2, 0, c.want)
		check(3, 1, c.other)
		if c.effect.Side == "" {
			check(0, 0, [families]float64{1, 1, 1, 1})
			for _, node := range plain[0].Nodes() {
				if !reflect.DeepEqual(plain[0].Files(node), changed[0].Files(node)) {
					t.Errorf("%+v: the files of the base have changed", c.effect)
				}
			}
		}
	}
}

// TestCollapse: the work is done, later than without; the rate falls where it should.
func TestCollapse(t *testing.T) {
	s := spec(func(s *Spec) {
		s.Work, s.NoisePct, s.RunSDPct, s.NodeSDPct = WorkFixed, 0, 0, 0
		s.Seconds = 1000
		s.Effects = []Effect{{Kind: "collapse", Pct: -80, AtWorkPct: 90}}
	})
	list := runs(t, s)
	base, head := list[0].model()[0].loads[0], list[2].model()[0].loads[0]
	if base.seconds() != 1000 || head.seconds() != 1400 {
		t.Errorf("the base lasts %d s, the head %d s; want 1000 and 900 + 100/0.2", base.seconds(), head.seconds())
	}
	if before, after := head.tps[899], head.tps[900]; before != 2000 || math.Abs(after-400) > 1e-9 {
		t.Errorf("rate %v before and %v after 90 %% of the work; want 2000 and 400", before, after)
	}
	if list[2].Cut() {
		t.Error("the head is said to be cut")
	}
	s.Effects[0].Pct = -99 // 900 s and 100 x 100 s are less than 20 x 1000 s; from half on it is more
	s.Effects[0].AtWorkPct = 50
	if list = runs(t, s); list[0].Cut() || !list[2].Cut() || list[2].model()[0].loads[0].seconds() != 20_000 {
		t.Error("half of the work at 1 % of the rate: want a run that is cut at 20000 s")
	}
	if got := sum(head.tps); math.Abs(got-2e6) > 2000 {
		t.Errorf("the head has done %v operations, want 2 million", got)
	}
}

// TestCurves: operations over thread counts under elasticity, flat and offset.
func TestCurves(t *testing.T) {
	curve := func(e ...Effect) []float64 {
		s := spec(func(s *Spec) {
			s.Threads, s.NoisePct, s.RunSDPct, s.NodeSDPct, s.Effects = []int{1, 10, 100}, 0, 0, 0, e
			s.Levels.Elasticity = 0.5
		})
		var out []float64
		for _, l := range runs(t, s)[2].model() {
			out = append(out, math.Round(l.loads[0].tps[0]*1000)/1000)
		}
		return out
	}
	for _, c := range []struct {
		effects []Effect
		want    []float64
	}{
		{nil, []float64{200, 632.456, 2000}},
		{[]Effect{{Kind: "flat"}}, []float64{200, 200, 200}},
		{[]Effect{{Kind: "flat", Elasticity: 1}}, []float64{200, 2000, 20000}},
		{[]Effect{{Kind: "offset", Pct: -50}}, []float64{100, 316.228, 1000}},
		{[]Effect{{Kind: "level", Pct: -50, Legs: []int{10}}}, []float64{200, 316.228, 2000}},
	} {
		if got := curve(c.effects...); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.effects, got, c.want)
		}
	}
}
