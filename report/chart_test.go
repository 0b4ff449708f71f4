package report

import (
	"math"
	"strings"
	"testing"

	"inquest/report/diff"
)

func TestThinKeepsPeaksAndGaps(t *testing.T) {
	points := series(1, 3600, 1, 100, 0.1, 0, false)
	points[1000][1] = num(9999)
	points[2000][1] = num(-5)
	points[2500][1] = nil
	got := thinLine(points, 240)
	if len(got) > 260 {
		t.Errorf("%d points of %d, want about 240", len(got), len(points))
	}
	low, high, gaps := math.Inf(1), math.Inf(-1), 0
	for i, p := range got {
		if p[1] == nil {
			gaps++
			continue
		}
		low, high = math.Min(low, *p[1]), math.Max(high, *p[1])
		if i > 0 && *p[0] <= *got[i-1][0] {
			t.Fatalf("time goes back at %v", *p[0])
		}
	}
	if low != -5 || high != 9999 || gaps != 1 {
		t.Errorf("least %v, greatest %v, %d gaps; want -5, 9999, 1", low, high, gaps)
	}
	if points[1000][1] == got[0][1] || *points[0][1] == 0 {
		t.Error("the points given were changed")
	}
	if same := thinLine(points[:100], 240); len(same) != 100 {
		t.Errorf("a short line lost points: %d of 100", len(same))
	}
}

func TestPathBreaksAtGaps(t *testing.T) {
	a := axes{t0: 0, t1: 10, low: 0, high: 10}
	got := a.path([][2]*float64{{num(0), num(0)}, {num(5), num(5)}, {num(6), nil}, {num(7), num(10)}, {nil, nil}, {num(9), num(0)}, {num(10), num(0)}})
	if want := "M50 104L171 56M219.4 8h.1M267.8 104L292 104"; got != want {
		t.Errorf("path = %q, want %q", got, want)
	}
}

func TestAxesAreShared(t *testing.T) {
	charts := []diff.Chart{
		{Metric: "m", Node: "a", Unit: "ratio", Lines: []diff.ChartLine{{Side: "base", LoadS: 100, Points: [][2]*float64{{num(-5), num(0.1)}, {num(90), num(0.131)}}}}},
		{Metric: "m", Node: "b", Unit: "ratio", Lines: []diff.ChartLine{{Side: "head", LoadS: 120, Points: [][2]*float64{{num(0), num(0.02)}}}}},
	}
	g := chartGroups(charts, []string{"b"})
	if len(g) != 1 || len(g[0].Charts) != 2 {
		t.Fatalf("groups: %+v", g)
	}
	for _, p := range g[0].Charts {
		if p.Grid[0].Label != "15 %" || p.TimeFrom != "-5 s" || p.TimeTo != "120 s" {
			t.Errorf("%s: axis to %s, %s to %s", p.Node, p.Grid[0].Label, p.TimeFrom, p.TimeTo)
		}
	}
	if n := g[0].Charts[1].Note; n != "idle, no base samples" {
		t.Errorf("note of the idle node: %q", n)
	}
	if d := g[0].Charts[0].Desc; !strings.Contains(d, "base: 10.0 to 13.1 %") || !strings.Contains(d, "base load lasts 100 s") {
		t.Errorf("description: %q", d)
	}
}

func TestNiceCeil(t *testing.T) {
	for in, want := range map[float64]float64{0: 0, -1: 0, 1: 1, 13.1: 15, 0.0007: 0.0008, 9146: 10000, 2650: 3000} {
		if got := niceCeil(in); math.Abs(got-want) > want*1e-9 {
			t.Errorf("niceCeil(%v) = %v, want %v", in, got, want)
		}
	}
}
