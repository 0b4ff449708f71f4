package diff_test

import (
	"slices"
	"testing"

	"inquest/report/diff"
	"inquest/schemas"
)

// A clock that is an hour off puts a node's recorders outside the load. The node is then
// missing from a finding, and a reader of "2 of 2 nodes" must be able to learn why.
func TestRecorderOutsideTheLoad(t *testing.T) {
	usual := func(id, build string) *rig {
		return newRig(id, build).put("throughput", busyLoad(1000)).put("cpu.busy", busyLoad(0.5), "node-a", "node-b")
	}
	off := func(from, to float64, coverage string) feed {
		return feed{metric: "cpu.busy", signal: busyLoad(0.5), nodes: []string{"node-c"}, from: from, to: to, coverage: coverage}
	}
	good := feed{metric: "cpu.busy", signal: busyLoad(0.5), nodes: []string{"node-c"}}
	for _, x := range []struct {
		name       string
		base, head feed
		side, says string
	}{
		{"the head's clock", good, off(3600, 3900, schemas.Snapshot), "head", "a clock or a time zone that is off"},
		{"the base's clock", off(-3600, -3300, schemas.Snapshot), good, "base", "a clock or a time zone that is off"},
		{"the head's clock, said to be a history", good, off(3600, 3900, ""), "head", "a clock or a time zone that is off"},
		{"stopped early", good, off(0.001, 100, schemas.Snapshot), "head", "cover 33 % of the load"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, usual("b1", "1").add(x.base), usual("h1", "2").add(x.head))
			if !r.warned("off_load", x.says) {
				t.Errorf("no warning says %q: %v", x.says, r.Warnings)
			}
			want := diff.NotTested{Metric: "CPU busy", Reason: "no source of node-c shows the load of the " + x.side}
			if !slices.Contains(r.NotTested, want) {
				t.Errorf("not tested is %v, want %v in it", r.NotTested, want)
			}
		})
	}
	t.Run("where it should be", func(t *testing.T) {
		if r := pair(t, usual("b1", "1").add(good), usual("h1", "2").add(good)); len(r.Warnings) > 0 {
			t.Errorf("warnings without cause: %v", r.Warnings)
		}
	})
	t.Run("a second source shows the load", func(t *testing.T) {
		second := off(3600, 3900, schemas.Snapshot)
		second.format = "vmstat"
		if r := pair(t, usual("b1", "1").add(good), usual("h1", "2").add(good).add(second)); len(r.Warnings) > 0 {
			t.Errorf("warnings without cause: %v", r.Warnings)
		}
	})
}

// Recorders that are off on all nodes of both sides leave nothing to compare but the load
// generator's log: that is not silent. Samples that a collector takes after the load are no fault.
func TestAllRecordersOutsideTheLoad(t *testing.T) {
	for _, x := range []struct {
		name     string
		from, to float64
		warned   bool
	}{
		{"a zone that is off", 3600, 3900, true},
		{"taken when the zip was made", 310, 320, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			run := func(id, build string) *rig {
				return newRig(id, build).put("throughput", busyLoad(1000)).
					add(feed{metric: "cpu.busy", signal: busyLoad(0.5), from: x.from, to: x.to, coverage: schemas.Snapshot})
			}
			r := pair(t, run("b1", "1"), run("h1", "2"))
			if got := r.warned("off_load", "a clock or a time zone that is off"); got != x.warned {
				t.Errorf("warned %v, want %v: %v", got, x.warned, r.Warnings)
			}
		})
	}
}
