package parse

import (
	"bytes"

	"inquest/schemas"
)

// wideLayout is the header of sadf -d -h: all tables stand in one row one after the
// other, and a table of several things, which ends in [...], repeats its columns for
// each of them:
//
//	CPU;%user;%nice;%system;%iowait;%steal;%idle[...];proc/s;cswch/s
type wideLayout struct {
	parts []widePart
	tail  int // columns of the parts that do not repeat and come after the last that does
	last  int // the last part that repeats
}

type widePart struct {
	table   *layout
	repeats bool
	unknown bool // the number of columns differs from machine to machine (INTR;CPU*)
}

func newWideLayout(s *sheet, words [][]byte) *wideLayout {
	w := &wideLayout{}
	for len(words) > 0 {
		n := 1
		for n < len(words) && keyColumns[text(words[n])] == "" && !bytes.HasSuffix(words[n-1], []byte("[...]")) {
			n++
		}
		part := words[:n]
		words = words[n:]
		last, repeats := bytes.CutSuffix(part[n-1], []byte("[...]"))
		part[n-1] = last
		w.parts = append(w.parts, widePart{newLayout(s, part), repeats, bytes.HasSuffix(last, []byte("*"))})
		w.tail += n
		if repeats {
			w.last, w.tail = len(w.parts)-1, 0
		}
	}
	return w
}

// add reads a row.
func (w *wideLayout) add(s *sheet, cells [][]byte, ts int64, stepS float64) {
	for i, p := range w.parts {
		n := len(p.table.cols)
		count := 1
		switch {
		case p.unknown:
			s.l.Skip(schemas.Unsupported, "columns per processor cannot be told apart in the form of sadf -d -h; without -h they can")
			return
		case p.repeats && i == w.last:
			count = (len(cells) - w.tail) / n
			if (len(cells)-w.tail)%n != 0 || count < 1 {
				s.l.Skip(schemas.MissingCell, text(s.l.Line()))
				return
			}
		case p.repeats && p.table.label == "cpu":
			for count = 0; len(cells) >= (count+1)*n && isCPURow(cells[count*n:(count+1)*n]); count++ {
			}
		case p.repeats:
			s.l.Skip(schemas.Unsupported, "two tables of several things cannot be told apart in the form of sadf -d -h; without -h they can")
			return
		}
		for ; count > 0; count-- {
			p.table.add(s, cells[:min(n, len(cells))], ts, stepS)
			cells = cells[min(n, len(cells)):]
		}
	}
	if len(cells) > 0 {
		s.l.Skip(schemas.ExtraCell, text(s.l.Line()))
	}
}

// isCPURow tells whether the cells are a processor's number and its shares, rather than
// the beginning of the table after it.
func isCPURow(cells [][]byte) bool {
	if _, ok := digitsOf(cells[0]); !ok && text(cells[0]) != "-1" || len(cells[0]) == 0 {
		return false
	}
	for _, c := range cells[1:] {
		if _, ok := parseNumber(c); !ok {
			return false
		}
	}
	return true
}
