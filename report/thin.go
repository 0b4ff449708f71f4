package report

import (
	"inquest/report/units"
	"math"
	"strconv"

	"inquest/report/diff"
)

// Points of all charts of a page: what keeps a typical report.html below 1 MB.
const (
	pagePoints    = 30_000
	minLinePoints = 60
	maxLinePoints = 240
)

// maxCharts is how many charts a page draws; findings.json holds them all.
const maxCharts = 400

// thinned is a copy of the charts with few enough points for one page, and whether any
// point was left out. Each stretch of a line is cut into buckets of which the least and
// the greatest value stay, so that peaks and swings keep their height.
func thinned(charts []diff.Chart) ([]diff.Chart, bool) {
	lines := 0
	for _, c := range charts {
		lines += len(c.Lines)
	}
	budget := maxLinePoints
	if lines > 0 {
		budget = min(max(pagePoints/lines, minLinePoints), maxLinePoints)
	}
	less := false
	out := make([]diff.Chart, len(charts))
	for i, c := range charts {
		c.Lines = append([]diff.ChartLine{}, c.Lines...)
		for j := range c.Lines {
			l := &c.Lines[j]
			n := len(l.Points)
			l.Points = thinLine(l.Points, budget)
			less = less || len(l.Points) < n
		}
		out[i] = c
	}
	return out, less
}

// thinLine thins the stretches between gaps; a gap stays, as one point without a value.
func thinLine(points [][2]*float64, budget int) [][2]*float64 {
	share := math.Min(1, float64(budget)/float64(max(len(points), 1)))
	out := make([][2]*float64, 0, min(len(points), budget+8))
	for from := 0; from < len(points); {
		if !plotted(points[from]) {
			if len(out) > 0 && plotted(out[len(out)-1]) {
				out = append(out, [2]*float64{points[from][0], nil})
			}
			from++
			continue
		}
		to := from
		for to < len(points) && plotted(points[to]) {
			to++
		}
		stretch := points[from:to]
		buckets := len(stretch)
		if share < 1 {
			buckets = max(int(float64(len(stretch))*share/2), 1)
		}
		out = appendExtremes(out, stretch, buckets)
		from = to
	}
	return out
}

// appendExtremes adds the least and the greatest point of each bucket, in the order of time.
func appendExtremes(out, stretch [][2]*float64, buckets int) [][2]*float64 {
	for b := range buckets {
		bucket := stretch[b*len(stretch)/buckets : (b+1)*len(stretch)/buckets]
		low, high := 0, 0
		for i, p := range bucket {
			if *p[1] < *bucket[low][1] {
				low = i
			}
			if *p[1] > *bucket[high][1] {
				high = i
			}
		}
		out = append(out, rounded(bucket[min(low, high)]))
		if low != high {
			out = append(out, rounded(bucket[max(low, high)]))
		}
	}
	return out
}

// beyondMeasure is larger than anything that can be measured; arithmetic on it overflows.
const beyondMeasure = 1e100

// plotted reports whether a point has a time and a value.
func plotted(p [2]*float64) bool {
	return units.Known(p[0]) && units.Known(p[1]) && math.Abs(*p[0]) < beyondMeasure && math.Abs(*p[1]) < beyondMeasure
}

// rounded cuts a point to what a chart can show: a tenth of a second, four digits.
func rounded(p [2]*float64) [2]*float64 {
	t, v := *p[0], *p[1]
	if r := math.Round(t*10) / 10; !math.IsInf(r, 0) {
		t = r
	}
	if r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64); err == nil {
		v = r
	}
	return [2]*float64{&t, &v}
}
