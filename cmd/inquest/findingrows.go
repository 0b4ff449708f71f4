package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"

	"inquest/report/diff"
	"inquest/schemas"
	"inquest/schemas/lake"
)

// writeFindings writes the findings as Parquet: a row for each finding, and a child row
// for each of its nodes.
func writeFindings(w io.Writer, res *diff.Result) error {
	return lake.Encode(w, schemas.FindingTable, findingRows(res), lake.Tool{Version: version, Build: revision()})
}

func findingRows(res *diff.Result) (rows []schemas.Finding) {
	id := diffID(res)
	for _, f := range res.Findings {
		row := findingRow(f, res)
		row.DiffID = id
		rows = append(rows, row)
		for _, n := range f.Nodes {
			child := row
			child.FindingID, child.ParentID = f.ID+"/"+n.Node, f.ID
			child.Scope, child.Node, child.HeadNode = "node", n.Node, n.HeadNode
			child.Base, child.Head, child.Pct = value(n.Base), value(n.Head), value(n.Pct)
			child.NBase, child.NHead = int64(n.NBase), int64(n.NHead)
			child.Points, child.CILoPct, child.CIHiPct = schemas.Null, schemas.Null, schemas.Null
			child.ElasticityBase, child.ElasticityHead = schemas.Null, schemas.Null
			rows = append(rows, child)
		}
	}
	return rows
}

func findingRow(f *diff.Finding, res *diff.Result) schemas.Finding {
	r := schemas.NewFinding(f.ID)
	r.Kind, r.Metric, r.Instance, r.Unit, r.Family = f.Kind, f.Metric, f.Instance, f.Unit, f.Family
	r.Direction, r.Outcome, r.Scope, r.Role = f.Direction, f.Outcome, f.Where.Scope, f.Where.Role
	r.Stratum = jsonText(f.Where.Stratum)
	if f.Where.Leg != nil {
		r.Leg = *f.Where.Leg
	}
	r.BaseBuild, r.HeadBuild = res.Base.Build, res.Head.Build
	r.Base, r.Head, r.Pct, r.Points = value(f.Base), value(f.Head), value(f.Pct), value(f.Points)
	if f.CIPct != nil {
		r.CILoPct, r.CIHiPct = f.CIPct[0], f.CIPct[1]
	}
	r.P, r.Q, r.SmallestPct, r.MinimumPct = value(f.P), value(f.Q), value(f.SmallestDetectablePct), value(f.MinimumPct)
	r.Shape = f.Shape
	if f.Elasticity != nil {
		r.ElasticityBase, r.ElasticityHead = f.Elasticity[0], f.Elasticity[1]
	}
	if n := f.RunNoise; n != nil {
		r.NoiseSDPct, r.NoiseDF, r.NoiseSource = n.SDPct, n.DF, n.Source
	}
	r.RunsBase, r.RunsHead = int64(len(res.Base.Runs)), int64(len(res.Head.Runs))
	r.NodesAgree, r.NodesTotal = int64(f.NodesAgree), int64(f.NodesTotal)
	r.Phase, r.StepS = f.Where.Phase, value(f.Where.StepS)
	r.OnsetS, r.OnsetFrac, r.OnsetWorkFrac = value(f.Where.OnsetS), value(f.Where.OnsetFrac), value(f.Where.OnsetWorkFrac)
	r.Grade, r.Severity, r.Score, r.FoldedInto = f.Grade, f.Severity, f.Score, f.FoldedInto
	r.SameAs, r.Because, r.Not = jsonText(f.SameAs), jsonText(f.Because), jsonText(f.Not)
	r.Evidence, r.Text, r.MethodVersion = jsonText(f.Evidence), f.Text, version
	return r
}

// diffID is a digest of what was compared: builds, runs and nodes.
func diffID(res *diff.Result) string {
	sum := sha256.Sum256([]byte(jsonText([]any{res.Base, res.Head, res.Tool})))
	return hex.EncodeToString(sum[:8])
}

func value(p *float64) float64 {
	if p == nil {
		return schemas.Null
	}
	return *p
}

// jsonText is v as JSON; empty for what cannot be written, which plain lists and maps never are.
func jsonText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}
