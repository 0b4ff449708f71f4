package parse

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"time"

	"inquest/schemas"
)

// heartbeats reads the statuses of all nodes of the cluster that a node logs once a
// minute. Each value is the newest sample of one second, not a mean of the minute. Every
// node's log has those of all nodes: a series of another node than the log's has a label
// seen_from, so that a sum over the logs of a run can leave it out, and a node without a
// log of its own can be looked up in another's.
type heartbeats struct {
	l      *Log
	terms  termScanner
	at     time.Time
	own    []byte // the node that writes the log, by its Erlang name
	series *names[*beatSeries]
	nodes  *names[*beatNode]
	name   []byte // of a series being looked up

	heard  uint64 // of the status being read: what stands at last_heard
	values []beatValue
	stale  int
}

type beatSeries struct {
	key *schemas.StatKey
	per float64
}

type beatValue struct {
	series *beatSeries
	number float64
}

// beatNode is what is known of a node of the cluster from the entry before.
type beatNode struct {
	heard uint64
	at    time.Time
}

// maxBeatValues bounds the values of one node's status; a server logs some hundreds.
const maxBeatValues = 1 << 16

var beatSeed = maphash.MakeSeed()

func newHeartbeats(l *Log) *heartbeats {
	h := &heartbeats{l: l, series: newNames[*beatSeries](l), nodes: newNames[*beatNode](l)}
	h.terms.leaf, h.terms.shut = h.leaf, h.shut
	return h
}

// begin starts the entry of an instant in the log of a node; its term is on the lines that follow.
func (h *heartbeats) begin(at time.Time, own []byte) {
	h.at, h.heard, h.values = at, 0, h.values[:0]
	if !bytes.Equal(h.own, own) { // it got another name
		h.own = append(h.own[:0], own...)
		h.series = newNames[*beatSeries](h.l)
	}
	h.terms.reset()
}

func (h *heartbeats) line(line []byte) { h.terms.scan(line) }

// end finishes the entry. A status that is cut is not used.
func (h *heartbeats) end() {
	if h.terms.inside() {
		h.l.Skip(schemas.CutRow, "the heartbeats of "+h.at.UTC().Format(time.RFC3339)+" end within a term")
	}
	h.terms.reset()
}

// report says how many statuses were seen a second time.
func (h *heartbeats) report() {
	if h.stale > 0 {
		h.l.SkipAt(0, schemas.NotCounted, fmt.Sprintf("%d statuses that had not changed since the entry before", h.stale))
	}
}

// leaf takes one value of a node's status:
//
//	{<node>, [{last_heard, t}, {system_stats, [{<name>, n}, ...]}, {interesting_stats, [...]},
//	          {per_bucket_interesting_stats, [{<bucket>, [{<name>, n}, ...]}]},
//	          {processes_stats, [{<<"<process>/<name>">>, n}, ...]}, ...]}
//
// From 7.2.4 on processes_stats holds {<process>, [{<name>, n}, ...]}.
func (h *heartbeats) leaf(value []byte) {
	t := &h.terms
	depth := t.depth()
	if depth < 2 {
		return
	}
	var label string
	var of, name []byte
	switch group := text(t.key(1)); {
	case group == "last_heard": // a number, or a tuple of three in old versions
		h.heard = h.heard*31 + maphash.Bytes(beatSeed, value)
		return
	case (group == "system_stats" || group == "interesting_stats") && depth == 3:
		name = t.key(2)
	case group == "per_bucket_interesting_stats" && depth == 4:
		label, of, name = "bucket", t.key(2), t.key(3)
	case group == "processes_stats" && depth == 3:
		label = "process"
		of, name, _ = bytes.Cut(t.key(2), []byte{'/'})
	case group == "processes_stats" && depth == 4:
		label, of, name = "process", t.key(2), t.key(3)
	}
	v, ok := parseNumber(value)
	if !ok || len(name) == 0 {
		return
	}
	s := h.find(label, of, name)
	if v /= s.per; v < 0 && isShareOrRate(s.key.Unit) {
		h.l.Skip(schemas.BadCell, string(name)+" is negative")
		return
	}
	if len(h.values) == maxBeatValues {
		h.l.Skip(schemas.Unsupported, "a status with more values than can be held: "+string(name))
		return
	}
	h.values = append(h.values, beatValue{s, v})
}

// find gives the series of a value of the current node.
func (h *heartbeats) find(label string, of, name []byte) *beatSeries {
	h.name = append(append(append(h.name[:0], h.terms.key(0)...), 0), label...)
	h.name = append(append(append(append(h.name, 0), of...), 0), name...)
	if e := h.series.find(h.name); e != nil {
		return e.value
	}
	labels := []string{"node", erlangHost(string(h.terms.key(0)))}
	if len(h.own) > 0 && !bytes.Equal(h.own, h.terms.key(0)) {
		labels = append(labels, "seen_from", erlangHost(string(h.own)))
	}
	if label != "" {
		labels = append(labels, label, string(of))
	}
	kind := schemas.Gauge
	if bytes.HasSuffix(name, []byte("_raw")) {
		kind = schemas.Counter
	}
	s := &beatSeries{}
	unit := ""
	unit, s.per = archiveUnit(string(name))
	s.key = h.l.Key("couchbase.heartbeat."+string(name), labelJSON(labels...), kind, unit)
	h.series.add(h.name, s)
	return s
}

// shut makes rows when a node's status ends.
func (h *heartbeats) shut() {
	if h.terms.depth() != 1 {
		return
	}
	name := h.terms.key(0)
	e := h.nodes.find(name)
	if e == nil {
		e = h.nodes.add(name, &beatNode{})
	}
	n := e.value
	switch {
	case len(h.values) == 0:
	case h.heard != 0 && h.heard == n.heard:
		h.stale++
	default:
		step := schemas.Null
		if d := h.at.Sub(n.at).Seconds(); !n.at.IsZero() && d > 0 {
			step = d
		}
		for _, v := range h.values {
			h.l.Stat(h.at.UnixMicro(), v.series.key, v.number, step)
		}
		n.heard, n.at = h.heard, h.at
	}
	h.heard, h.values = 0, h.values[:0]
}
