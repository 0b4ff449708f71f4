package diff_test

import (
	"strings"
	"testing"

	"inquest/report/diff"
	"inquest/schemas"
)

// Settings that differ beside a goal that moved may be all there is to it.
func TestSettingsChain(t *testing.T) {
	run := func(id, build, value string, k float64, cpus, known int) *rig {
		r := loaded(id, build, k).set("sync_binlog", value)
		for _, n := range r.run.Nodes {
			n.CPUs = cpus * known
			n.Settings = append(n.Settings, schemas.Setting{Name: "cpu.count", Value: strings.Repeat("I", cpus), Scope: schemas.ScopeHardware, Source: r.source(n, "cpuinfo", "cpuinfo", "", "", "")})
		}
		return r
	}
	for _, x := range []struct {
		name       string
		base, head *rig
		state      string
		says       string
	}{
		{"other settings", run("b1", "1", "0", 1, 8, 1), run("h1", "2", "1", 0.5, 8, 1), diff.Absent, "may explain it"},
		{"fewer processors", run("b1", "1", "0", 1, 8, 1), run("h1", "2", "0", 0.5, 4, 1), diff.Seen, "fewer processors in the head may explain all of it"},
		{"processors not known", run("b1", "1", "0", 1, 8, 1), run("h1", "2", "1", 0.5, 8, 0), diff.NotMeasured, "may explain it"},
		{"no goal moved", run("b1", "1", "0", 1, 8, 1), run("h1", "2", "1", 1, 8, 1), "", ""},
		{"alike", run("b1", "1", "0", 1, 8, 1), run("h1", "2", "0", 0.5, 8, 1), "", ""},
	} {
		r := pair(t, x.base, x.head)
		ch := r.chain("settings")
		switch {
		case x.says == "" && ch != nil:
			t.Errorf("%s: unexpected: %s", x.name, ch.Text)
		case x.says == "":
		case ch == nil || !strings.Contains(ch.Text, x.says) || states(ch)["fewer processors"] != x.state:
			t.Errorf("%s: want %q and fewer processors %s: %+v", x.name, x.says, x.state, ch)
		}
	}
}

// One node of several turns, its like do not, and nodes of another role turn with it.
func TestOneNodeChain(t *testing.T) {
	run := func(id, build string, slow, follow float64, like bool) *rig {
		r := newRig(id, build, "s1", "s2", "s3", "t1", "t2").role("c1", "s1", "s2", "s3").role("c2", "t1", "t2").lasting(400)
		r.put("throughput", wavering(500, 0.03, 0.3).from(0.7, slow), "s2").put("throughput", wavering(500, 0.03, 0.3).from(0.7, follow), "t1", "t2")
		if like {
			r.put("throughput", wavering(500, 0.03, 0.3), "s1", "s3")
		}
		return r
	}
	r := pair(t, run("b1", "1", 1, 1, true), run("h1", "2", 0.2, 0.2, true))
	ch := r.chain("one node")
	if ch == nil || !strings.Contains(ch.Text, "1 of 3 nodes of c1 (s2)") || !strings.Contains(ch.Text, "t1, t2 turn at the same time") || states(ch)["the same on its like"] != diff.Absent {
		t.Fatalf("one node and its followers are not seen: %+v\n%s", ch, r.list())
	}
	if ch := pair(t, run("b1", "1", 1, 1, true), run("h1", "2", 0.2, 1, true)).chain("one node"); ch == nil || strings.Contains(ch.Text, "at the same time") {
		t.Errorf("nobody follows: %+v", ch)
	}
	all := newRig("h1", "2", "s1", "s2", "s3", "t1", "t2").role("c1", "s1", "s2", "s3").role("c2", "t1", "t2").lasting(400).put("throughput", wavering(500, 0.03, 0.3).from(0.7, 0.2))
	if ch := pair(t, run("b1", "1", 1, 1, true), all).chain("one node"); ch != nil {
		t.Errorf("all nodes turn, and yet: %s", ch.Text)
	}
	if ch := pair(t, run("b1", "1", 1, 1, false), run("h1", "2", 0.2, 1, false)).chain("one node"); ch != nil && !strings.Contains(ch.Text, "cannot tell") {
		t.Errorf("its like were not measured, and yet: %s", ch.Text)
	}
}

// A control that moves as the rest does says that it is the rig.
func TestRigChain(t *testing.T) {
	runs := func(build string, test, control float64) side {
		return side{loaded("t"+build, build, test).stratum("topology", "3"), loaded("c"+build, build, control).stratum("topology", "1")}
	}
	named := func(in *diff.Input) { in.Control = map[string]bool{"topology=1": true} }
	if ch := compare(t, runs("1", 1, 1), runs("2", 0.6, 0.6), named).chain("rig"); ch == nil || !strings.Contains(ch.Text, "the rig, not the build") {
		t.Errorf("the control moved too, and nothing says so: %+v", ch)
	}
	if ch := compare(t, runs("1", 1, 1), runs("2", 0.6, 1), named).chain("rig"); ch != nil {
		t.Errorf("the control did not move, and yet: %s", ch.Text)
	}
	if ch := compare(t, runs("1", 1, 1), runs("2", 0.6, 0.6)).chain("rig"); ch != nil {
		t.Errorf("no stratum is a control, and yet: %s", ch.Text)
	}
}

// A throughput that stays while threads are added, at one time per operation, is made one at a time.
func TestOneAtATimeChain(t *testing.T) {
	run := func(id, build string, flushes bool, ops ...float64) *rig {
		counts := []int{1, 2, 4, 8, 16}
		r := newRig(id, build).threads(counts...)
		for i, v := range ops {
			legs := []string{[]string{"t1", "t2", "t4", "t8", "t16"}[i]}
			r.add(feed{metric: "throughput", signal: busyLoad(v), legs: legs})
			if flushes {
				r.add(feed{metric: "disk.flush_rate", instance: "sda", signal: busyLoad(v), legs: legs})
			}
		}
		return r
	}
	scales := []float64{600, 1100, 2000, 3700, 7000}
	r := pair(t, run("b1", "1", true, scales...), run("h1", "2", true, 600, 620, 640, 610, 630))
	ch := r.chain("one at a time")
	if ch == nil || !strings.Contains(ch.Text, "one operation at a time, every 1.5") || states(ch)["disk flushes per operation constant"] != diff.Seen {
		t.Fatalf("a flat curve is not seen: %+v\n%s", ch, r.list())
	}
	if ch := pair(t, run("b1", "1", false, scales...), run("h1", "2", false, 600, 620, 640, 610, 630)).chain("one at a time"); ch == nil || states(ch)["disk flushes per operation constant"] != diff.NotMeasured {
		t.Errorf("flushes were not measured: %+v", ch)
	}
	for name, head := range map[string][]float64{"scales too": {300, 550, 1000, 1850, 3500}, "without order": {600, 1300, 500, 1400, 620}} {
		if ch := pair(t, run("b1", "1", true, scales...), run("h1", "2", true, head...)).chain("one at a time"); ch != nil {
			t.Errorf("%s, and yet: %s", name, ch.Text)
		}
	}
}
