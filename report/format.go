package report

import (
	"math"
	"strconv"
	"strings"
)

// unknown stands where a number is not known.
const unknown = "-"

// known reports whether p holds a number that can be printed.
func known(p *float64) bool { return p != nil && !math.IsNaN(*p) && !math.IsInf(*p, 0) }

// number writes v with the given count of significant digits, and whole from there on:
// 9146, 494, 13.1, 0.142. Trailing zeros stay: they say how exact the number is.
func number(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	exponent := int(math.Floor(math.Log10(math.Abs(v))))
	if exponent < -5 || exponent > 14 {
		return strconv.FormatFloat(v, 'g', digits, 64)
	}
	return strconv.FormatFloat(v, 'f', max(digits-1-exponent, 0), 64)
}

// percent writes a relative change: -14.6 %, +150 %, and from a tripling on as a factor, x3.1.
func percent(p *float64) string {
	if !known(p) {
		return unknown
	}
	if isFactor(*p) {
		return factor(*p)
	}
	return percentNumber(*p) + " %"
}

// isFactor reports whether a change in per cent reads better as a factor.
func isFactor(pct float64) bool { return pct >= 200 }

// factor writes a change in per cent as the factor between head and base.
func factor(pct float64) string { return "x" + number(1+pct/100, 2) }

// percentNumber is the signed number of percent: one decimal, none from 100 on, and more
// where a fall would be rounded to a loss of everything.
func percentNumber(pct float64) string {
	decimals := 1
	switch {
	case math.Abs(pct) < 0.05:
		return "0.0"
	case pct >= 99.95:
		decimals = 0
	case pct < -99.95 && pct > -100:
		decimals = 3
	}
	s := strconv.FormatFloat(pct, 'f', decimals, 64)
	if pct > 0 {
		s = "+" + s
	}
	return s
}

// interval writes the 95 % interval of a change, in the form the change itself has.
func interval(ci *[2]float64, of *float64) string {
	if ci == nil || !known(&ci[0]) || !known(&ci[1]) {
		return ""
	}
	if known(of) && isFactor(*of) {
		return "[" + factor(ci[0]) + ", " + factor(ci[1]) + "]"
	}
	if isFactor(ci[1]) {
		return "[" + percent(&ci[0]) + ", " + percent(&ci[1]) + "]"
	}
	return "[" + percentNumber(ci[0]) + ", " + percentNumber(ci[1]) + "] %"
}

// points writes a difference of two ratios in percentage points.
func points(p *float64) string {
	if !known(p) {
		return ""
	}
	s := number(*p, 2)
	if *p > 0 {
		s = "+" + s
	}
	return s + " points"
}

// probability writes a p or q value.
func probability(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return number(p, 2)
}

// duration writes seconds: 0.4 s, 165 s, 4 min 35 s, 1 h 20 min.
func duration(s float64) string {
	if math.Abs(s) < 180 {
		return trimZeros(number(s, 3)) + " s"
	}
	whole := int(math.Round(s))
	if whole < 3600 {
		return strconv.Itoa(whole/60) + " min " + strconv.Itoa(whole%60) + " s"
	}
	return strconv.Itoa(whole/3600) + " h " + strconv.Itoa(whole%3600/60) + " min"
}

// trimZeros cuts the zeros at the end of a decimal fraction, where they say nothing.
func trimZeros(s string) string {
	if strings.Contains(s, ".") && !strings.Contains(s, "e") {
		return strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// count writes how many: 12, 41230, 1.9 M.
func count(n int) string {
	switch {
	case n >= 1e6:
		return number(float64(n)/1e6, 2) + " M"
	case n >= 1e5:
		return number(float64(n)/1e3, 3) + " k"
	}
	return strconv.Itoa(n)
}

// plural writes a count with its noun: 1 node, 2 nodes.
func plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "s"): // series
		return count(n) + " " + noun
	}
	return count(n) + " " + noun + "s"
}
