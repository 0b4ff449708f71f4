package generate

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Run is one run of a side. Its series are worked out at the first use, which may come
// from several goroutines.
type Run struct {
	ID     string // test-side-number: also the folder's name
	Side   string // base or head
	Number int    // of the side's runs, from 1
	Build  string // label in the manifest

	spec  *Spec
	start time.Time
	once  sync.Once
	legs  []*leg
}

// leg is one thread count of a run.
type leg struct {
	name    string // of its folder; empty: the run has one leg
	threads int
	start   time.Time
	loads   []*load // of the nodes
}

// Runs gives the runs of both sides, the base's first. An error says which key of the
// spec cannot be.
func (s *Spec) Runs() ([]*Run, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	every := time.Hour
	for longest := s.longest() + time.Minute; every < longest; {
		every += time.Hour
	}
	var runs []*Run
	for _, side := range []struct {
		name string
		Side
	}{{"base", s.Base}, {"head", s.Head}} {
		build := side.Build
		if s.SameBuild {
			build = s.Base.Build
		}
		for n := 1; n <= side.Runs; n++ {
			runs = append(runs, &Run{ID: fmt.Sprintf("%s-%s-%d", s.Test, side.name, n), Side: side.name, Number: n,
				Build: build, spec: s, start: s.Start.UTC().Add(time.Duration(len(runs)) * every)})
		}
	}
	return runs, nil
}

// longest is the most a run can last, its legs with their pauses.
func (s *Spec) longest() time.Duration {
	return time.Duration(len(s.Threads)*(s.limit()+legPause)) * time.Second
}

// limit is the most seconds that a leg can last.
func (s *Spec) limit() int {
	if s.Work == WorkFixed {
		return 20 * s.Seconds
	}
	return s.Seconds
}

// legPause is the time between the end of a leg and the start of the next, seconds.
const legPause = 10

// Nodes lists the nodes whose zips the run has.
func (r *Run) Nodes() []string {
	var names []string
	for i := range r.spec.Nodes {
		if name := nodeName(i); !r.missing(name, "") {
			names = append(names, name)
		}
	}
	return names
}

func nodeName(i int) string { return fmt.Sprintf("node-%d", i+1) }

// missing tells whether an effect takes the member away, or the node when member is empty.
func (r *Run) missing(node, member string) bool {
	return slices.ContainsFunc(r.spec.Effects, func(e Effect) bool {
		return e.Kind == "missing" && e.Member == member && e.applies(r, node, 0)
	})
}

// model works out the legs.
func (r *Run) model() []*leg {
	r.once.Do(func() {
		start := r.start
		for _, threads := range r.spec.Threads {
			l := &leg{threads: threads, start: start}
			if len(r.spec.Threads) > 1 {
				l.name = fmt.Sprintf("t%02d", threads)
			}
			longest := 0
			for i := range r.spec.Nodes {
				l.loads = append(l.loads, r.load(l, i))
				longest = max(longest, l.loads[i].seconds())
			}
			r.legs = append(r.legs, l)
			start = start.Add(time.Duration(longest+legPause) * time.Second)
		}
	})
	return r.legs
}

// nodeIndex is the place of a node; -1 when the run does not have it.
func (r *Run) nodeIndex(node string) int {
	for i := range r.spec.Nodes {
		if strings.EqualFold(nodeName(i), node) && !r.missing(node, "") {
			return i
		}
	}
	return -1
}
