package diff_test

import (
	"testing"

	"inquest/schemas"
)

// counted records a counter as the server shows it: a number that grows since its start.
// what may change a reading (sample, value) or leave it out.
func counted(r *rig, metric string, perSecond float64, what func(i int, v float64) (float64, bool)) *rig {
	r.ready()
	for _, n := range r.run.Nodes {
		rows := &schemas.Rows{}
		key := &schemas.StatKey{Metric: metric, Kind: schemas.Counter, Unit: "count"}
		src := r.source(n, toolOf(metric), "status.txt", n.Legs[0].Name, "", "")
		for i := range 321 {
			v, kept := what(i, 1e6+perSecond*float64(i))
			if kept {
				rows.Stats = append(rows.Stats, schemas.Stat{TS: n.Legs[0].From + int64(i-10)*1e6, Key: key, Value: v, StepS: 1, Source: src})
			}
		}
		n.Series = append(n.Series, schemas.SeriesOf(rows, "")...)
	}
	return r
}

func asIs(_ int, v float64) (float64, bool) { return v, true }

// A server that restarts counts from zero again; a recorder that hangs has no samples.
// Neither is a loss, and neither is a throughput below zero.
func TestCountersThatResetAndGaps(t *testing.T) {
	tests := []struct {
		name string
		what func(i int, v float64) (float64, bool)
	}{
		{"a restart in the middle", func(i int, v float64) (float64, bool) {
			if i >= 150 {
				return v - 1e6 - 149*1000, true
			}
			return v, true
		}},
		{"two restarts", func(i int, v float64) (float64, bool) {
			switch {
			case i >= 250:
				return v - 1e6 - 249*1000, true
			case i >= 100:
				return v - 1e6 - 99*1000, true
			}
			return v, true
		}},
		{"a minute without samples", func(i int, v float64) (float64, bool) { return v, i < 100 || i > 160 }},
		{"every fourth sample lost", func(i int, v float64) (float64, bool) { return v, i%4 != 0 }},
		{"samples at the ends lost", func(i int, v float64) (float64, bool) { return v, i > 20 && i < 300 }},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			base := counted(newRig("b1", "1").put("cpu.busy", busyLoad(0.5)), "mysql.Com_update", 1000, asIs)
			head := counted(newRig("h1", "2").put("cpu.busy", busyLoad(0.5)), "mysql.Com_update", 1000, x.what)
			r := pair(t, base, head)
			for _, f := range r.Findings {
				if f.Kind != "volatility" {
					t.Errorf("unexpected finding: [%s] %s", f.Grade, f.Text)
				}
			}
			for _, c := range r.Charts {
				if c.Metric != "throughput" {
					continue
				}
				for _, l := range c.Lines {
					for _, p := range l.Points {
						if p[1] != nil && (*p[1] < 0 || *p[1] > 2100) {
							t.Fatalf("%s shows %g/s at %g s, want about 1000", l.Side, *p[1], *p[0])
						}
					}
				}
			}
		})
	}
}

// A real loss is measured right across a reset and a gap.
func TestLossAcrossAResetAndAGap(t *testing.T) {
	base := counted(newRig("b1", "1"), "mysql.Com_update", 1000, asIs)
	head := counted(newRig("h1", "2"), "mysql.Com_update", 700, func(i int, v float64) (float64, bool) {
		if i >= 150 {
			v -= 1e6 + 149*700
		}
		return v, i < 200 || i > 240
	})
	f := pair(t, base, head).one("level", "throughput")
	near(t, "pct", f.Pct, -30, 0.5)
	near(t, "head", f.Head, 700, 3)
	if f.Instance != "updates applied" {
		t.Errorf("the source is %q, want updates applied", f.Instance)
	}
}

// A gap stays a gap in the picture.
func TestGapBreaksTheLine(t *testing.T) {
	r := pair(t, counted(newRig("b1", "1"), "mysql.Com_update", 1000, asIs),
		counted(newRig("h1", "2"), "mysql.Com_update", 1000, func(i int, v float64) (float64, bool) { return v, i < 100 || i > 160 }))
	breaks := map[string]int{}
	for _, c := range r.Charts {
		for _, l := range c.Lines {
			for _, p := range l.Points {
				if p[1] == nil {
					breaks[l.Side]++
				}
			}
		}
	}
	if breaks["base"] != 0 || breaks["head"] != 3 {
		t.Errorf("the lines are broken %v times, want once on each of the head's 3 nodes", breaks)
	}
}

// A work counter that began again is said, with the work summed over that.
func TestWorkCounterThatBeganAgain(t *testing.T) {
	run := func(id, build string) *rig {
		return newRig(id, build).add(feed{metric: "couchbase.xdcr_docs_written_total", signal: steady(100)})
	}
	head := run("h1", "2")
	s := head.run.Nodes[1].Series[0]
	s.Resets = []int64{s.TS[82]}
	r := pair(t, run("b1", "1"), head)
	if !r.warned("counter_reset", "of node node-b in run h1 began again 83 s after the load did; its work is summed over that: 30000 in all") {
		t.Errorf("warnings are %v, want the reset of node-b", r.Warnings)
	}
	r.silent()
}
