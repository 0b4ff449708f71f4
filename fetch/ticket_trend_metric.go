package fetch

import (
	"regexp"
	"strings"
)

var (
	tailWord  = regexp.MustCompile(`(?i)\b(?:p\s?99(?:[.,]?9+)?|99(?:[.,]9+)?(?:th|\s?%)|max(?:imum)?)(?:$|[^a-z0-9])`)
	lowerUnit = regexp.MustCompile(`(?:^|[\s([,])(?:ms|us|µs|μs|ns|msec|usec|sec|secs|s)(?:$|[\s)\],:])`)
	rateUnit  = regexp.MustCompile(`(?i)(?:[a-z]/s(?:ec)?|[a-z] per (?:s|sec|second|minute)|tpmc?|nopm|rps)(?:$|[^a-z])`)
)

// xName is what the point i is called.
func (c *curveTable) xName(i int) string {
	switch {
	case c.xLabels != nil:
		return c.xLabels[i]
	case len(c.xs) < 2 && c.axis == "":
		return c.title
	}
	return strings.TrimSpace(c.axis + " " + trimFloat(c.xs[i]))
}

// betterAt tells whether lower or higher numbers of point i are better: by its
// own name, else by the table's title; "" when neither says it.
func (c *curveTable) betterAt(i int) string {
	unit := ""
	if i < len(c.units) && c.units[i] != "" {
		unit = "(" + c.units[i] + ")"
	}
	for _, name := range []string{c.xName(i), unit, c.title} {
		if b := betterOf(name); b != "" {
			return b
		}
	}
	return ""
}

func betterOf(name string) string {
	name = strings.ReplaceAll(strings.ToLower(name), "_", " ")
	rate := hasWord(name, rateWords) || rateUnit.MatchString(name)
	isTime := hasWord(name, timeWords) || lowerUnit.MatchString(name) || tailWord.MatchString(name)
	switch {
	case rate && !isTime:
		return "higher"
	case isTime && !rate:
		return "lower"
	}
	return ""
}

// minimumAt is the smallest change of point i that counts, in per cent: 3 for
// throughput, 5 for times, 10 for the tail of a latency; 5 when the text does
// not say what it is. The diff uses the same.
func (c *curveTable) minimumAt(i int) float64 {
	name := strings.ReplaceAll(c.xName(i)+" "+c.title, "_", " ")
	switch better := c.betterAt(i); {
	case better == "higher":
		return 3
	case better == "lower" && tailWord.MatchString(name):
		return 10
	}
	return 5
}
