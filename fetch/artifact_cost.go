package fetch

// A Cost is what a Prefetch would take, as far as the directory and the cache
// tell. What a server without ranges sends beyond it, and what fails, is not in
// it.
type Cost struct {
	Wanted   int64 // bytes of the object that hold the members
	Cached   int64 // of these, bytes that lie in the cache
	Download int64 // bytes to be downloaded, with the gaps that are not worth a request
	Requests int   // to be made for them
}

// Cost returns what a Prefetch of members would download. It asks no server.
// Members that are not Readable cost nothing. Of a local artifact only Wanted
// is set.
func (a *Artifact) Cost(members []*Member) Cost {
	var all []span
	var set spans
	for _, m := range members {
		if m.Readable() {
			all = append(all, m.entry.span())
			set = set.add(m.entry.span())
		}
	}
	c := Cost{Wanted: set.total()}
	r, ok := a.src.(*remote)
	if !ok {
		return c
	}
	have, settled := r.obj.present(), true
	for _, s := range all {
		state := r.obj.sealed(s)
		if state == broken {
			have = have.remove(s)
		}
		settled = settled && state == intact
	}
	for _, s := range set {
		c.Cached += s.len() - spans(have.missing(s)).total()
	}
	if settled {
		return c
	}
	var missing spans
	for _, s := range coalesce(all, r.id.Size) {
		for _, m := range have.missing(s) {
			missing = missing.add(m)
		}
	}
	c.Download, c.Requests = missing.total(), len(split(missing, partSize))
	return c
}

// Damaged reports whether a Prefetch found the member wrong, and wrong again
// after another download: it is so at its source. It is false for a member that
// was not downloaded, and for one of a local artifact, which are checked when
// they are read.
func (m *Member) Damaged() bool {
	r, ok := m.artifact.src.(*remote)
	if !ok {
		return false
	}
	r.obj.mu.Lock()
	defer r.obj.mu.Unlock()
	return r.obj.seals[m.entry.span()].Bad
}
