package main

import "inquest/schemas"

// linesInfo is schemas.Lines as it is stored: a mark is its line, and Until and After in
// milliseconds from an instant, rounded outwards.
type linesInfo struct {
	Member string     `json:"member"`
	Table  string     `json:"table,omitempty"`
	First  int64      `json:"first"`
	Last   int64      `json:"last"`
	From   int64      `json:"from,omitempty"` // microseconds UTC
	Marks  [][3]int64 `json:"marks,omitempty"`
}

const millisecond = 1000 // microseconds

func linesInfoOf(l *schemas.Lines) linesInfo {
	x := linesInfo{Member: l.Member, Table: l.Table, First: l.First, Last: l.Last}
	if len(l.Marks) == 0 {
		return x
	}
	x.From = l.Marks[0].Until
	for _, m := range l.Marks {
		x.Marks = append(x.Marks, [3]int64{m.Line, -floorMillis(x.From - m.Until), floorMillis(m.After - x.From)})
	}
	return x
}

// floorMillis is microseconds in milliseconds, rounded down.
func floorMillis(us int64) int64 {
	ms := us / millisecond
	if us%millisecond < 0 {
		ms--
	}
	return ms
}

func (x linesInfo) lines() schemas.Lines {
	l := schemas.Lines{Member: x.Member, Table: x.Table, First: x.First, Last: x.Last}
	for _, m := range x.Marks {
		l.Marks = append(l.Marks, schemas.LineMark{Line: m[0], Until: x.From + m[1]*millisecond, After: x.From + m[2]*millisecond})
	}
	return l
}
