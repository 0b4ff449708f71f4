package diff

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"inquest/schemas"
)

// Compare finds what differs between the builds.
func Compare(in *Input) *Result {
	c := &comparer{in: heal(inOrder(in)), series: map[*Node][]*schemas.Series{}, idx: map[*Node]seriesIndex{}, loaded: map[*stratumPair][]string{},
		ids: map[string]int{}, only: map[string][]string{}, rigged: map[*Finding]bool{}, agree: map[*Finding][]string{}, weak: map[*Finding][]string{}, together: map[*Finding]bool{}, cellCache: map[cellKey][]cell{}, noiseCache: map[metricID]runNoise{}}
	c.res = &Result{SchemaVersion: SchemaVersion, Tool: in.Tool, Claims: in.Claims, Warnings: c.in.Warnings,
		Findings: []*Finding{}, NotTested: []NotTested{}, Charts: []Chart{}}
	c.admit()
	c.prepare()
	c.count()
	c.settings()
	c.unlike()
	c.same = c.sameBuild()
	c.classify()
	c.nameControls()

	for _, p := range c.pairs {
		c.unlikeDurations(p)
	}
	c.resets()
	c.unlikeLegs()
	c.disagreements()
	c.warmUps()
	c.shrinkNoise()
	c.tellBook()
	turnovers, turned := c.onsets()
	c.tellLate(turnovers)
	atoms := slices.Concat(c.levels(turned), c.volatilities(turned), c.perOp())
	claims := c.overTestStrata(claimsOf(atoms), atoms)
	correct(claims, atoms)
	var found []*Finding
	for _, t := range turnovers {
		found = append(found, c.onsetFinding(t))
	}
	c.rate(claims)
	for _, cl := range claims {
		c.netOfControls(cl)
		if cl.grade == "X" && cl.atoms[0].v.few && cl.tr.role < 1 {
			c.notTested(cl.id.metric, cl.reason)
			continue
		}
		if cl.grade != "" && !(cl.grade == "X" && cl.tr.role <= 0.4 && cl.id.metric != "cpu.busy") {
			found = append(found, c.findings(cl)...)
		}
	}
	found = append(found, c.sums(found)...)
	found = append(found, c.sweeps(atoms, found)...)
	c.neutralControls(found)
	c.res.Findings = append(c.res.Findings, found...)
	c.silentGoals(atoms)
	c.unchanged(atoms, claims)
	c.fold()
	c.settingsFinding(atoms)
	c.missing()
	c.oneSidedFindings()
	c.eventFindings()
	ev := c.evidence(atoms)
	c.explain(ev)
	c.neutralLabel()
	c.rank()
	c.res.Chains = c.chains(ev)
	c.res.Summary = c.summary()
	c.charts()
	c.finish()
	return c.res
}

// prepare derives the goal series and indexes all series.
func (c *comparer) prepare() {
	for _, r := range slices.Concat(c.in.Base, c.in.Head) {
		for _, n := range r.Nodes {
			if c.idx[n] == nil { // a run compared with itself is on both sides
				c.series[n] = n.derived()
				c.idx[n] = indexOf(c.series[n])
			}
		}
	}
	pairs, warnings := pairStrata(c.in.Base, c.in.Head)
	c.pairs = pairs
	if len(pairs) > 0 {
		nameStrata(pairs)
	}
	c.openBook()
	c.res.Warnings = append(c.res.Warnings, warnings...)
	c.pairByRank()
	if c.res.Warnings == nil {
		c.res.Warnings = []Warning{}
	}
	if c.res.Claims == nil {
		c.res.Claims = []Claim{}
	}
}

