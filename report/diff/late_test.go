package diff_test

import (
	"testing"

	"inquest/report/diff"
)

func lateWarnings(r *diff.Result) (out []diff.Warning) {
	for _, w := range r.Warnings {
		if w.Kind == "changes_late" {
			out = append(out, w)
		}
	}
	return out
}

// Both builds fall by half at three quarters of the load: no finding says so, a warning of
// each run does. Where only the head falls, its onset says it already.
func TestChangesLate(t *testing.T) {
	run := func(id, build string, at, factor float64) *rig {
		return newRig(id, build).lasting(600).put("throughput", wavering(1000, 0.04, 0.5).from(at, factor))
	}
	both := lateWarnings(pair(t, run("b1", "1", 0.75, 0.5), run("h1", "2", 0.75, 0.5)).Result)
	if len(both) != 2 || both[0].Artifact != "b1" || both[1].Artifact != "h1" || !contains(both[0].Text, "run b1 changes beyond the middle") {
		t.Errorf("warnings %+v, want one of each run", both)
	}
	if none := lateWarnings(pair(t, run("b1", "1", 0, 1), run("h1", "2", 0, 1)).Result); len(none) > 0 {
		t.Errorf("steady runs are said to change late: %+v", none)
	}
	r := pair(t, run("b1", "1", 0, 1), run("h1", "2", 0.75, 0.5))
	r.one("onset", "throughput")
	if twice := lateWarnings(r.Result); len(twice) > 0 {
		t.Errorf("the onset is told twice: %+v", twice)
	}
}
