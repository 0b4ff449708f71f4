package diff_test

import (
	"strings"
	"testing"
)

// A node that is done and one that crawls look alike in their rate: the gauge of work left
// tells them apart.
func TestWorkThatIsLeft(t *testing.T) {
	crawl := busyLoad(1000).from(0.7, 0.1)
	head := func(left, other signal) *rig {
		g := newRig("h1", "2").put("throughput", crawl, "node-a").put("throughput", busyLoad(1000), "node-b", "node-c")
		if left != nil {
			g.put("couchbase.xdcr_changes_left_total", left, "node-a").put("couchbase.xdcr_changes_left_total", other, "node-b", "node-c")
		}
		return g
	}
	base := goal("b1", "1", busyLoad(1000)).put("couchbase.xdcr_changes_left_total", white(700, 0), "node-a").put("couchbase.xdcr_changes_left_total", white(0, 0), "node-b", "node-c")
	for _, x := range []struct {
		what        string
		left, other signal
		want        string
	}{
		{"left on the node that crawls", white(5000, 0), white(0, 0), "; half-way from there to the end, work is left only on node-a (couchbase.xdcr_changes_left_total 5000, in the base 700 by then; at the end 5000 and 700)"},
		{"left on all", white(5000, 0), white(10, 0), "work is left on node-a, node-b, node-c (couchbase.xdcr_changes_left_total 5020, in the base 700 by then; at the end 5020 and 700)"},
		{"nothing left: it is done", white(0, 0), white(0, 0), ""},
		{"no such gauge", nil, nil, ""},
	} {
		text := pair(t, base, head(x.left, x.other)).one("onset", "throughput").Text
		if x.want == "" && strings.Contains(text, "work is left") || !strings.Contains(text, x.want) {
			t.Errorf("%s: want %q in: %s", x.what, x.want, text)
		}
	}
}
