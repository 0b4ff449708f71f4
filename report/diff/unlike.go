package diff

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Unlike is a respect other than the build and its settings in which the two sides were
// not alike. It stands above all findings: what differs by it is not the build's doing.
type Unlike struct {
	What    string   `json:"what"` // kernel, cpus, memory, device, nodes, duration, branch, status, or the bench's own name
	Stratum string   `json:"stratum,omitempty"`
	Base    string   `json:"base"`
	Head    string   `json:"head"`
	Nodes   []string `json:"nodes"` // empty: the run as a whole
	Text    string   `json:"text"`
}

// longerLoad is by how much the load times of two sides may differ.
const longerLoad = 0.10

// unlike lists what makes the sides hard to compare, as far as it is known without
// measuring; the durations of the loads are added when their work is.
func (c *comparer) unlike() {
	c.res.Unlike = []Unlike{}
	c.unlikeBranches()
	for _, p := range c.pairs {
		c.unlikeStatus(p)
		c.unlikeNodeSets(p)
		c.unlikeFacts(p)
		c.unlikeMachines(p)
	}
}

func (c *comparer) addUnlike(p *stratumPair, u Unlike) {
	if p != nil && len(c.pairs) > 1 {
		u.Stratum = p.key
	}
	if u.Nodes == nil {
		u.Nodes = []string{}
	}
	if u.Stratum != "" {
		u.Text += " in " + p.name
	}
	if !slices.ContainsFunc(c.res.Unlike, func(x Unlike) bool { return x.Text == u.Text }) {
		c.res.Unlike = append(c.res.Unlike, u)
	}
}

// unlikeBranches says that the builds come from different lines of development: what
// differs is then more than the changes between two builds of one.
func (c *comparer) unlikeBranches() {
	branch := func(s Side) string {
		v, number, ok := cutLast(s.Build, '-')
		if _, err := strconv.ParseUint(number, 10, 64); !ok || err != nil {
			return ""
		}
		return v
	}
	if b, h := branch(c.res.Base), branch(c.res.Head); b != "" && h != "" && b != h {
		c.addUnlike(nil, Unlike{What: "branch", Base: b, Head: h,
			Text: fmt.Sprintf("the builds are of different branches, %s and %s", b, h)})
	}
}

func cutLast(s string, sep byte) (before, after string, found bool) {
	if i := strings.LastIndexByte(s, sep); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// unlikeStatus says which runs failed and are compared all the same.
func (c *comparer) unlikeStatus(p *stratumPair) {
	words := func(runs []*Run) string {
		var out []string
		for _, r := range runs {
			if r.Failed != "" {
				out = append(out, r.name()+": "+r.Failed)
			}
		}
		return strings.Join(out, ", ")
	}
	if b, h := words(p.base), words(p.head); b != "" || h != "" {
		c.addUnlike(p, Unlike{What: "status", Base: b, Head: h, Text: "runs that failed are compared, as asked (" + join(", ", b, h) + ")"})
	}
}

func join(sep string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), sep)
}

// unlikeNodeSets says that the sides had different numbers of nodes, those without an artifact counted.
func (c *comparer) unlikeNodeSets(p *stratumPair) {
	count := func(runs []*Run) (lo, hi int) {
		lo = math.MaxInt
		for _, r := range runs {
			n := len(r.Missing)
			for _, node := range r.Nodes {
				if node.SeenFrom == "" {
					n++
				}
			}
			lo, hi = min(lo, n), max(hi, n)
		}
		return lo, hi
	}
	bl, bh := count(p.base)
	hl, hh := count(p.head)
	if bl != hl || bh != hh {
		lacking := p.lacking()
		text := fmt.Sprintf("the base had %s and the head %s", nodesText(bl, bh), nodesText(hl, hh))
		if len(lacking) > 0 {
			text += ": no " + andMore(lacking, 4)
		}
		c.addUnlike(p, Unlike{What: "nodes", Base: numbers(bl, bh), Head: numbers(hl, hh), Text: text})
	}
}

func numbers(lo, hi int) string {
	if lo == hi {
		return strconv.Itoa(lo)
	}
	return fmt.Sprintf("%d-%d", lo, hi)
}

func nodesText(lo, hi int) string { return numbers(lo, hi) + " " + plural(hi, "node", "nodes") }

// unlikeFacts compares what the benches say of how the runs were made.
func (c *comparer) unlikeFacts(p *stratumPair) {
	facts := func(runs []*Run) map[string]string {
		all := map[string][]string{}
		for _, r := range runs {
			for k, v := range r.Facts {
				if v != "" && !slices.Contains(all[k], v) {
					all[k] = append(all[k], v)
				}
			}
		}
		out := map[string]string{}
		for k, list := range all { // what the runs of a side say, in whatever order they do
			slices.SortFunc(list, naturally)
			out[k] = strings.Join(list, ", ")
		}
		return out
	}
	base, head := facts(p.base), facts(p.head)
	for _, k := range slices.Sorted(maps.Keys(base)) {
		if b, h := base[k], head[k]; h != "" && b != h {
			c.addUnlike(p, Unlike{What: k, Base: b, Head: h, Text: fmt.Sprintf("%s is %s in the base and %s in the head", strings.ReplaceAll(k, "_", " "), b, h)})
		}
	}
}

