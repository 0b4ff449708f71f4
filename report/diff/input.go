package diff

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"inquest/schemas"
)

// Input is what Compare compares.
type Input struct {
	Base, Head []*Run
	Claims     []Claim
	Warnings   []Warning
	Tool       Tool
	Window     *[2]float64        // overrides every load window: seconds from its start; nil: as found
	Headlines  map[string]float64 // by stratum: change of the ticket's own numbers, per cent
	Book       []*BookRun         // earlier runs of this test, for the run noise; see [ChooseBook]
	Control    map[string]bool    // by stratum key: known to lack the change, or not to; others go by their runs and names
	Unaffected map[string]string  // by stratum key: in which words a ticket says that it lacks the change; a claim, no knowledge
	Failed     bool               // compare runs that failed too
}

// Run is one execution of a test with what its nodes recorded.
type Run struct {
	ID      string
	Build   string            // empty: not known, and then equal to no other
	Stratum map[string]string // factors that are not the build
	Nodes   []*Node
	Missing []string          // nodes that the plan names and no artifact was found for
	Facts   map[string]string // what the bench says of how the run was made: workload, offered rate
	Failed  string            // in which words the bench says that the run failed; empty: it does not
	Control *bool             // whether the bench calls the run a control; nil: it does not say
}

// Node is one node of one run.
type Node struct {
	Name      string
	Role      string
	Artifact  string // ref, for evidence
	Container string
	CPUs      int    // 0: not known
	Kernel    string // empty: not known
	Device    string // that holds the data; empty: not known
	Legs      []Leg
	Series    []*schemas.Series
	Settings  []schemas.Setting
	Lines     []schemas.Lines // by member and table: on which lines a time stands; where it lacks one, that is not known
	SeenFrom  string          // the node in whose log it was seen, where it has no artifact of its own; then that one's is named as its artifact
	Damaged   bool            // something of the artifact was lost: what it lacks says nothing
	Rows      map[string]int  // rows read, by table
	Skips     map[string]int  // lines that gave no row, by severity
	Reasons   map[string]int  // the same, by reason
}

// Leg is a part of a run with its load window, microseconds UTC.
type Leg struct {
	Name     string
	Factors  map[string]string
	From, To int64
	Source   string  // manifest, load generator, work counter, recorder, none
	EdgeS    float64 // how far the ends may be off
}

// StratumKey is a stratum as text: "sdk=alpha6, threads=16".
func StratumKey(s map[string]string) string { return stratumKey(s) }

// stratumKey is a stratum as text, for maps and sentences.
func stratumKey(s map[string]string) string {
	parts := make([]string, 0, len(s))
	for _, k := range slices.Sorted(maps.Keys(s)) {
		parts = append(parts, k+"="+s[k])
	}
	return strings.Join(parts, ", ")
}

// name is what the run is called in a sentence.
func (r *Run) name() string { return cmp.Or(r.ID, "(no name)") }

// node finds a node by name.
func (r *Run) node(name string) *Node {
	for _, n := range r.Nodes {
		if n.Name == name {
			return n
		}
	}
	return nil
}

// leg finds a leg by name.
func (n *Node) leg(name string) *Leg {
	for i := range n.Legs {
		if n.Legs[i].Name == name {
			return &n.Legs[i]
		}
	}
	return nil
}
