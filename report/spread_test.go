package report

import (
	"strings"
	"testing"

	"inquest/report/diff"
)

// The spread of a ratio is in points, and called a spread, also where it is noise.
func TestSpreadInPoints(t *testing.T) {
	base, head, pct := 0.0439, 0.0792, 220.0
	for _, kind := range []string{"volatility", "noise"} {
		f := &diff.Finding{Kind: kind, Metric: "cpu.busy", Unit: "ratio", Base: &base, Head: &head, Pct: &pct, RelativePct: &pct, Aspects: []string{"sd"}}
		if line := effectOf(f, " -> ").line(); !strings.Contains(line, "spread 4.39 -> 7.92 points") {
			t.Errorf("%s: %s", kind, line)
		}
	}
}
