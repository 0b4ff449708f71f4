package generate

import (
	"path"
	"slices"
	"time"
)

// File is one member of a node's zip.
type File struct {
	Name     string    // within the zip, with the leg's folder
	Modified time.Time // when the tool wrote its last line
	Data     []byte
}

// recorder is a tool with the member it writes.
type recorder struct {
	tool, member string
	write        func(r *Run, b []byte, l *leg, node int) []byte
	after        func(s *Spec, l *load) int // seconds from the start of the load to its last line
}

var recorders = []recorder{
	{"sysbench", "sysbench.log", (*Run).sysbench, func(_ *Spec, l *load) int { return l.seconds() }},
	{"mpstat", "mpstat.log", (*Run).mpstat, untilMargin},
	{"iostat", "iostat.log", (*Run).iostat, untilMargin},
	{"vmstat", "vmstat.log", (*Run).vmstat, untilMargin},
	{"mysqladmin", "mysqladmin-ext.log", (*Run).mysqladmin, (*Spec).statusSpan},
}

func untilMargin(_ *Spec, l *load) int { return l.seconds() + margin }

// Files gives the members of a node's zip; none for a node that the run does not have.
func (r *Run) Files(node string) []File {
	var out []File
	_ = r.each(node, nil, func(f File) error { // gives no error of its own
		f.Data = slices.Clone(f.Data)
		out = append(out, f)
		return nil
	})
	return out
}

// each calls use for one member after the other; the data is valid until it returns,
// and is written into the buffer.
func (r *Run) each(node string, buffer *[]byte, use func(File) error) error {
	i := r.nodeIndex(node)
	if i < 0 {
		return nil
	}
	if buffer == nil {
		buffer = new([]byte)
	}
	before := r.start.Add(-10 * time.Second) // the load of the first leg
	give := func(name string, modified time.Time, data []byte) error {
		*buffer = data
		if r.missing(nodeName(i), path.Base(name)) {
			return nil
		}
		return use(File{name, modified, data})
	}
	for _, f := range facts(nodeName(i)) {
		if err := give(f[0], before, append((*buffer)[:0], f[1]...)); err != nil {
			return err
		}
	}
	if err := give("variables.txt", before, r.variables((*buffer)[:0], nodeName(i))); err != nil {
		return err
	}
	for _, l := range r.model() {
		for _, t := range recorders {
			if !slices.Contains(r.spec.Recorders, t.tool) {
				continue
			}
			end := l.start.Add(time.Duration(t.after(r.spec, l.loads[i])) * time.Second)
			if err := give(path.Join(l.name, t.member), end, t.write(r, (*buffer)[:0], l, i)); err != nil {
				return err
			}
		}
	}
	return nil
}
