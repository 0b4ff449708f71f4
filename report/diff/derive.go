package diff

import (
	"slices"
	"strings"

	"inquest/schemas"
)

// goalSources are where throughput is taken from when there is no load generator's log
// on both sides, in order: updates applied, documents replicated, kv operations.
// The series of one source and time are summed over their instances.
var goalSources = []struct {
	name    string
	metrics []string
}{
	{"updates applied", []string{"mysql.Com_insert", "mysql.Com_update", "mysql.Com_delete", "mysql.Com_replace"}},
	{"couchbase.xdcr_docs_written_total", []string{"couchbase.xdcr_docs_written_total"}},
	{"couchbase.ops", []string{"couchbase.ops"}},
	{"couchbase.kv_ops", []string{"couchbase.kv_ops"}},
}

const throughput = "throughput"

// derived gives the series of a node as they are compared: its own, disk waiting times
// weighted by requests, and throughput made from the server's own counters. The latter
// stand behind the load generator's, whose name is the first instance: the pairing takes
// the first source that both sides have.
func (n *Node) derived() []*schemas.Series {
	out := make([]*schemas.Series, len(n.Series), len(n.Series)+8)
	for i, s := range n.Series {
		c := *s
		if s.Metric == throughput {
			c.Instance = s.Source.Format
			if s.Instance != "" { // of one kind of operation
				c.Instance += " " + s.Instance
			}
		}
		out[i] = &c
	}
	for _, s := range out {
		if s.Metric == "disk.read_await" || s.Metric == "disk.write_await" {
			weightByRequests(s, out)
		}
	}
	for _, g := range goalSources {
		sums := map[*schemas.Source]*schemas.Series{}
		var order []*schemas.Source
		for _, s := range n.Series {
			if !slices.Contains(g.metrics, s.Metric) {
				continue
			}
			if sum := sums[s.Source]; sum == nil {
				c := *s
				c.Metric, c.Instance, c.Unit = throughput, g.name, "per_second"
				sums[s.Source] = &c
				order = append(order, s.Source)
			} else {
				sums[s.Source] = addSeries(sum, s)
			}
		}
		for _, src := range order {
			out = append(out, sums[src])
		}
	}
	return out
}

// addSeries adds two series of one source sample by sample; instants that only one
// of them has keep its value.
func addSeries(a, b *schemas.Series) *schemas.Series {
	out := *a
	out.TS, out.Step, out.Value = nil, nil, nil
	i, j := 0, 0
	for i < len(a.TS) || j < len(b.TS) {
		switch {
		case j >= len(b.TS) || i < len(a.TS) && a.TS[i] < b.TS[j]:
			out.TS, out.Step, out.Value = append(out.TS, a.TS[i]), append(out.Step, a.Step[i]), append(out.Value, a.Value[i])
			i++
		case i >= len(a.TS) || b.TS[j] < a.TS[i]:
			out.TS, out.Step, out.Value = append(out.TS, b.TS[j]), append(out.Step, b.Step[j]), append(out.Value, b.Value[j])
			j++
		default:
			out.TS, out.Step, out.Value = append(out.TS, a.TS[i]), append(out.Step, a.Step[i]), append(out.Value, a.Value[i]+b.Value[j])
			i++
			j++
		}
	}
	out.Resets = append(slices.Clone(a.Resets), b.Resets...)
	slices.Sort(out.Resets)
	out.Resets = slices.Compact(out.Resets)
	return &out
}

// weightByRequests keeps of a disk's waiting times those of intervals that had
// requests: without any there is no waiting time, whatever the tool prints.
func weightByRequests(await *schemas.Series, all []*schemas.Series) {
	rate := strings.Replace(await.Metric, "_await", "_rate", 1)
	for _, s := range all {
		if s.Metric != rate || s.Instance != await.Instance || s.Source != await.Source {
			continue
		}
		requests := map[int64]float64{}
		for i, ts := range s.TS {
			requests[ts] = s.Value[i]
		}
		var ts []int64
		var step, value []float64
		for i, t := range await.TS {
			if r, ok := requests[t]; ok && r > 0 {
				ts, value = append(ts, t), append(value, await.Value[i])
				step = append(step, await.Step[i])
			}
		}
		await.TS, await.Step, await.Value = ts, step, value
		return
	}
}
