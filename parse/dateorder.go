package parse

import (
	"bytes"
	"time"
)

// datesSeen are the dates of a node's banners, the first lines of what sysstat's tools print.
type datesSeen struct {
	votes    [2]int      // dates that are certain by their numbers: month first, day first
	certain  []time.Time // on these days the node was recorded
	doubtful []doubtfulDate
}

// see takes the date of the banner that a member's text begins with.
func (s *datesSeen) see(f File, head []byte) {
	head = bytes.TrimPrefix(head, utf8BOM)
	line, _, _ := bytes.Cut(head, []byte("\n"))
	b, ok := parseBanner(bytes.TrimRight(line, "\r"))
	if !ok {
		return
	}
	y, m, d, ambiguous, ok := parseDate(b.date, false)
	switch {
	case !ok:
	case ambiguous:
		s.doubtful = append(s.doubtful, doubtfulDate{[2]time.Time{day(y, m, d), day(y, d, m)}, f.Modified})
	default:
		s.certain = append(s.certain, day(y, m, d))
		if p, _ := cutDate(b.date); p.sep == '/' && p.width[0] < 4 && p.number[0] != p.number[1] {
			s.votes[order(p.number[0] > 12)]++
		}
	}
}

// order finds out for all members of a node whether dates such as 04/08/17 are read with
// the day first: from a banner of the node that can be read in one way only, else from
// the ambiguous ones themselves, when one reading alone is within a week of a date that
// is certain. known is false when nothing tells, or members contradict each other.
func (s *datesSeen) order(near time.Time) (dayFirst, known bool) {
	votes, certain := s.votes, s.certain
	if !near.IsZero() {
		certain = append(certain[:len(certain):len(certain)], near)
	}
	if votes[0] == 0 && votes[1] == 0 {
		for _, x := range s.doubtful {
			if i, ok := x.nearer(certain); ok {
				votes[i]++
			}
		}
	}
	return votes[1] > 0, (votes[0] > 0) != (votes[1] > 0)
}

func order(dayFirst bool) int {
	if dayFirst {
		return 1
	}
	return 0
}

func day(y, m, d int) time.Time { return time.Date(y, time.Month(m), d, 12, 0, 0, 0, time.UTC) }

// doubtfulDate is a date in its two readings, month first and day first.
type doubtfulDate struct {
	readings [2]time.Time
	modified time.Time // of the member
}

// nearer is the only reading within a week of a date that is certain, or that the member
// could have been written on.
func (x doubtfulDate) nearer(certain []time.Time) (reading int, ok bool) {
	const week = 7 * 24 * time.Hour
	var near [2]bool
	for i, r := range x.readings {
		for _, c := range append(certain[:len(certain):len(certain)], x.modified) {
			near[i] = near[i] || r.Sub(c).Abs() <= week
		}
	}
	return order(near[1]), near[0] != near[1]
}
