package fetch

import (
	"math"
	"slices"
)

// Trends want three versions; no table has more columns or versions of interest
// than these.
const (
	minTrend    = 3
	maxTrends   = 64
	maxVersions = 256
)

// addTrends follows each column over the versions of each branch.
func (c *curveTable) addTrends(s *PlanSweep) {
	if len(c.series) > maxVersions {
		return
	}
	lines := c.branches()
	if !slices.ContainsFunc(lines, func(l branchLine) bool { return len(l.at) >= minTrend }) {
		return
	}
	for _, l := range lines {
		if len(l.at) < minTrend {
			b := PlanBranch{Branch: l.branch}
			for _, k := range l.at {
				b.Builds = append(b.Builds, c.series[k].label)
			}
			s.Branches = append(s.Branches, b)
			continue
		}
		for i := range c.xs {
			if t := c.trend(&l, i); t.known() > 1 && len(s.Trends) < maxTrends {
				s.Trends = append(s.Trends, t)
			}
		}
	}
}

// trend looks for a step in the column i that lasts: all later values lie
// beyond all earlier ones.
func (c *curveTable) trend(l *branchLine, i int) PlanTrend {
	f := steps{small: c.minimumAt(i)}
	f.noise, f.repeated = c.noiseAt(i)
	t := PlanTrend{X: c.xName(i), Branch: l.branch, Direction: "none", Outcome: "neutral", Monotone: true}
	better := c.betterAt(i)
	t.Better = given(better)
	var builds []string // that have a value
	for _, k := range l.at {
		v := c.series[k].ys[i]
		t.Builds = append(t.Builds, c.series[k].label)
		if len(v) == 0 {
			t.Values = append(t.Values, nil)
			continue
		}
		m := mean(v)
		t.Values = append(t.Values, &m)
		f.values, f.runs, builds = append(f.values, m), append(f.runs, v), append(builds, c.series[k].label)
	}
	missing, more := missingBetween(l.versions)
	t.Missing = missing
	said := trendText{t: &t, f: &f, builds: builds, more: more}
	if at, up := f.lasting(); at > 0 {
		t.Direction = map[bool]string{true: "higher", false: "lower"}[up]
		switch {
		case better == "":
			t.Outcome = "unknown"
		case (better == "lower") == up:
			t.Outcome, t.LastGood, t.FirstBad = "worse", &builds[at-1], &builds[at]
		default:
			t.Outcome = "better"
		}
		t.StepPct, t.Pct = pctChange(f.values[at-1], f.values[at]), pctChange(median(f.values[:at]), mean(f.values[at:]))
		t.Monotone, said.at = f.monotone(up), at
	} else {
		t.Monotone = f.monotone(true) || f.monotone(false)
	}
	t.Text = said.text()
	return t
}

// known counts the versions that have a value.
func (t *PlanTrend) known() (n int) {
	for _, v := range t.Values {
		if v != nil {
			n++
		}
	}
	return n
}

// A steps is a row of values that may hold a lasting step.
type steps struct {
	values   []float64
	runs     [][]float64 // that each is the mean of
	small    float64     // the minimum effect, in per cent
	noise    repeatNoise
	repeated bool
}

// lasting finds the first place where the values move and never come back:
// each later one is beyond every earlier one and by twice the minimum effect
// from their median, and on the mean by three times (what a finding needs whose
// run noise is not known). Repeats widen both. 0 when there is none.
func (f *steps) lasting() (at int, up bool) {
	for k := 1; k < len(f.values); k++ {
		before, after := f.values[:k], f.values[k:]
		ref := median(before)
		if ref <= 0 {
			continue
		}
		for _, up := range []bool{true, false} {
			near, far := slices.Min(after), slices.Max(before)
			if !up {
				near, far = slices.Max(after), slices.Min(before)
			}
			if (near > far) != up || near == far || f.repeated && f.noise.hides(f.runs[k-1], f.runs[k]) {
				continue
			}
			if 100*math.Abs(near/ref-1) >= 2*f.small && 100*math.Abs(mean(after)/ref-1) >= 3*f.small {
				return k, up
			}
		}
	}
	return 0, false
}

// monotone reports that no value goes against the direction.
func (f *steps) monotone(up bool) bool {
	for i := 1; i < len(f.values); i++ {
		if d := f.values[i] - f.values[i-1]; up && d < 0 || !up && d > 0 {
			return false
		}
	}
	return true
}

func median(v []float64) float64 {
	s := slices.Sorted(slices.Values(v))
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}
