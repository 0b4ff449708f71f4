package diff_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"inquest/report/diff"
	"inquest/schemas"
)

// firstLoad is when the load of a run begins, seconds since 1970-01-01; runs are a day apart.
const firstLoad = 1_700_000_000.0

// rig builds one synthetic run, node by node.
type rig struct {
	run     *diff.Run
	seed    string // of its random numbers; the run's id unless it is set
	begin   float64
	seconds float64
	sources map[string]*schemas.Source
}

// feed is one metric as one source shows it.
type feed struct {
	metric, instance string
	signal           signal
	format, member   string   // default: the usual tool of the metric
	coverage         string   // default: history
	tsSource         string   // default: zoned
	step             float64  // default: 1 s
	from, to         float64  // seconds of the load it covers; default: all
	around           float64  // seconds of zeros that were recorded before and after
	nodes, legs      []string // default: all
	gauge            bool     // of a tool that mostly has counters
	noStep           bool     // the tool does not say how long its intervals are
}

// newRig begins a run of 300 s on the nodes named; without a name on node-a, node-b and node-c.
func newRig(id, build string, nodes ...string) *rig {
	if len(nodes) == 0 {
		nodes = []string{"node-a", "node-b", "node-c"}
	}
	day := float64(seeded(id).IntN(400)) * 86400
	r := &rig{run: &diff.Run{ID: id, Build: build}, seed: id, begin: firstLoad + day, seconds: 300, sources: map[string]*schemas.Source{}}
	for _, name := range nodes {
		r.run.Nodes = append(r.run.Nodes, &diff.Node{Name: name, Artifact: id + "/" + name + ".zip", CPUs: 8})
	}
	return r
}

// stratum sets a factor that is not the build.
func (r *rig) stratum(key, value string) *rig {
	if r.run.Stratum == nil {
		r.run.Stratum = map[string]string{}
	}
	r.run.Stratum[key] = value
	return r
}

// lasting sets the length of the load of each leg.
func (r *rig) lasting(seconds float64) *rig { r.seconds = seconds; return r }

// like takes the random numbers of another run: the same data under another name.
func (r *rig) like(id string) *rig { r.seed = id; return r }

// leg adds a part with a factor of its own, a minute after the one before.
func (r *rig) leg(name, factor, value string) *rig {
	for _, n := range r.run.Nodes {
		from := r.begin + float64(len(n.Legs))*(r.seconds+60)
		n.Legs = append(n.Legs, diff.Leg{Name: name, Factors: map[string]string{factor: value},
			From: int64(from * 1e6), To: int64((from + r.seconds) * 1e6), Source: "manifest"})
	}
	return r
}

// threads adds a leg for each number of threads.
func (r *rig) threads(counts ...int) *rig {
	for _, c := range counts {
		r.leg(fmt.Sprintf("t%d", c), "threads", fmt.Sprint(c))
	}
	return r
}

// legs gives the run its single leg when none was named.
func (r *rig) ready() *rig {
	for _, n := range r.run.Nodes {
		if len(n.Legs) == 0 {
			n.Legs = []diff.Leg{{From: int64(r.begin * 1e6), To: int64((r.begin + r.seconds) * 1e6), Source: "manifest"}}
		}
	}
	return r
}

// window says how the load windows were found and how far their ends may be off.
func (r *rig) window(source string, edge float64) *rig {
	r.ready()
	for _, n := range r.run.Nodes {
		for i := range n.Legs {
			n.Legs[i].Source, n.Legs[i].EdgeS = source, edge
		}
	}
	return r
}

// role gives nodes a cluster.
func (r *rig) role(role string, nodes ...string) *rig {
	for _, n := range r.run.Nodes {
		if slices.Contains(nodes, n.Name) {
			n.Role = role
		}
	}
	return r
}

// set gives every node a setting of the server.
func (r *rig) set(name, value string) *rig {
	for _, n := range r.run.Nodes {
		n.Settings = append(n.Settings, schemas.Setting{Name: name, Value: value, Scope: schemas.ScopeServer, Source: r.source(n, "mysql-variables", "variables", "", "", "")})
	}
	return r
}

// put records a metric on the nodes named, on all when none is.
func (r *rig) put(metric string, s signal, nodes ...string) *rig {
	return r.add(feed{metric: metric, signal: s, nodes: nodes})
}

// add records a metric.
func (r *rig) add(f feed) *rig {
	r.ready()
	for _, n := range r.run.Nodes {
		for i := range n.Legs {
			l := &n.Legs[i]
			if (len(f.nodes) == 0 || slices.Contains(f.nodes, n.Name)) && (len(f.legs) == 0 || slices.Contains(f.legs, l.Name)) {
				n.Series = append(n.Series, r.series(n, l, f))
			}
		}
	}
	return r
}

func (r *rig) series(n *diff.Node, l *diff.Leg, f feed) *schemas.Series {
	format := cmp.Or(f.format, toolOf(f.metric))
	s := &schemas.Series{Metric: f.metric, Instance: f.instance, Unit: unitOf(f.metric), Rate: isCounter(f.metric) && !f.gauge,
		Source: r.source(n, format, cmp.Or(f.member, format+".txt"), l.Name, f.coverage, f.tsSource)}
	step := cmp.Or(f.step, 1)
	begin, length := float64(l.From)/1e6, float64(l.To-l.From)/1e6
	from, to := f.from, cmp.Or(f.to, length)
	value := f.signal(seeded(strings.Join([]string{r.seed, n.Name, l.Name, f.metric, f.instance, format, f.member}, "|")), int(math.Round((to-from)/step)))
	pad := make([]float64, int(f.around/step))
	value = slices.Concat(pad, value, pad)
	for i, v := range value {
		at := begin + from + float64(i+1-len(pad))*step
		s.TS = append(s.TS, int64(math.Round(at*1e6)))
		if s.Value = append(s.Value, v); f.noStep {
			s.Step = append(s.Step, math.NaN())
		} else {
			s.Step = append(s.Step, step)
		}
	}
	return s
}

// source is the member of a node that a tool wrote; one for all of its metrics.
func (r *rig) source(n *diff.Node, format, member, leg, coverage, tsSource string) *schemas.Source {
	key := strings.Join([]string{n.Name, format, member, leg, coverage, tsSource}, "|")
	if r.sources[key] == nil {
		r.sources[key] = &schemas.Source{Format: format, Member: member, Leg: leg, Coverage: cmp.Or(coverage, schemas.History), TSSource: cmp.Or(tsSource, schemas.Zoned)}
	}
	return r.sources[key]
}

// toolOf is the tool that usually records a metric.
func toolOf(metric string) string {
	for prefix, tool := range map[string]string{"cpu.": "mpstat", "process.": "pidstat", "disk.": "iostat", "memory.": "meminfo",
		"mysql.": "mysqladmin", "rocksdb.": "mysqladmin", "innodb.": "mysqladmin", "couchbase.": "stats-archives"} {
		if strings.HasPrefix(metric, prefix) {
			return tool
		}
	}
	return "sysbench"
}

func isCounter(metric string) bool {
	return toolOf(metric) == "mysqladmin"
}

func unitOf(metric string) string {
	switch {
	case strings.HasPrefix(metric, "cpu."), metric == "process.cpu", metric == "disk.util":
		return "ratio"
	case strings.HasPrefix(metric, "latency."), strings.HasSuffix(metric, "_await"):
		return "seconds"
	case metric == "disk.queue", metric == "rocksdb.level_files":
		return "count"
	case metric == "memory.used":
		return "bytes"
	case strings.HasSuffix(metric, "_bytes"):
		return "bytes_per_second"
	}
	return "per_second"
}
