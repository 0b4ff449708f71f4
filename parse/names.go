package parse

// names maps the names in a log to what is kept of each. The lines of a table come in
// the same order again and again, so each name remembers which one came after it: most
// are found by one comparison, and neither finding nor hashing them allocates.
type names[V any] struct {
	l      *Log
	byName map[string]*named[V]
	first  named[V] // stands before the first name
	last   *named[V]
}

// named is a name with what is kept of it.
type named[V any] struct {
	name  string
	value V
	next  *named[V] // the name that came after it last time
}

func newNames[V any](l *Log) *names[V] {
	n := &names[V]{l: l, byName: map[string]*named[V]{}}
	n.last = &n.first
	return n
}

// find gives what is kept of a name; nil when it is new.
func (n *names[V]) find(name []byte) *named[V] {
	if e := n.last.next; e != nil && e.name == string(name) {
		n.last = e
		return e
	}
	e := n.byName[string(name)]
	if e != nil {
		n.last.next, n.last = e, e
	}
	return e
}

// namedBytes is about what a name costs beside its letters.
const namedBytes = 128

// add keeps a new name. The log ends here when its names take too much memory.
func (n *names[V]) add(name []byte, value V) *named[V] {
	n.l.hold(namedBytes + len(name))
	e := &named[V]{name: string(name), value: value}
	n.byName[e.name] = e
	n.last.next, n.last = e, e
	return e
}
