package schemas

import "sort"

// Lines says on which lines of a member the rows of a time stand. It is sparse: its
// answers are true and rounded outwards.
type Lines struct {
	Member      string     // its leg's folder and name, with #title inside a section file
	Table       string     // cpu, disk or stats; empty: all of them
	First, Last int64      // the lines that were read, from 1
	Marks       []LineMark // by line; Until and After never fall
}

// LineMark is a place in a member. Rows that came out up to the line are not later than
// Until, those that came out after it not earlier than After; microseconds UTC.
type LineMark struct{ Line, Until, After int64 }

// Of gives lines among which all rows of the instants from..to stand, both included.
func (l *Lines) Of(from, to int64) (first, last int64) {
	first, last = l.First, l.Last
	if i := sort.Search(len(l.Marks), func(i int) bool { return l.Marks[i].Until >= from }); i > 0 {
		first = l.Marks[i-1].Line
	}
	if i := sort.Search(len(l.Marks), func(i int) bool { return l.Marks[i].After > to }); i < len(l.Marks) {
		last = l.Marks[i].Line
	}
	return first, last
}

// Table names the table whose rows the series was made from.
func (p *Series) Table() string {
	for _, c := range cpuMetrics {
		if c.metric == p.Metric {
			return "cpu"
		}
	}
	for _, c := range diskMetrics {
		if c.metric == p.Metric {
			return "disk"
		}
	}
	return "stats"
}
