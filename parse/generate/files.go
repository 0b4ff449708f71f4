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
	size         func(s *Spec) int          // bytes a second, not less than it writes as a rule
}

var recorders = []recorder{
	{"sysbench", "sysbench.log", (*Run).sysbench, func(_ *Spec, l *load) int { return l.seconds() },
		func(*Spec) int { return 150 }},
	{"mpstat", "mpstat.log", (*Run).mpstat, untilMargin,
		func(s *Spec) int { return 100 * (s.CPUs + 2) }},
	{"iostat", "iostat.log", (*Run).iostat, untilMargin,
		func(*Spec) int { return 480 }},
	{"vmstat", "vmstat.log", (*Run).vmstat, untilMargin,
		func(*Spec) int { return 120 }},
	{"mysqladmin", "mysqladmin-ext.log", (*Run).mysqladmin, (*Spec).statusSpan,
		func(s *Spec) int { return 500/s.StatusEvery + 1 }},
}

func untilMargin(_ *Spec, l *load) int { return l.seconds() + margin }

// Files gives the members of a node's zip; none for a node that the run does not have.
func (r *Run) Files(node string) []File {
	var out []File
	fresh := func(size int) []byte { return make([]byte, 0, size) }
	_ = r.each(node, fresh, func(f File) error { // gives no error of its own
		out = append(out, f)
		return nil
	})
	return out
}

// each calls use for one member after the other. The member is written into what
// buffer gives for the size that is expected.
func (r *Run) each(node string, buffer func(size int) []byte, use func(File) error) error {
	i := r.nodeIndex(node)
	if i < 0 {
		return nil
	}
	const small = 1 << 10
	before := r.start.Add(-10 * time.Second) // the load of the first leg
	for _, f := range facts(nodeName(i)) {
		if err := r.give(i, f[0], before, append(buffer(small), f[1]...), use); err != nil {
			return err
		}
	}
	if err := r.give(i, "variables.txt", before, r.variables(buffer(small), nodeName(i)), use); err != nil {
		return err
	}
	for _, l := range r.model() {
		for _, t := range recorders {
			if !slices.Contains(r.spec.Recorders, t.tool) {
				continue
			}
			size := small + (l.loads[i].seconds()+2*margin)*t.size(r.spec)
			end := l.start.Add(time.Duration(t.after(r.spec, l.loads[i])) * time.Second)
			if err := r.give(i, path.Join(l.name, t.member), end, t.write(r, buffer(size), l, i), use); err != nil {
				return err
			}
		}
	}
	return nil
}

// give hands a member on, unless an effect takes it away.
func (r *Run) give(node int, name string, modified time.Time, data []byte, use func(File) error) error {
	if r.missing(nodeName(node), path.Base(name)) {
		return nil
	}
	return use(File{name, modified, data})
}
