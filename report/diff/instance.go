package diff

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
)

const processCPU = "process.cpu"

// sides names the instance of a metric on either side: mostly one name, two where a
// disk or a server process is called differently.
type sides struct{ base, head string }

// isChosen tells whether the instance of a metric is chosen for each node.
func isChosen(metric string) bool {
	return metric == throughput || metric == processCPU || strings.HasPrefix(metric, "disk.")
}

// chosenInstance is the instance as far as it is part of a metric's name.
func chosenInstance(metric, instance string) string {
	if isChosen(metric) {
		return ""
	}
	return instance
}

// instances lists which instances may stand for a metric on a node, best first: for
// throughput the load generator, then the goal sources in their order; for disks the
// node's own device and for process CPU the server, whatever each side calls it.
func (c *comparer) instances(p *stratumPair, leg string, id metricID, name string) []sides {
	if !isChosen(id.metric) {
		return []sides{{id.instance, id.instance}}
	}
	base, head := c.instancesOf(p.base, leg, id.metric, name), c.instancesOf(p.head, leg, id.metric, name)
	if id.metric == processCPU {
		base, head = c.server(p.base, leg, name, base, ""), nil
		if len(base) > 0 {
			head = c.server(p.head, leg, name, c.instancesOf(p.head, leg, id.metric, name), base[0])
		}
	}
	var out []sides
	for _, b := range base {
		if slices.Contains(head, b) {
			out = append(out, sides{b, b})
		}
	}
	if len(out) == 0 && len(base) == 1 && len(head) == 1 && id.metric != throughput {
		out = append(out, sides{base[0], head[0]})
	}
	if strings.HasPrefix(id.metric, "disk.") {
		c.busiestFirst(p, leg, out)
	}
	rank := func(s sides) int {
		for i, g := range goalSources {
			if g.name == s.base {
				return i + 1
			}
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b sides) int { return rank(a) - rank(b) })
	if len(out) == 0 && (len(base) > 0 || len(head) > 0) {
		c.notTested(title(id), "no source on both sides of "+name+" (base: "+listOrNone(base)+"; head: "+listOrNone(head)+")"+legSuffix(leg))
	}
	return out
}

// listOrNone lists instances, one without a name too.
func listOrNone(list []string) string {
	named := make([]string, len(list))
	for i, s := range list {
		named[i] = cmp.Or(s, "unnamed")
	}
	return orNone(strings.Join(named, ", "))
}

// instancesOf lists the instances of a metric that a node has on one side.
func (c *comparer) instancesOf(runs []*Run, leg, metric, name string) []string {
	seen := map[string]bool{}
	for _, r := range runs {
		if n := r.node(name); n != nil {
			for k := range c.idx[n] {
				if k.metric == metric && k.leg == leg {
					seen[k.instance] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// loadTools matches processes that make or record the load.
var loadTools = regexp.MustCompile(`(?i)sysbench|ycsb|pgbench|pillowfight|iostat|mpstat|vmstat|pidstat|dstat|^dool$|^perf$|sadc|^sar$|^top$|mysqladmin|mariadb-admin|^bash$|^sh$|^sleep$|python`)

// server is the process that used most CPU on one side of a node, load generators and
// recorders aside; the one of the other side's name if there is such.
func (c *comparer) server(runs []*Run, leg, name string, from []string, other string) []string {
	if other != "" && slices.Contains(from, other) {
		return []string{other}
	}
	best, most := "", -1.0
	for _, r := range runs {
		n := r.node(name)
		if n == nil || n.leg(leg) == nil {
			continue
		}
		for _, instance := range from {
			if loadTools.MatchString(instance) {
				continue
			}
			for _, s := range c.idx[n][seriesID{processCPU, instance, leg}] {
				if m := within(s, windowOf(n.leg(leg), c.in.Window)).Mean(); m > most {
					best, most = instance, m
				}
			}
		}
	}
	if most < 0 {
		return nil
	}
	return []string{best}
}

// oneSidedDisks says which devices only one side of a node has.
func (c *comparer) oneSidedDisks(p *stratumPair, leg string) {
	devices := func(runs []*Run, name string) []string {
		var out []string
		for _, r := range runs {
			if n := r.node(name); n != nil {
				for k := range c.idx[n] {
					if k.leg == leg && strings.HasPrefix(k.metric, "disk.") && !slices.Contains(out, k.instance) {
						out = append(out, k.instance)
					}
				}
			}
		}
		slices.Sort(out)
		return out
	}
	for _, name := range c.loaded[p] {
		base, head := devices(p.base, name), devices(p.head, name)
		if len(base) == 1 && len(head) == 1 || len(base) == 0 || len(head) == 0 {
			continue // compared as the node's disk, or said for the metric as a whole
		}
		for _, d := range base {
			if !slices.Contains(head, d) {
				c.notTested("disk "+orNone(d), "only in base"+legSuffix(leg))
				c.onlyIn("base", "disk "+orNone(d)+" of "+name)
			}
		}
		for _, d := range head {
			if !slices.Contains(base, d) {
				c.notTested("disk "+orNone(d), "only in head"+legSuffix(leg))
				c.onlyIn("head", "disk "+orNone(d)+" of "+name)
			}
		}
	}
}
