package diff_test

import "testing"

// Two runs of one build tell how much identical runs differ, never that the build is worse.
func TestOneBuildAgainstItself(t *testing.T) {
	r := pair(t, loaded("r1", "1", 1), loaded("r2", "1", 0.6))
	f := r.one("noise", "throughput")
	r.check(f, want{direction: "lower", outcome: "neutral", severity: "note", agree: 3, total: 3, says: []string{"same build and settings on both sides"}})
	near(t, "pct", f.Pct, -40, 1)
	if v := r.verdicts(); len(v) != 0 {
		t.Errorf("an A/A comparison says %s: %s", v[0].Outcome, v[0].Text)
	}
}

// Every kind of finding is noise in an A/A comparison.
func TestEveryKindIsNoiseInOneBuild(t *testing.T) {
	run := func(id string, s signal, factor float64) *rig {
		return newRig(id, "1").threads(1, 4, 16, 64).put("throughput", s).
			add(feed{metric: "cpu.busy", signal: wavering(0.5, 0.05*factor, 0)}).
			add(feed{metric: "latency.p95", signal: busyLoad(0.01).from(0.8, factor)})
	}
	r := pair(t, run("r1", busyLoad(1000), 1), run("r2", busyLoad(500).from(0.7, 0.3), 3))
	if len(r.Findings) == 0 {
		t.Fatal("no finding at all, want noise")
	}
	for _, f := range r.Findings {
		if f.Kind != "noise" || f.Outcome != "neutral" {
			t.Errorf("kind %s, outcome %s, want neutral noise: %s", f.Kind, f.Outcome, f.Text)
		}
	}
}

// A label that is not known equals no other: two unlabelled runs may well be two builds.
// And one label is not one build when a setting differs.
func TestWhatIsNotAnAAComparison(t *testing.T) {
	for _, x := range []struct {
		name       string
		base, head side
	}{
		{"labels that are not known", side{loaded("r1", "", 1)}, side{loaded("r2", "", 0.6)}},
		{"a label on one side only", side{loaded("r1", "1", 1)}, side{loaded("r2", "", 0.6)}},
		{"two labels", side{loaded("r1", "1", 1)}, side{loaded("r2", "2", 0.6)}},
		{"a third build among the runs", side{loaded("r1", "1", 1), loaded("r2", "3", 1)}, side{loaded("r3", "1", 0.6), loaded("r4", "1", 0.6)}},
		{"one label and another setting", side{loaded("r1", "1", 1).set("sync_binlog", "0")}, side{loaded("r2", "1", 0.6).set("sync_binlog", "1")}},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := compare(t, x.base, x.head)
			r.check(r.one("level", "throughput"), want{direction: "lower", outcome: "worse"})
		})
	}
}

// A run against itself, and the same data under two labels, differ in nothing.
func TestIdenticalData(t *testing.T) {
	run := func(id, build string) *rig {
		return newRig(id, build).like("one").put("throughput", wavering(1000, 0.3, 0.9)).put("cpu.busy", wavering(0.5, 0.2, 0.9)).
			put("latency.p95", wavering(0.01, 0.5, 0.5)).put("mysql.Com_select", wavering(500, 0.3, 0)).
			add(feed{metric: "disk.write_rate", instance: "sda", signal: onOff(100, 7)}).
			add(feed{metric: "disk.write_await", instance: "sda", signal: wavering(0.005, 0.5, 0.2)})
	}
	same := run("r1", "1")
	for _, x := range []struct {
		name       string
		base, head side
	}{
		{"a run against itself", side{same}, side{same}},
		{"unlike labels, identical data", side{run("r1", "1")}, side{run("r2", "2")}},
		{"unlike labels, identical data, twice", side{run("r1", "1"), run("r2", "1")}, side{run("r3", "2"), run("r4", "2")}},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := compare(t, x.base, x.head)
			r.silent()
			if len(r.Findings) != 0 || r.Exit.Code != 0 || r.Coverage.Series == 0 {
				t.Errorf("%d findings, exit %v, %d series; want none, 0 and some", len(r.Findings), r.Exit, r.Coverage.Series)
			}
		})
	}
}
