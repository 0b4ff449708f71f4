package report

import (
	"inquest/report/units"
	"math"
	"strconv"
	"strings"

	"inquest/report/diff"
)

// The plot inside a chart of 300 x 132 pixels, whose frame the template draws.
const (
	plotLeft, plotRight = 50, 292
	plotTop, plotBottom = 8, 104
)

// axes is the range that the charts of one group share, so that nodes can be compared by eye.
type axes struct{ t0, t1, low, high float64 }

// plot is a chart laid out, for the template to draw.
type plot struct {
	diff.Chart
	axes     axes
	Heading  string // what tells this chart from its neighbours: the node
	Desc     string // the same in words, for those who cannot see it
	Odd      bool
	Note     string // idle, or the side without samples
	LoadX    string // where the load window lies
	LoadW    string
	LoadS    string
	Windows  []window
	Curves   []curve
	Grid     []gridLine
	TimeFrom string
	TimeTo   string
	OnsetX   string // where a change within the run begins; empty if there is none
}

// window is the load of one side, drawn as a bar under the axis.
type window struct{ Side, X, W, Y string }

// curve is one run's line: an SVG path that is broken where samples are missing.
type curve struct{ Side, Run, D, Title string }

// gridLine is a horizontal line with its value.
type gridLine struct{ Y, LabelY, Label string }

// axesOf spans all charts of a group. Values begin at 0 unless some are below.
func axesOf(charts []diff.Chart) axes {
	a := axes{t0: 0, t1: 0}
	top := 0.0
	for _, c := range charts {
		for _, l := range c.Lines {
			if l.LoadS > 0 && l.LoadS < beyondMeasure {
				a.t1 = math.Max(a.t1, l.LoadS)
			}
			for _, p := range l.Points {
				if plotted(p) {
					a.t0, a.t1 = math.Min(a.t0, *p[0]), math.Max(a.t1, *p[0])
					a.low, top = math.Min(a.low, *p[1]), math.Max(top, *p[1])
				}
			}
		}
	}
	if a.t1 <= a.t0 {
		a.t1 = a.t0 + 1
	}
	unit := ""
	if len(charts) > 0 {
		unit = charts[0].Unit
	}
	times := units.ScaleFor(unit, math.Max(top, -a.low)).Times
	a.high = niceCeil(top*times) / times
	if a.low < 0 {
		a.low = -niceCeil(-a.low*times) / times
	}
	if a.high <= a.low {
		a.high = a.low + 1
	}
	return a
}

// niceCeil rounds up to a number that reads well on an axis.
func niceCeil(v float64) float64 {
	if v <= 0 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	for _, n := range []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8} {
		if v <= n*unit*(1+1e-9) {
			return n * unit
		}
	}
	return 10 * unit
}

func (a axes) x(t float64) float64 {
	return plotLeft + (t-a.t0)/(a.t1-a.t0)*(plotRight-plotLeft)
}

func (a axes) y(v float64) float64 {
	return plotBottom - (v-a.low)/(a.high-a.low)*(plotBottom-plotTop)
}

// pixel writes a coordinate to a tenth of a pixel.
func pixel(v float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
}

// layOut draws a chart on its group's axes.
func (a axes) layOut(c diff.Chart) plot {
	p := plot{Chart: c, axes: a, Heading: c.Node, TimeFrom: units.Duration(a.t0), TimeTo: units.Duration(a.t1)}
	s := units.ScaleFor(c.Unit, math.Max(a.high, -a.low))
	for _, v := range []float64{a.high, (a.high + a.low) / 2, a.low} {
		y := a.y(v)
		p.Grid = append(p.Grid, gridLine{Y: pixel(y), LabelY: pixel(y + 3.5), Label: strings.TrimSpace(units.TrimZeros(units.Number(v*s.Times, 3)) + s.Suffix)})
	}
	load := map[string]float64{}
	var words []string
	drawn := map[string]bool{}
	for _, l := range c.Lines {
		load[l.Side] = math.Max(load[l.Side], l.LoadS)
		low, high, any := valueRange(l.Points)
		drawn[l.Side] = drawn[l.Side] || any
		d := describeLine(l, low, high, any, c.Unit)
		words = append(words, d)
		p.Curves = append(p.Curves, curve{Side: l.Side, Run: l.Run, D: a.path(l.Points), Title: d})
	}
	end := math.Min(math.Max(load["base"], load["head"]), a.t1)
	p.LoadX, p.LoadW, p.LoadS = pixel(a.x(0)), pixel(a.x(end)-a.x(0)), pixel(end)
	for i, side := range []string{"base", "head"} {
		if s := math.Min(load[side], a.t1); s > 0 {
			words = append(words, side+" load lasts "+units.Duration(s))
			p.Windows = append(p.Windows, window{side, pixel(a.x(0)), pixel(a.x(s) - a.x(0)), strconv.Itoa(plotBottom + 2 + 3*i)})
		}
	}
	for _, side := range []string{"base", "head"} {
		if !drawn[side] {
			p.Note = join(", ", p.Note, "no "+side+" samples")
		}
	}
	p.Desc = strings.Join(words, "; ")
	return p
}

// path is a line through the points. A single sample between two gaps becomes a dot.
func (a axes) path(points [][2]*float64) string {
	var b strings.Builder
	length := 0
	for i, p := range points {
		if !plotted(p) {
			length = 0
			continue
		}
		x, y := pixel(a.x(*p[0])), pixel(a.y(*p[1]))
		length++
		if length == 1 {
			b.WriteString("M" + x + " " + y)
			if i+1 == len(points) || !plotted(points[i+1]) {
				b.WriteString("h.1")
			}
			continue
		}
		b.WriteString("L" + x + " " + y)
	}
	return b.String()
}

func valueRange(points [][2]*float64) (low, high float64, any bool) {
	for _, p := range points {
		if !plotted(p) {
			continue
		}
		if !any {
			low, high, any = *p[1], *p[1], true
		}
		low, high = math.Min(low, *p[1]), math.Max(high, *p[1])
	}
	return low, high, any
}

// describeLine says in words what a line shows.
func describeLine(l diff.ChartLine, low, high float64, any bool, unit string) string {
	who := join(" ", l.Side, l.Run)
	if !any {
		return who + ": no samples"
	}
	s := who + ": " + units.Pair(&low, &high, unit, " to ")
	if l.StepS > 0 {
		s += ", steps of " + units.Duration(l.StepS)
	}
	return s
}
