package fetch

import (
	"math"
	"strconv"
	"strings"
)

// pointOf is the point a sentence is about: the one it names, or the only one.
// all means that it names none of several, so the mean of all is meant.
func (c *curveTable) pointOf(text, clause string) (at int, all, ok bool) {
	if len(c.xs) == 1 {
		return 0, false, true
	}
	for _, where := range []string{clause, text} {
		for i := range c.xs {
			if c.xLabels == nil && c.xNamed(where, i) || c.xLabels != nil && sharesWord(where, c.xLabels[i]) {
				return i, false, true
			}
		}
	}
	return 0, true, c.xLabels == nil
}

// metricAt is what the numbers of a point are, as far as the text says.
func (c *curveTable) metricAt(at int) string {
	metric := c.title + " " + c.series[0].label
	if c.xLabels != nil {
		metric = c.xLabels[at] + " " + metric
	}
	return metric
}

// xNamed reports "at 20 threads", "with 20 clients", "threads=20".
func (c *curveTable) xNamed(text string, i int) bool {
	x := trimFloat(c.xs[i])
	for from := 0; ; {
		p := wordIndex(text[from:], x)
		if p < 0 {
			return false
		}
		p += from
		behind := wordsOf(text[p+len(x) : min(len(text), p+len(x)+24)])
		before := wordsOf(text[max(0, p-24):p])
		if len(behind) > 0 && axisWords[behind[0]] || len(before) > 0 && axisWords[before[len(before)-1]] {
			return true
		}
		from = p + len(x)
	}
}

func sharesWord(clause, label string) bool {
	have := map[string]bool{}
	for _, w := range wordsOf(clause) {
		have[w], have[strings.TrimSuffix(w, "s")] = true, true
	}
	for _, w := range wordsOf(label) {
		w = strings.TrimSuffix(w, "s")
		if (len(w) > 2 || len(w) == 2 && w[1] <= '9') && have[w] {
			return true
		}
	}
	return false
}

// changeAt compares two series at one point, or as the mean of the logarithms
// of all ratios.
func (c *curveTable) changeAt(base, head *curve, at int, all bool) (*float64, string) {
	of := head.label + " against " + base.label
	if !all {
		switch {
		case c.xLabels != nil:
			of += ", " + c.xLabels[at]
		case len(c.xs) > 1:
			of += " at " + strings.TrimSpace(c.axis+" "+trimFloat(c.xs[at]))
		}
		return pctChange(mean(base.ys[at]), mean(head.ys[at])), of
	}
	sum, n := 0.0, 0
	for i := range c.xs {
		if r := mean(head.ys[i]) / mean(base.ys[i]); r > 0 && !math.IsInf(r, 0) {
			sum += math.Log(r)
			n++
		}
	}
	if n == 0 {
		return nil, ""
	}
	return rounded((math.Exp(sum/float64(n))-1)*100, 1), of + ", mean of " + countOf(n, "point")
}

func trimFloat(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
