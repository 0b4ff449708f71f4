package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

var titles = map[string]string{
	"throughput": "throughput", "errors": "error rate",
	"latency.mean": "mean latency", "latency.p50": "p50 latency", "latency.p95": "p95 latency", "latency.p99": "p99 latency",
	"cpu.busy": "CPU busy", "cpu.user": "CPU user time", "cpu.system": "CPU system time", "cpu.iowait": "CPU iowait", "cpu.steal": "CPU steal",
	utilization:   "CPU utilisation (with iowait)",
	"process.cpu": "server process CPU", "disk.util": "disk utilisation", "disk.read_rate": "disk reads", "disk.write_rate": "disk writes",
	"disk.read_bytes": "disk bytes read", "disk.write_bytes": "disk bytes written", "disk.read_await": "disk read wait",
	"disk.write_await": "disk write wait", "disk.queue": "disk queue", "disk.flush_rate": "disk flushes", "memory.used": "memory used",
}

// title names a metric for people.
func title(id metricID) string {
	name, perOp := strings.CutPrefix(id.metric, "per_op.")
	t := titles[name]
	if t == "" {
		t = name
	}
	if name == "cpu.busy" && perOp {
		t = "CPU time"
	}
	if perOp {
		t += " per operation"
	}
	if id.instance != "" && id.metric != throughput {
		t += " (" + id.instance + ")"
	}
	return t
}

// capital begins a sentence; the server's own names stay as they are.
func capital(s string) string {
	if s == "" || isInternal(s) {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// lowHigh says which way a metric moved.
func lowHigh(sign int) string {
	if sign < 0 {
		return "lower"
	}
	return "higher"
}

// onNodes says on how many nodes, and names them when they are few of many or one of two.
func onNodes(agree []string, total int) string {
	s := fmt.Sprintf("on %d of %d %s", len(agree), total, plural(total, "node", "nodes"))
	if 4*len(agree) < 3*total && len(agree) <= 3 {
		s += " (" + strings.Join(agree, ", ") + ")"
	}
	return s
}

// onNodesOf is onNodes among the nodes of a role.
func onNodesOf(agree []string, total int, role string) string {
	s := onNodes(agree, total)
	if role == "" {
		return s
	}
	return strings.Replace(s, plural(total, " node", " nodes"), plural(total, " node", " nodes")+" of "+role, 1)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// How a sentence ends when one pair of runs is all there is, and when the builds are one.
const (
	onePair    = "one pair of runs, unreplicated, run noise unknown"
	ofOneBuild = "same build and settings on both sides, so this is what identical runs do"
)

// ending is how the sentence of a finding from one pair of runs ends.
func (c *comparer) ending() string {
	if c.same {
		return ofOneBuild
	}
	return onePair
}

// endingOf is ending with the number of runs, where there are several.
func (c *comparer) endingOf(p *stratumPair) string {
	if !c.same && (len(p.base) > 1 || len(p.head) > 1) {
		return fmt.Sprintf("%d against %d runs, run noise of a shape unknown", len(p.base), len(p.head))
	}
	return c.ending()
}

// certainty is the end of a sentence: what the grade rests on.
func (c *claim) certainty(sameBuild bool) string {
	if sameBuild {
		return ofOneBuild
	}
	_, several := c.replicated()
	if c.recorder() {
		return "the load window is a guess (the recorders' own span), run noise unknown"
	}
	switch c.grade {
	case "A":
		return "replicated, beyond what identical runs show" + c.atoms[0].noise.fromBook()
	case "B":
		if math.IsNaN(c.p) {
			if len(c.parts) > 1 {
				return "run noise unknown"
			}
			return "in every pair of runs, run noise unknown" + c.lone()
		}
		return "beyond what identical runs show" + c.atoms[0].noise.fromBook()
	case "C":
		if runs := c.atoms[0].most; several || runs[0] > 1 || runs[1] > 1 {
			return fmt.Sprintf("%d against %d runs, run noise unknown", runs[0], runs[1])
		}
		return onePair
	}
	return c.reason
}

// lone says which side has one run only, or has the metric on all nodes in one only, whose
// spread is therefore unknown.
func (c *claim) lone() string {
	a := c.atoms[0]
	for i, side := range []string{"base", "head"} {
		if a.most[i] > 1 {
			continue
		}
		if all := len([][]*Run{a.pair.base, a.pair.head}[i]); all > 1 {
			return fmt.Sprintf(" (only 1 of %d runs of the %s shows it on most nodes, its spread is not known)", all, side)
		}
		return " (the " + side + " has one run, its spread is not known)"
	}
	return ""
}

// legsText says at which legs a change shows, by the factor that tells them apart.
func legsText(moved []string, all int, factor string, values map[string]string) string {
	name := func(legs []string) string {
		out := make([]string, 0, len(legs))
		for _, l := range legs {
			v := values[l]
			if v == "" {
				v = l
			}
			out = append(out, v)
		}
		slices.SortFunc(out, naturally)
		return strings.Join(out, ", ")
	}
	if factor == "" {
		if len(moved) == all && all > 1 {
			return fmt.Sprintf("at all %d legs (%s)", all, name(moved))
		}
		return fmt.Sprintf("at %d of %d %s (%s)", len(moved), all, plural(all, "leg", "legs"), name(moved))
	}
	s := fmt.Sprintf("at %d of %d values of %s (%s)", len(moved), all, factor, name(moved))
	if len(moved) == all && all > 1 {
		s = fmt.Sprintf("at all %d values of %s (%s)", all, factor, name(moved))
	}
	return s
}

// naturally orders numbers by size and other texts by letters.
func naturally(a, b string) int {
	var x, y float64
	_, ea := fmt.Sscan(a, &x)
	_, eb := fmt.Sscan(b, &y)
	if ea == nil && eb == nil && (x < y || x > y) {
		if x < y {
			return -1
		}
		return 1
	}
	return strings.Compare(a, b)
}
