package diff_test

import (
	"fmt"
	"math"
	"slices"

	"inquest/report/diff"
	"inquest/schemas"
)

// enrich gives an input what the rarer parts of a comparison look at. Bytes of 0 add nothing.
func (t *tape) enrich(in *diff.Input) {
	if t.pick(4) > 0 {
		for i, runs := range [][]*diff.Run{in.Base, in.Head} {
			for j, r := range runs {
				r.ID = fmt.Sprintf("%c%d", "bh"[i], j+1)
			}
		}
	}
	t.builds(in)
	t.strata(in)
	for _, r := range slices.Concat(in.Base, in.Head) {
		t.outOfTheRun(r)
	}
	if t.pick(3) > 0 {
		t.curves(in)
	}
	for range t.pick(5) {
		t.effectOn(in.Head)
	}
	t.days(in)
	if t.oddly(3) {
		t.earlier(in)
	}
	in.Failed = t.oddly(4)
}

// builds labels the sides: two builds, two branches, one build, nothing.
func (t *tape) builds(in *diff.Input) {
	labels := [][2]string{{}, {"1", "2"}, {"7.6.0-1782", "7.6.0-1816"}, {"1", "1"}, {"7.6.0-1", "8.0.0-1"}, {"", ""}, {"1", "1"}}
	k := t.pick(len(labels))
	for i, runs := range [][]*diff.Run{in.Base, in.Head} {
		for _, r := range runs {
			if k > 0 {
				r.Build = labels[k][i]
			}
		}
	}
}

// strata calls one of the strata a control, or has others say so.
func (t *tape) strata(in *diff.Input) {
	key := choose(t, "sdk=x", "sdk=y", "sdk=control", "")
	called := t.oddly(4)
	for _, r := range slices.Concat(in.Base, in.Head) {
		if called && r.Stratum["sdk"] == "y" {
			r.Stratum = map[string]string{"sdk": "control"}
		}
	}
	switch t.pick(6) {
	case 1:
		in.Control = map[string]bool{key: true}
	case 2:
		in.Control = map[string]bool{key: false}
	case 3:
		in.Unaffected = map[string]string{key: "\"not with " + key + "\""}
	case 4:
		for _, r := range slices.Concat(in.Base, in.Head) {
			if diff.StratumKey(r.Stratum) == key {
				r.Control = choose(t, new(bool), new(bool), nil, pointer(true), pointer(true), pointer(true))
			}
		}
	}
}

func pointer[T any](v T) *T { return &v }

// outOfTheRun is what is known of a run beside its series.
func (t *tape) outOfTheRun(r *diff.Run) {
	if t.oddly(3) {
		r.Facts = map[string]string{"workload": choose(t, "ycsb-a", "ycsb-b"), "offered_rate": choose(t, "", "100")}
	}
	if t.oddly(12) {
		r.Failed = choose(t, "exit code 1", "stalled")
	}
	if t.oddly(7) { // machines of a cloud
		for i, n := range r.Nodes {
			n.Name = fmt.Sprintf("10.0.%d.%d", t.pick(2), 10-i)
		}
	}
	roles := t.pick(5)
	for i, n := range r.Nodes {
		switch {
		case roles == 1 || roles == 2 && i > 0:
			n.Role = "c1"
		case roles == 2 || roles == 3:
			n.Role = []string{"c1", "c2", "control"}[i%3]
		}
		n.Artifact = fmt.Sprintf("%s/%s.zip", r.ID, n.Name)
		n.Kernel = choose(t, "", "", "6.1", "6.1", "6.8")
		n.Device = choose(t, "", "", "sda", "nvme0n1")
		n.Damaged = t.oddly(9)
		n.Rows, n.Skips = map[string]int{"cpu": t.pick(9)}, map[string]int{"damage": t.pick(2)}
		if t.oddly(3) {
			n.Settings = append(n.Settings, schemas.Setting{Name: choose(t, "sync_binlog", "cpu.count", "cpu.model", "memory.size", "kernel.osrelease", "vm.swappiness"),
				Value: choose(t, "0", "1", "", "8"), Scope: choose(t, schemas.ScopeServer, schemas.ScopeOS, schemas.ScopeHardware), Source: &schemas.Source{Format: "variables"}})
		}
		t.lines(n)
		for _, s := range n.Series {
			if len(s.TS) > 0 && t.oddly(6) {
				s.Resets = []int64{s.TS[t.pick(256)%len(s.TS)]}
			}
		}
	}
}

