package generate

// Means are the arithmetic means over the load of one leg of a node, as they were
// written, before the tools' rounding.
type Means struct {
	Seconds    int     // of load
	Cut        bool    // of fixed work, some was left when 20 x Spec.Seconds were over
	Throughput float64 // operations a second
	Busy       float64 // share of the processors, 0..1
	LatencyP95 float64 // seconds
	Writes     float64 // requests a second to the data device
}

// Means gives the truth about a node's leg; false when the run has no such node or leg.
func (r *Run) Means(node string, threads int) (Means, bool) {
	i := r.nodeIndex(node)
	if i < 0 {
		return Means{}, false
	}
	for _, l := range r.model() {
		if l.threads == threads {
			load := l.loads[i]
			n := float64(load.seconds())
			return Means{load.seconds(), load.cut, sum(load.tps) / n, sum(load.busy) / n, sum(load.latency) / n, sum(load.writes) / n}, true
		}
	}
	return Means{}, false
}

// Cut tells whether any node of the run has left fixed work undone, see [Means].
func (r *Run) Cut() bool {
	for _, node := range r.Nodes() {
		for _, threads := range r.spec.Threads {
			if m, _ := r.Means(node, threads); m.Cut {
				return true
			}
		}
	}
	return false
}