// count fills the sides and the numbers of nodes.
func (c *comparer) count() {
	c.res.Base, c.res.Head = side(c.in.Base), side(c.in.Head)
	c.res.Base.Build, c.res.Head.Build = cmp.Or(c.res.Base.Build, c.builds[0]), cmp.Or(c.res.Head.Build, c.builds[1])
	b, h := map[string]bool{}, map[string]bool{} // nodes paired by rank by the name that they are compared under
	names := func(out map[string]bool, runs []*Run) {
		for _, r := range runs {
			for _, n := range r.Nodes {
				if n.SeenFrom == "" {
					out[n.Name] = true
				}
			}
		}
	}
	alone := func(runs []*Run) []*Run {
		return slices.DeleteFunc(slices.Clone(runs), func(r *Run) bool {
			return slices.ContainsFunc(c.pairs, func(p *stratumPair) bool { return p.key == stratumKey(r.Stratum) })
		})
	}
	names(b, alone(c.in.Base))
	names(h, alone(c.in.Head))
	for _, p := range c.pairs {
		names(b, p.base)
		names(h, p.head)
	}
	n := NodeCount{Base: len(b), Head: len(h), Idle: []string{}, Missing: []string{}, NotMeasured: []string{}}
	paired := map[string]bool{}
	for _, p := range c.pairs {
		for _, name := range p.nodeNames() {
			if b[name] && h[name] {
				paired[name] = true
			}
		}
	}
	n.Paired = len(paired)
	c.res.Nodes = n
	c.res.Coverage = Coverage{Rows: map[string]int{}, Skips: map[string]int{}, Reasons: map[string]int{}}
	seen := map[*Node]bool{}
	counted := map[*Run]bool{}
	for _, r := range slices.Concat(c.in.Base, c.in.Head) {
		if !counted[r] {
			counted[r] = true
			c.res.Coverage.Copies += r.copies()
		}
		for _, node := range r.Nodes {
			if seen[node] {
				continue
			}
			seen[node] = true
			for k, v := range node.Rows {
				c.res.Coverage.Rows[k] += v
			}
			for k, v := range node.Skips {
				c.res.Coverage.Skips[k] += v
			}
			for k, v := range node.Reasons {
				c.res.Coverage.Reasons[k] += v
			}
			for _, s := range node.Series {
				if s.Source.Coverage == "snapshot" {
					c.res.Coverage.Snapshot++
				}
			}
		}
	}
}

func side(runs []*Run) Side {
	s := Side{Runs: []RunInfo{}}
	first := map[string]string{}
	for _, r := range runs {
		s.Build = cmp.Or(s.Build, r.Build)
		info := RunInfo{ID: r.ID, Stratum: r.Stratum, Nodes: []string{}}
		if info.Stratum == nil {
			info.Stratum = map[string]string{}
		}
		for _, n := range r.Nodes {
			if n.SeenFrom == "" {
				info.Nodes = append(info.Nodes, n.Name)
			}
		}
		k := stratumKey(r.Stratum)
		info.ReplicateOf = first[k]
		first[k] = cmp.Or(first[k], r.ID)
		s.Runs = append(s.Runs, info)
	}
	return s
}

// sameBuild tells whether this is an A/A comparison: one build label on all runs, and
// neither a setting nor anything else differs.
func (c *comparer) sameBuild() bool {
	return c.oneLabel() && len(c.res.Settings) == 0 && len(c.res.Unlike) == 0
}

// oneLabel tells whether all runs of both sides have one known build label.
func (c *comparer) oneLabel() bool {
	label := ""
	for _, r := range slices.Concat(c.in.Base, c.in.Head) {
		if r.Build == "" || label != "" && r.Build != label {
			return false
		}
		label = r.Build
	}
	return label != ""
}

// unlikeLegs warns of legs that are on one side only, or of one name and other load.
func (c *comparer) unlikeLegs() {
	warn := func(kind, text string) {
		c.res.Warnings = append(c.res.Warnings, Warning{Kind: kind, Text: text})
	}
	for _, p := range c.pairs {
		base, head := legsOf(p.base), legsOf(p.head)
		for _, name := range slices.Sorted(maps.Keys(base)) {
			if !head[name] {
				warn("leg_on_one_side", "leg "+orNone(name)+" is in the base only and is left out")
			} else if why := p.unlikeLeg(name); why != "" {
				warn("unlike_legs", "leg "+orNone(name)+" ran with "+why+" on the two sides and is not compared")
			}
		}
		for _, name := range slices.Sorted(maps.Keys(head)) {
			if !base[name] {
				warn("leg_on_one_side", "leg "+orNone(name)+" is in the head only and is left out")
			}
		}
	}
}

