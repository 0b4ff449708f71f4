package main

import (
	"testing"

	"inquest/report/diff"
	"inquest/schemas"
)

func TestFindingRowsCarryWhatFindingsSay(t *testing.T) {
	least := 7.5
	f := &diff.Finding{ID: "sweep-throughput", Kind: "sweep", Shape: "knee", Elasticity: &[2]float64{0.5, 0.1}, MinimumPct: &least,
		RunNoise: &diff.NoiseBasis{SDPct: 2.5, DF: 4, Source: "replicates"},
		Nodes:    []diff.NodeEffect{{Node: "node-a", HeadNode: "node-x"}, {Node: "node-b"}}}
	rows := findingRows(&diff.Result{Findings: []*diff.Finding{f, {ID: "bare"}}})
	if len(rows) != 4 {
		t.Fatalf("%d rows, want the finding, its two nodes and the other finding", len(rows))
	}
	whole, child, other := rows[0], rows[1], rows[3]
	if whole.Shape != "knee" || whole.ElasticityBase != 0.5 || whole.ElasticityHead != 0.1 || whole.MinimumPct != 7.5 ||
		whole.NoiseSDPct != 2.5 || whole.NoiseDF != 4 || whole.NoiseSource != "replicates" || whole.HeadNode != "" {
		t.Errorf("row of the finding: %+v", whole)
	}
	if child.Node != "node-a" || child.HeadNode != "node-x" || rows[2].HeadNode != "" || !schemas.IsNull(child.ElasticityBase) {
		t.Errorf("rows of the nodes: %+v", rows[1:3])
	}
	if other.Shape != "" || !schemas.IsNull(other.MinimumPct) || !schemas.IsNull(other.NoiseDF) || !schemas.IsNull(other.ElasticityHead) {
		t.Errorf("row of a finding without them: %+v", other)
	}
}
