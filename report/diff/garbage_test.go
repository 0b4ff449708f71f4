package diff_test

import (
	"math"
	"testing"

	"inquest/schemas"
)

// Broken recordings must cost an answer, never the program: no panic, no endless loop, no
// NaN in the file. One side of each pair is well.
func TestBrokenRecordings(t *testing.T) {
	tests := []struct {
		name   string
		damage func(s *schemas.Series)
	}{
		{"a step of a billionth second", func(s *schemas.Series) { setAll(s.Step, 1e-9) }},
		{"steps of zero", func(s *schemas.Series) { setAll(s.Step, 0) }},
		{"steps that are not known", func(s *schemas.Series) { setAll(s.Step, math.NaN()) }},
		{"negative steps", func(s *schemas.Series) { setAll(s.Step, -1) }},
		{"a step of a year", func(s *schemas.Series) { setAll(s.Step, 3e7) }},
		{"endless steps", func(s *schemas.Series) { setAll(s.Step, math.Inf(1)) }},
		{"values near the largest number", func(s *schemas.Series) { setAll(s.Value, 1e308) }},
		{"one value near the largest number", func(s *schemas.Series) { s.Value[9] = 1e300 }},
		{"values near the smallest number", func(s *schemas.Series) { setAll(s.Value, 5e-324) }},
		{"values that are not known", func(s *schemas.Series) { setAll(s.Value, math.NaN()) }},
		{"endless values", func(s *schemas.Series) { setAll(s.Value, math.Inf(1)) }},
		{"negative values", func(s *schemas.Series) {
			for i := range s.Value {
				s.Value[i] *= -1
			}
		}},
		{"one endless value", func(s *schemas.Series) { s.Value[7] = math.Inf(-1) }},
		{"all samples at one instant", func(s *schemas.Series) { setAll(s.TS, s.TS[10]) }},
		{"samples in falling order", func(s *schemas.Series) {
			for i := range s.TS {
				s.TS[i] = s.TS[0] - int64(i)*1e6
			}
		}},
		{"instants at the end of time", func(s *schemas.Series) { s.TS[0], s.TS[len(s.TS)-1] = math.MinInt64, math.MaxInt64 }},
		{"a single sample", func(s *schemas.Series) { s.TS, s.Step, s.Value = s.TS[:1], s.Step[:1], s.Value[:1] }},
		{"a single sample of a tiny step", func(s *schemas.Series) {
			s.TS, s.Step, s.Value = s.TS[40:41], []float64{5e-324}, s.Value[:1]
		}},
		{"two samples without a step", func(s *schemas.Series) {
			s.TS, s.Step, s.Value = s.TS[40:42], []float64{math.NaN(), math.NaN()}, s.Value[:2]
		}},
		{"no sample", func(s *schemas.Series) { s.TS, s.Step, s.Value = nil, nil, nil }},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			run := func(id, build string, damage func(*schemas.Series), legs ...int) *rig {
				r := newRig(id, build).threads(legs...).put("throughput", busyLoad(1000)).put("cpu.busy", white(0.5, 0.1)).put("latency.p95", busyLoad(0.01)).add(feed{metric: "disk.write_await", instance: "sda", signal: busyLoad(0.01)}).
					add(feed{metric: "disk.write_rate", instance: "sda", signal: busyLoad(100)})
				for _, n := range r.run.Nodes {
					for _, s := range n.Series {
						damage(s)
					}
				}
				return r
			}
			none := func(*schemas.Series) {}
			pair(t, run("b1", "1", none), run("h1", "2", x.damage))
			pair(t, run("b2", "1", x.damage), run("h2", "2", none))
			pair(t, run("b3", "1", x.damage), run("h3", "2", x.damage))
			compare(t, // among strata and legs
				side{run("b4", "1", none, 4, 8).stratum("sdk", "x"), run("b5", "1", x.damage, 4, 8).stratum("sdk", "y")},
				side{run("h4", "2", none, 4, 8).stratum("sdk", "x"), run("h5", "2", none, 4, 8).stratum("sdk", "y"), run("h6", "2", x.damage, 4, 8).stratum("sdk", "x")})
		})
	}
}

func setAll[T any](list []T, v T) {
	for i := range list {
		list[i] = v
	}
}

// Windows of no length, turned round, or of all time.
func TestBrokenWindows(t *testing.T) {
	for _, x := range []struct{ from, to int64 }{{0, 0}, {1e6, 0}, {math.MinInt64, math.MaxInt64}, {1_700_000_000_000_000, 1_700_000_000_000_001}} {
		broken := loaded("h1", "2", 0.5)
		for _, n := range broken.run.Nodes {
			n.Legs[0].From, n.Legs[0].To = x.from, x.to
		}
		pair(t, loaded("b1", "1", 1), broken)
		pair(t, broken, broken)
	}
}

// One reading of nonsense on one node must not spoil what the others show.
func TestOneBrokenNode(t *testing.T) {
	base, head := cpuRun("b1", "1", white(0.5, 0.3)), cpuRun("h1", "2", white(0.5, 0.05))
	base.run.Nodes[2].Series[0].Value[100] = 1e300
	r := pair(t, base, head)
	f := r.one("volatility", "cpu.busy")
	r.check(f, want{direction: "lower", agree: 2, total: 3})
	near(t, "relative", f.RelativePct, -83, 5)
}