// lines says of members on which lines a time stands.
func (t *tape) lines(n *diff.Node) {
	if t.oddly(3) {
		return
	}
	for _, l := range n.Legs {
		name := "m"
		if l.Name != "" {
			name = l.Name + "/m"
		}
		x := schemas.Lines{Member: name, Table: choose(t, "", "", "cpu"), First: 1, Last: 400}
		for at := int64(0); at < 40; at++ {
			x.Marks = append(x.Marks, schemas.LineMark{Line: 10 * (at + 1), Until: l.From + at*10e6, After: l.From + at*10e6 - int64(t.pick(3))*1e6})
		}
		for i := 1; i < len(x.Marks); i++ {
			x.Marks[i].After = max(x.Marks[i].After, x.Marks[i-1].After)
		}
		n.Lines = append(n.Lines, x)
	}
}

// curves makes legs whose load follows their factor, on the two sides alike or not.
func (t *tape) curves(in *diff.Input) {
	name := choose(t, "threads", "clients", "offered rate")
	same := t.pick(4) > 0
	for _, runs := range [][]*diff.Run{in.Base, in.Head} {
		growth := choose(t, 1, 0.5, 0, 0.9, -0.3)
		knee := choose(t, 100, 4, 2)
		for _, r := range runs {
			for _, n := range r.Nodes {
				for i := range n.Legs {
					if l := &n.Legs[i]; l.Name != "" && same {
						l.Factors = map[string]string{name: l.Name[1:]}
					}
				}
				for _, s := range n.Series {
					for i, leg := range []string{"t1", "t2", "t4", "t8", "t16"} {
						if s.Source.Leg == leg && (s.Metric == "throughput" || s.Metric == "mysql.Com_update") {
							scale(s, 0, math.Pow(2, growth*float64(min(i, knee))))
						}
					}
				}
			}
		}
	}
}

// effectOn changes one metric of the runs of a side, on some of the nodes, from a share of the load on.
func (t *tape) effectOn(runs []*diff.Run) {
	metric := choose(t, "throughput", "cpu.busy", "latency.p95", "disk.write_await", "mysql.Com_update", "couchbase.ops")
	nodes, factor, from := 1+t.pick(7), choose(t, 0.7, 0.2, 1.5, 3, 0.95), choose(t, 0, 0, 0.8, 0.5)
	for _, r := range runs {
		for i, n := range r.Nodes {
			for _, s := range n.Series {
				if s.Metric == metric && nodes>>i&1 == 1 {
					scale(s, from, factor)
				}
			}
		}
	}
}

// scale multiplies a series from a share of it on.
func scale(s *schemas.Series, from, factor float64) {
	for i := int(from * float64(len(s.Value))); i < len(s.Value); i++ {
		s.Value[i] *= factor
	}
}

// days puts the runs on days of their own, mostly.
func (t *tape) days(in *diff.Input) {
	if t.pick(4) == 0 {
		return
	}
	seen := map[*diff.Run]bool{}
	for i, r := range slices.Concat(in.Base, in.Head) {
		if !seen[r] {
			seen[r] = true
			later(r, int64(1+t.pick(20)+i/8)*86400e6)
		}
	}
}

func later(r *diff.Run, by int64) {
	for _, n := range r.Nodes {
		for i := range n.Legs {
			n.Legs[i].From, n.Legs[i].To = n.Legs[i].From+by, n.Legs[i].To+by
		}
		for _, s := range n.Series {
			for i := range s.TS {
				s.TS[i] += by
			}
			for i := range s.Resets {
				s.Resets[i] += by
			}
		}
		for i := range n.Lines {
			for j := range n.Lines[i].Marks {
				n.Lines[i].Marks[j].Until += by
				n.Lines[i].Marks[j].After += by
			}
		}
	}
}

// earlier fills the noise book with runs like one of the base, and some unlike it.
func (t *tape) earlier(in *diff.Input) {
	in.Book = nil
	for i := range 3 + t.pick(6) {
		r := copyOf(in.Base[t.pick(len(in.Base))])
		r.ID = fmt.Sprintf("e%d", i)
		later(r, -int64(i)*3600e6)
		factor := choose(t, 1, 1.01, 0.99, 1.02, 0.98, 1.2)
		for _, n := range r.Nodes {
			for _, s := range n.Series {
				scale(s, 0, factor)
			}
		}
		if t.oddly(8) {
			r.Build = choose(t, "1", "2", "")
		}
		in.Book = append(in.Book, diff.NewBookRun(r, in.Window))
	}
}

// copyOf is a run that shares nothing that is changed with the first.
func copyOf(r *diff.Run) *diff.Run {
	out := *r
	out.Nodes = nil
	for _, n := range r.Nodes {
		c := *n
		c.Legs, c.Lines, c.Series = slices.Clone(n.Legs), nil, nil
		for _, s := range n.Series {
			d := *s
			d.TS, d.Step, d.Value, d.Resets = slices.Clone(s.TS), slices.Clone(s.Step), slices.Clone(s.Value), slices.Clone(s.Resets)
			c.Series = append(c.Series, &d)
		}
		out.Nodes = append(out.Nodes, &c)
	}
	return &out
}
