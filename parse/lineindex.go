package parse

// lineIndex remembers of a log, here and there, how many rows had come out by which line,
// so that the lines of a time can be told when all rows have their instants.
type lineIndex struct {
	member string
	before int64 // lines of the member before the log's first
	last   int64 // its last line
	start  rowMark
	end    rowMark
	points []linePoint

	due     int64 // the next line from which a point is wanted
	stride  int64 // lines between points
	waiting bool  // for a row to come out
	seen    rowMark
	past    bool // the end was met: the count of lines is one more than there are
	noLines bool // it was read as bytes
}

// linePoint is a line that made a row come out, and the rows there were after it.
type linePoint struct {
	line int64
	rows rowMark
}

// maxLinePoints bounds the points of a log. When they are as many, every second goes and
// the others stand twice as far apart.
const maxLinePoints = 64

// beginAt says how many lines of the member stand before the log's first.
func (l *Log) beginAt(line int64) {
	l.num = line
	l.index.before, l.index.due = line, line+1
}

// noteLine takes a point when one is due. It waits for a line that made a row come out:
// between two of those a report of several lines may be half read.
func (l *Log) noteLine() {
	x, now := l.index, l.mark()
	if x.waiting && now != x.seen {
		x.add(linePoint{l.num - 1, now})
	}
	x.waiting, x.seen = l.num >= x.due, now
}

// noteReport takes a point at the current line, which ends a report, of a log that is read
// as bytes and counts its lines by itself.
func (l *Log) noteReport() {
	l.index.noLines = false
	if l.num >= l.index.due {
		l.index.add(linePoint{l.num, l.mark()})
	}
}

func (x *lineIndex) add(p linePoint) {
	x.forget(p.rows)
	if len(x.points) == maxLinePoints {
		for i := range maxLinePoints / 2 {
			x.points[i] = x.points[2*i+1]
		}
		x.points = x.points[:maxLinePoints/2]
		x.stride *= 2
	}
	if n := len(x.points); n == 0 || p.line-x.points[n-1].line >= x.stride {
		x.points = append(x.points, p)
	}
	x.due = x.points[len(x.points)-1].line + x.stride
}

// takeOut corrects the points when rows are taken out after they were counted.
func (x *lineIndex) takeOut(from, to rowMark) {
	less := func(n *int, from, to int) { *n -= min(max(*n-from, 0), to-from) }
	correct := func(r *rowMark) {
		less(&r.cpu, from.cpu, to.cpu)
		less(&r.disk, from.disk, to.disk)
		less(&r.stats, from.stats, to.stats)
	}
	for i := range x.points {
		correct(&x.points[i].rows)
	}
	correct(&x.seen)
}

// forget drops the points that count more rows than there are: the last ones were taken back.
func (x *lineIndex) forget(now rowMark) {
	for n := len(x.points); n > 0; n-- {
		r := x.points[n-1].rows
		if r.cpu <= now.cpu && r.disk <= now.disk && r.stats <= now.stats {
			return
		}
		x.points = x.points[:n-1]
	}
}

// closeIndex ends the index with the log.
func (l *Log) closeIndex() {
	l.index.last, l.index.end = l.num, l.mark()
	l.index.forget(l.index.end)
	if l.index.past {
		l.index.last--
	}
	if n := len(l.index.points); n > 0 {
		l.index.last = max(l.index.last, l.index.points[n-1].line)
	}
}

// indexes are those of the log and of its sections that have rows and lines.
func (l *Log) indexes() (out []*lineIndex) {
	for _, x := range append([]*lineIndex{l.index}, l.sections...) {
		if !x.noLines && x.end != x.start && x.last > x.before {
			out = append(out, x)
		}
	}
	return out
}
