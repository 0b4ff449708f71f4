// Package units writes numbers in their units for people, the same way in every
// sentence, table and chart.
package units

import (
	"math"
	"strconv"
	"strings"
)

// Unknown stands where a number is not known.
const Unknown = "-"

// Known reports whether p holds a number that can be printed.
func Known(p *float64) bool { return p != nil && !math.IsNaN(*p) && !math.IsInf(*p, 0) }

// Number writes v with the given count of significant digits, and whole from there on:
// 9146, 494, 13.1, 0.142. Trailing zeros stay: they say how exact the number is.
func Number(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	exponent := int(math.Floor(math.Log10(math.Abs(v))))
	if exponent < -5 || exponent > 14 {
		return strconv.FormatFloat(v, 'g', digits, 64)
	}
	return strconv.FormatFloat(v, 'f', max(digits-1-exponent, 0), 64)
}

// Percent writes a relative change: -14.6 %, +150 %, and from a tripling on as a factor, x3.1.
func Percent(p *float64) string {
	if !Known(p) {
		return Unknown
	}
	if IsFactor(*p) {
		return Factor(*p)
	}
	return percentNumber(*p) + " %"
}

// IsFactor reports whether a change in per cent reads better as a factor.
func IsFactor(pct float64) bool { return pct >= 200 }

// Factor writes a change in per cent as the factor between head and base.
func Factor(pct float64) string { return "x" + Number(1+pct/100, 2) }

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

// Interval writes the 95 % interval of a change, in the form the change itself has.
func Interval(ci *[2]float64, of *float64) string {
	if ci == nil || !Known(&ci[0]) || !Known(&ci[1]) {
		return ""
	}
	if Known(of) && IsFactor(*of) {
		return "[" + Factor(ci[0]) + ", " + Factor(ci[1]) + "]"
	}
	if IsFactor(ci[1]) {
		return "[" + Percent(&ci[0]) + ", " + Percent(&ci[1]) + "]"
	}
	return "[" + percentNumber(ci[0]) + ", " + percentNumber(ci[1]) + "] %"
}

// Points writes a difference of two ratios in percentage points.
func Points(p *float64) string {
	if !Known(p) {
		return ""
	}
	s := Number(*p, 2)
	if *p > 0 {
		s = "+" + s
	}
	return s + " points"
}

// Probability writes a p or q value.
func Probability(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return Number(p, 2)
}

// Duration writes seconds: 0.4 s, 165 s, 4 min 35 s, 1 h 20 min.
func Duration(s float64) string {
	if math.Abs(s) < 180 {
		return TrimZeros(Number(s, 3)) + " s"
	}
	whole := int(math.Round(s))
	if whole < 3600 {
		return strconv.Itoa(whole/60) + " min " + strconv.Itoa(whole%60) + " s"
	}
	return strconv.Itoa(whole/3600) + " h " + strconv.Itoa(whole%3600/60) + " min"
}

// TrimZeros cuts the zeros at the end of a decimal fraction, where they say nothing.
func TrimZeros(s string) string {
	if strings.Contains(s, ".") && !strings.Contains(s, "e") {
		return strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// Count writes how many: 12, 41230, 1.9 M.
func Count(n int) string {
	switch {
	case n >= 1e6:
		return Number(float64(n)/1e6, 2) + " M"
	case n >= 1e5:
		return Number(float64(n)/1e3, 3) + " k"
	}
	return strconv.Itoa(n)
}

// Plural writes a count with its noun: 1 node, 2 nodes.
func Plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "s"): // series
		return Count(n) + " " + noun
	}
	return Count(n) + " " + noun + "s"
}