func (c *comparer) notTested(metric, reason string) {
	x := NotTested{Metric: metric, Reason: reason}
	if !slices.Contains(c.res.NotTested, x) {
		c.res.NotTested = append(c.res.NotTested, x)
	}
}

// unchanged counts the metrics that were tested and gave no finding.
func (c *comparer) unchanged(atoms []*atom, claims []*claim) {
	moved := map[*atom]bool{}
	for _, cl := range claims {
		if cl.grade != "" {
			for _, a := range cl.atoms {
				moved[a] = true
			}
		}
	}
	for _, a := range atoms {
		if !moved[a] {
			c.res.Coverage.Unchanged++
		}
	}
}

// idleOnOneSide says that a node carried load on one side only.
func (c *comparer) idleOnOneSide(p *stratumPair, name string, idleInBase bool) {
	side, other := "head", "base"
	if idleInBase {
		side, other = "base", "head"
	}
	f := &Finding{Kind: "outlier", Metric: throughput, Family: "throughput", Direction: "none", Outcome: "symptom",
		NodesAgree: 1, NodesTotal: len(p.nodeNames()), Nodes: []NodeEffect{{Node: name, Odd: true}}, Grade: "C", Severity: "minor",
		Where:   Where{Scope: "nodes", Stratum: p.factors, Phase: "whole"},
		Because: []string{}, Not: []string{}, SameAs: []string{}, Evidence: []Evidence{},
		Text: fmt.Sprintf("Node %s carried no load in %s and some in %s%s; %s", name, side, other, c.inStratum(p), c.ending())}
	f.Score = 0.3
	if c.same {
		f.Kind, f.Outcome, f.Severity = "noise", "neutral", "note"
	}
	f.ID = c.newID(f)
	c.agree[f] = []string{name}
	c.res.Findings = append(c.res.Findings, f)
}

// finish sorts the small lists and sets the verdict.
func (c *comparer) finish() {
	for _, f := range c.res.Findings {
		if f.Where.Stratum == nil {
			f.Where.Stratum = map[string]string{}
		}
		for i := range f.Nodes {
			f.Nodes[i].HeadNode = c.called[f.Nodes[i].Node]
		}
	}
	c.res.Warnings = orderWarnings(c.res.Warnings)
	slices.SortFunc(c.res.NotTested, func(a, b NotTested) int {
		return cmp.Or(cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.Metric, b.Metric))
	})
	slices.Sort(c.res.Nodes.Idle)
	slices.Sort(c.res.Nodes.Missing)
	slices.Sort(c.res.Nodes.NotMeasured)
	for _, list := range []*[]string{&c.res.Nodes.Idle, &c.res.Nodes.Missing, &c.res.Nodes.NotMeasured} {
		if *list == nil {
			*list = []string{}
		}
	}
	var loaded int
	for _, p := range c.pairs {
		loaded += len(c.loaded[p])
	}
	switch {
	case len(c.pairs) == 0 && c.failed != "":
		c.res.Exit = Exit{4, "nothing to compare: " + c.failed}
	case len(c.pairs) == 0:
		c.res.Exit = Exit{4, "nothing to compare: no run of the head has a counterpart of the same factors in the base"}
	case c.res.Nodes.Paired == 0:
		c.res.Exit = Exit{4, "nothing to compare: no node name is on both sides"}
	case loaded == 0 && len(c.res.Nodes.Idle) == 0:
		c.res.Exit = Exit{4, "nothing to compare: no node has a history of the load on both sides"}
	case loaded > 0 && c.res.Coverage.Series == 0:
		c.res.Exit = Exit{4, "nothing could be compared: no metric has samples within the load window of both sides"}
	default:
		n := 0
		for _, f := range c.res.Findings {
			if f.FoldedInto == "" {
				n++
			}
		}
		c.res.Exit = Exit{0, fmt.Sprintf("%d %s", n, plural(n, "finding", "findings"))}
	}
	if len(c.res.Nodes.Idle) > 0 && loaded == 0 {
		c.res.Exit.Reason = "all nodes are idle: " + strings.Join(c.res.Nodes.Idle, ", ")
	}
}
