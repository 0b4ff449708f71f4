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
			run := func(id, build string, damage func(*schemas.Series)) *rig {
				r := loaded(id, build, 1).put("latency.p95", busyLoad(0.01)).add(feed{metric: "disk.write_await", instance: "sda", signal: busyLoad(0.01)}).
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
