package main

import (
	"encoding/json"
	"os"
	"testing"
)

// trueVerdicts are the truth about recordings: what was measured, and what follows from it.
type trueVerdicts struct {
	Loaded      []string                `json:"loaded_nodes"`
	Spare       []string                `json:"spare_nodes"`
	Runs        map[string]trueRun      `json:"runs"`
	Comparisons []trueVerdict           `json:"comparisons"`
	byID        map[string]*trueVerdict `json:"-"`
}

type trueRun struct {
	Build      string            `json:"build"`
	Factors    map[string]string `json:"factors"`
	Throughput float64           `json:"throughput_ops_per_s"`
	ZipAbsent  []string          `json:"zip_absent"`
}

type trueVerdict struct {
	ID      string                     `json:"id"`
	Numbers map[string]json.RawMessage `json:"numbers"`
	Showing []string                   `json:"nodes_showing"`
}

func readVerdicts(t testing.TB, set string) *trueVerdicts {
	t.Helper()
	v := readTruth[trueVerdicts](t, set, "truth.json")
	v.byID = map[string]*trueVerdict{}
	for i := range v.Comparisons {
		v.byID[v.Comparisons[i].ID] = &v.Comparisons[i]
	}
	return v
}

func readTruth[T any](t testing.TB, elem ...string) *T {
	t.Helper()
	data, err := os.ReadFile(corpusPath(t, elem...))
	if err != nil {
		t.Fatal(err)
	}
	v := new(T)
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%s: %v", elem, err)
	}
	return v
}

// trueNumber reads one of a verdict's numbers.
func trueNumber[T any](t testing.TB, v *trueVerdicts, id, name string) T {
	t.Helper()
	var x T
	c := v.byID[id]
	if c == nil {
		t.Fatalf("truth.json has no comparison %q", id)
	}
	if err := json.Unmarshal(c.Numbers[name], &x); err != nil {
		t.Fatalf("truth.json, comparison %s, number %s: %v", id, name, err)
	}
	return x
}

// nodePairs is [base, head] of each node.
type nodePairs map[string][2]float64

// mean is the mean over the nodes of each side.
func (b nodePairs) mean() (m [2]float64) {
	for _, pair := range b {
		m[0] += pair[0] / float64(len(b))
		m[1] += pair[1] / float64(len(b))
	}
	return m
}

// trueLeg is what was measured of one leg of one node in a MariaDB run.
type trueLeg struct {
	Leg       string      `json:"leg"`
	Threads   int         `json:"threads"`
	TPS       float64     `json:"tps_final_summary"`
	First70   float64     `json:"tps_first70_mean"`
	Last30    float64     `json:"tps_last30_mean"`
	Applied   float64     `json:"applied_updates_per_s"`
	WALSynced float64     `json:"rocksdb_wal_synced_per_update"` // replica runs
	Busy      trueMoments `json:"busy_cpu_pct_mpstat"`
	PerUpdate struct {
		WALSynced float64 `json:"rocksdb_wal_synced"`
		Flushes   float64 `json:"disk_flushes"`
		ServerCPU float64 `json:"server_cpu_ms"`
	} `json:"per_update"`
	ApplyThreads int `json:"slave_parallel_threads"`
}

type trueMoments struct {
	Mean float64 `json:"mean"`
	SD   float64 `json:"sd"`
}

// mariadbRun reads the measured numbers of a run: node, then leg.
func mariadbRun(t testing.TB, run string) map[string]map[string]trueLeg {
	t.Helper()
	data := readTruth[struct {
		Nodes map[string]struct {
			Legs []trueLeg `json:"legs"`
		} `json:"nodes"`
	}](t, "mariadb", "truth", run+".json")
	out := map[string]map[string]trueLeg{}
	for node, n := range data.Nodes {
		out[node] = map[string]trueLeg{}
		for _, leg := range n.Legs {
			out[node][leg.Leg] = leg
		}
	}
	return out
}
