package fetch

import "strings"

// about is the change of the metric that a clause is about: the one it names,
// else the first if the clause can mean that.
func (s *ticketStratum) about(clause string) (PlanChange, bool) {
	for _, c := range s.all {
		if c.Pct != nil && namesMetric(clause, deref(c.Metric)) {
			return c, true
		}
	}
	return s.changed, aboutHeadline(clause, s.changed)
}

// namesMetric reports a word of the metric in the clause.
func namesMetric(clause, metric string) bool {
	for _, w := range wordsOf(metric) {
		if len(w) > 2 && w != "avg" && w != "average" && w != "time" && wordIndex(strings.ToLower(clause), w) >= 0 {
			return true
		}
	}
	return false
}

// aboutHeadline reports that a clause is about the number the headlines give:
// a CPU figure is not a throughput, nor a latency one.
func aboutHeadline(clause string, c PlanChange) bool {
	metric, unit := strings.ToLower(deref(c.Metric)), deref(c.Unit)
	if namesMetric(clause, metric) {
		return true
	}
	if hasWord(clause, resourceWords) {
		return false
	}
	isTime := measuresTime(metric, unit)
	switch {
	case hasWord(clause, timeWords) && !hasWord(clause, rateWords):
		return isTime
	case hasWord(clause, rateWords):
		return !isTime
	}
	return true
}

// measuresTime reports a latency or a duration: less of it is better.
func measuresTime(metric, unit string) bool {
	switch unit {
	case "ms", "us", "µs", "ns", "s", "sec", "secs", "seconds", "min", "minutes":
		return true
	}
	return hasWord(metric, timeWords) && !hasWord(metric, rateWords)
}
