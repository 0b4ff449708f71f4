package diff

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"inquest/schemas"
)

// perNode matches settings that tell one node or one start of a server from another, and
// values that the kernel counts: they differ between any two runs and mean nothing.
var perNode = regexp.MustCompile(`(?i)^(hostname|report_host|wsrep_node_.*|.*_log_file|log_error|pid_file|socket|port|server_id|server_uuid|basedir|datadir|tmpdir|slave_load_tmpdir|` +
	`timestamp|rand_seed\d?|pseudo_thread_id|last_insert_id|identity|insert_id|gtid_.*(pos|state|executed|purged).*|` +
	`innodb_buffer_pool_filename|uname\.node|uname\.hostname|kernel\.hostname|kernel\.random\..*|kernel\.ns_last_pid|kernel\.pty\.nr|fs\.(file-nr|inode-nr|inode-state|dentry-state|aio-nr|quota\..*)|` +
	`net\.netfilter\.nf_conntrack_count|kernel\.(tainted|perf_event_max_sample_rate|perf_cpu_time_max_percent)|cpu\.(mhz|bogomips)|cpu_mhz|bogomips|mount\..*|` +
	`(sysbench|ycsb|pgbench)\.(total_time|transactions|queries|events|tps|.*_per_second|latency.*|total_.*))$`)

// versionName matches settings that name the build itself.
var versionName = regexp.MustCompile(`(?i)^(version|version_.*|innodb_version|.*\.version)$`)

// settings compares the settings of the nodes that are on both sides. A name that is
// on one side only counts when the other side has settings of that format, in that leg, at all.
func (c *comparer) settings() {
	type change struct{ name, base, head, scope string }
	nodes := map[change][]string{}
	for _, p := range c.pairs {
		steady := c.steady(p)
		for _, name := range p.nodeNames() {
			b, h := firstNode(p.base, name), firstNode(p.head, name)
			bv, hv := settingValues(b), settingValues(h)
			for _, key := range slices.Sorted(maps.Keys(union(bv, hv))) {
				x, inBase := bv[key]
				y, inHead := hv[key]
				if x.value == y.value && inBase == inHead || perNode.MatchString(plainName(key)) || versionName.MatchString(key) && !c.oneLabel() || !steady(name, key) {
					continue
				}
				if !inBase && (b.Damaged || !hasFormat(b, y)) || !inHead && (h.Damaged || !hasFormat(h, x)) {
					continue
				}
				ch := change{key, x.value, y.value, cmp.Or(x.scope, y.scope)}
				if inBase {
					c.settingsAt.addMember(b.Artifact, x.member)
				}
				if inHead {
					c.settingsAt.addMember(h.Artifact, y.member)
				}
				if !slices.Contains(nodes[ch], name) {
					nodes[ch] = append(nodes[ch], name)
				}
			}
		}
	}
	c.res.Settings = []SettingRow{}
	for ch, names := range nodes {
		c.res.Settings = append(c.res.Settings, SettingRow{Name: ch.name, Base: ch.base, Head: ch.head, Nodes: names, Scope: ch.scope})
	}
	order := []string{schemas.ScopeServer, schemas.ScopeBench, schemas.ScopeHardware, schemas.ScopeOS}
	slices.SortFunc(c.res.Settings, func(a, b SettingRow) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Scope), slices.Index(order, b.Scope)),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.Base, b.Base),
			cmp.Compare(a.Head, b.Head), cmp.Compare(a.Scope, b.Scope))
	})
}

// steady gives a test whether a setting of a node is the same in all runs of a side:
// what replicates differ in is no setting of the build.
func (c *comparer) steady(p *stratumPair) func(node, key string) bool {
	type nodeKey struct{ node, key string }
	unsteady := map[nodeKey]bool{}
	for _, side := range [][]*Run{p.base, p.head} {
		for _, r := range side[1:] {
			for _, n := range r.Nodes {
				first := firstNode(side[:1], n.Name)
				if first == nil {
					continue
				}
				a, b := settingValues(first), settingValues(n)
				for key := range union(a, b) {
					x, inA := a[key]
					y, inB := b[key]
					if inA && inB && x.value != y.value {
						unsteady[nodeKey{n.Name, key}] = true
					}
				}
			}
		}
	}
	return func(node, key string) bool { return !unsteady[nodeKey{node, key}] }
}

func firstNode(runs []*Run, name string) *Node {
	for _, r := range runs {
		if n := r.node(name); n != nil {
			return n
		}
	}
	return nil
}

// plainName is a setting's name without its leg.
func plainName(key string) string {
	name, _, _ := strings.Cut(key, " (leg ")
	return name
}

type settingValue struct{ value, scope, format, leg, member string }

// settingValues are a node's settings. The bench's are those of a leg, which names them,
// when the node has named legs; a load generator outside them made no load that counts.
func settingValues(n *Node) map[string]settingValue {
	out := map[string]settingValue{}
	if n == nil {
		return out
	}
	legs := slices.ContainsFunc(n.Legs, func(l Leg) bool { return l.Name != "" })
	for i := range n.Settings {
		s := &n.Settings[i]
		name := s.Name
		switch bench := s.Scope == schemas.ScopeBench; {
		case bench && legs != (s.Source.Leg != ""), !bench && s.Source.Leg != "":
			continue
		case bench && legs:
			name += " (leg " + s.Source.Leg + ")"
		}
		if _, ok := out[name]; !ok {
			out[name] = settingValue{s.Value, s.Scope, s.Source.Format, s.Source.Leg, memberPath(s.Source)}
		}
	}
	return out
}

// hasFormat tells whether a node has settings of the format that another node's setting
// comes from; of the bench's, in the same leg.
func hasFormat(n *Node, of settingValue) bool {
	return n != nil && slices.ContainsFunc(n.Settings, func(s schemas.Setting) bool {
		return s.Source.Format == of.format && (of.scope != schemas.ScopeBench || s.Source.Leg == of.leg)
	})
}

func union(a, b map[string]settingValue) map[string]bool {
	out := map[string]bool{}
	for k := range a {
		out[k] = true
	}
	for k := range b {
		out[k] = true
	}
	return out
}