// machineFacts are what a node's machine is compared by: names of settings that say it,
// and what else is known.
var machineFacts = []struct {
	what     string
	settings []string
	known    func(*Node) string
}{
	{"kernel", []string{"kernel.osrelease"}, func(n *Node) string { return n.Kernel }},
	{"cpus", []string{"cpu.count"}, func(n *Node) string {
		if n.CPUs == 0 {
			return ""
		}
		return strconv.Itoa(n.CPUs)
	}},
	{"cpu model", []string{"cpu.model"}, nil},
	{"memory", []string{"memory.size"}, nil},
	{"device", nil, func(n *Node) string { return n.Device }},
}

// unlikeMachines compares kernel, CPUs, memory and data device node by node.
func (c *comparer) unlikeMachines(p *stratumPair) {
	for _, f := range machineFacts {
		fact := func(n *Node) string {
			for i := range n.Settings {
				if slices.Contains(f.settings, n.Settings[i].Name) && n.Settings[i].Source.Leg == "" {
					return n.Settings[i].Value
				}
			}
			if f.known == nil {
				return ""
			}
			return f.known(n)
		}
		type change struct{ base, head string }
		nodes := map[change][]string{}
		for _, name := range p.nodeNames() {
			for _, b := range p.base {
				for _, h := range p.head {
					x, y := b.node(name), h.node(name)
					if x == nil || y == nil {
						continue
					}
					ch := change{fact(x), fact(y)}
					if ch.base != "" && ch.head != "" && ch.base != ch.head && !slices.Contains(nodes[ch], name) {
						nodes[ch] = append(nodes[ch], name)
					}
				}
			}
		}
		for _, ch := range slices.SortedFunc(maps.Keys(nodes), func(a, b change) int {
			return cmp.Or(cmp.Compare(a.base, b.base), cmp.Compare(a.head, b.head))
		}) {
			c.addUnlike(p, Unlike{What: f.what, Base: ch.base, Head: ch.head, Nodes: nodes[ch],
				Text: fmt.Sprintf("%s %s in the base and %s in the head %s", f.what, ch.base, ch.head, onNodes(nodes[ch], len(p.nodeNames())))})
		}
	}
}

// unlikeDurations says that the load took unlike times, unless the same work was done: of
// a fixed amount of work the time is the result.
func (c *comparer) unlikeDurations(p *stratumPair) {
	for _, leg := range p.legNames() {
		var ratio, base, head float64
		n := 0
		for _, name := range p.nodeNames() {
			b, h := c.loadTime(p.base, leg, name), c.loadTime(p.head, leg, name)
			if b == 0 || h == 0 {
				continue
			}
			ratio += math.Log(h / b)
			base, head = base+b, head+h
			n++
		}
		if n == 0 || math.Abs(ratio)/float64(n) < math.Log1p(longerLoad) || c.sameWorkDone(p, leg) {
			continue
		}
		b, h := toldApart(base/float64(n), head/float64(n))
		if b == h {
			continue // unlike on the nodes, in opposite directions or by next to nothing
		}
		b, h = b+" s", h+" s"
		c.addUnlike(p, Unlike{What: "duration", Base: b, Head: h, Text: fmt.Sprintf("the load took %s in the base and %s in the head%s, and not for the same work", b, h, legSuffix(leg))})
	}
}

// toldApart writes two numbers with as many digits as tell them apart, up to three behind the point.
func toldApart(a, b float64) (x, y string) {
	for digits := 0; digits <= 3 && x == y; digits++ {
		x, y = fixed(a, digits), fixed(b, digits)
	}
	return x, y
}

// loadTime is how long a node's load took, averaged over the runs of a side; 0 when no
// more is known than the span of the recorders.
func (c *comparer) loadTime(runs []*Run, leg, name string) float64 {
	sum, n := 0.0, 0.0
	for _, r := range runs {
		if node := r.node(name); node != nil && node.leg(leg) != nil {
			if w := windowOf(node.leg(leg), nil); w.known() && w.source != "recorder" {
				sum += w.seconds()
				n++
			}
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

// sameWorkDone tells whether both sides did the same work over their nodes.
func (c *comparer) sameWorkDone(p *stratumPair, leg string) bool {
	base, head := 0.0, 0.0
	for _, x := range c.cells(p, leg, metricID{metric: throughput}) {
		base, head = base+x.base[0].work(), head+x.head[0].work()
	}
	return base > 0 && head > 0 && math.Abs(base-head) <= sameWork*max(base, head)
}
