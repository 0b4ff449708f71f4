package schemas

// Finding is a claim with evidence about one scope: a row of table findings. A finding
// on several nodes has one row for all of them and one child row for each node.
// Numbers that a finding does not have are NaN.
type Finding struct {
	FindingID string
	ParentID  string
	DiffID    string

	Kind, Metric, Instance, Unit, Family string
	Direction, Outcome                   string
	Scope, Role, Node, HeadNode          string
	Stratum, Leg                         string
	Shape                                string
	BaseBuild, HeadBuild                 string

	Base, Head, Pct, Points, EffectLog      float64
	CILoPct, CIHiPct                        float64
	ElasticityBase, ElasticityHead          float64
	P, Q                                    float64
	SERun, SENode, SmallestPct, MinimumPct  float64
	NoiseSDPct, NoiseDF                     float64
	NoiseSource                             string
	RunsBase, RunsHead                      int64
	NodesAgree, NodesTotal                  int64
	NBase, NHead                            int64
	NEffBase, NEffHead                      float64
	Phase                                   string
	OnsetS, OnsetFrac, OnsetWorkFrac, StepS float64
	Grade, Severity                         string
	Score                                   float64
	FoldedInto, SameAs, Because, Not        string
	Evidence, Text, MethodVersion           string
}

// NewFinding returns a finding with every number unknown.
func NewFinding(id string) Finding {
	return Finding{FindingID: id, Base: Null, Head: Null, Pct: Null, Points: Null, EffectLog: Null, CILoPct: Null,
		CIHiPct: Null, ElasticityBase: Null, ElasticityHead: Null, P: Null, Q: Null, SERun: Null, SENode: Null,
		SmallestPct: Null, MinimumPct: Null, NoiseSDPct: Null, NoiseDF: Null, NEffBase: Null, NEffHead: Null,
		OnsetS: Null, OnsetFrac: Null, OnsetWorkFrac: Null, StepS: Null, Score: Null}
}

// FindingTable describes the rows of table findings (grain: finding x scope). The ids
// and words are those of findings.json.
var FindingTable = Table[Finding]{
	Name: "findings", Doc: "what differs between two builds, one row per finding and scope",
	Columns: []Column[Finding]{
		str("finding_id", "id, the same as in findings.json", func(r *Finding) string { return r.FindingID }),
		str("parent_id", "the finding over all nodes that this row is a part of", func(r *Finding) string { return r.ParentID }),
		str("diff_id", "the comparison, in table diffs", func(r *Finding) string { return r.DiffID }),
		str("kind", "level, volatility, onset, sweep, outlier, settings, missing, claim or noise", func(r *Finding) string { return r.Kind }),
		str("metric", "metric id, such as cpu.busy or throughput", func(r *Finding) string { return r.Metric }),
		str("instance", "device, interface or source that the metric belongs to", func(r *Finding) string { return r.Instance }),
		str("unit", "unit of base_value and head_value", func(r *Finding) string { return r.Unit }),
		str("family", "throughput, latency, cpu, disk, memory or stats", func(r *Finding) string { return r.Family }),
		str("direction", "lower, higher or none", func(r *Finding) string { return r.Direction }),
		str("outcome", "worse, better, symptom or neutral", func(r *Finding) string { return r.Outcome }),
		str("scope", "nodes: compared node by node; sum: over the nodes of a role; node: a child row", func(r *Finding) string { return r.Scope }),
		str("role", "cluster or role of the nodes", func(r *Finding) string { return r.Role }),
		str("node", "the node of a child row, else empty", func(r *Finding) string { return r.Node }),
		str("head_node", "its name in the head, where it has another", func(r *Finding) string { return r.HeadNode }),
		str("stratum", "factors as a JSON object with sorted keys", func(r *Finding) string { return r.Stratum }),
		str("leg", "the part of the run", func(r *Finding) string { return r.Leg }),
		str("shape", "of a sweep: flat, knee, divergence or offset; else empty", func(r *Finding) string { return r.Shape }),
		str("base_build", "build label of the base side", func(r *Finding) string { return r.BaseBuild }),
		str("head_build", "build label of the head side", func(r *Finding) string { return r.HeadBuild }),
		num("base_value", "", "time-weighted mean of the base side, in the unit of column unit", func(r *Finding) float64 { return r.Base }),
		num("head_value", "", "time-weighted mean of the head side, in the unit of column unit", func(r *Finding) float64 { return r.Head }),
		num("pct", "percent", "change relative to the base", func(r *Finding) float64 { return r.Pct }),
		num("points", "percent", "change of a ratio in percentage points", func(r *Finding) float64 { return r.Points }),
		num("effect_log", "", "logarithm of head over base, what the test works on", func(r *Finding) float64 { return r.EffectLog }),
		num("ci_lo_pct", "percent", "lower end of the 95 % interval of pct", func(r *Finding) float64 { return r.CILoPct }),
		num("ci_hi_pct", "percent", "upper end of the 95 % interval of pct", func(r *Finding) float64 { return r.CIHiPct }),
		num("elasticity_base", "ratio", "of a sweep: slope of the base between the logarithms of factor and metric", func(r *Finding) float64 { return r.ElasticityBase }),
		num("elasticity_head", "ratio", "the same of the head", func(r *Finding) float64 { return r.ElasticityHead }),
		num("p_value", "ratio", "probability under no change; null when not graded by a test", func(r *Finding) float64 { return r.P }),
		num("q_value", "ratio", "p_value corrected for the number of tests", func(r *Finding) float64 { return r.Q }),
		num("se_run", "", "standard error between runs, of effect_log", func(r *Finding) float64 { return r.SERun }),
		num("se_node", "", "standard error between nodes, of effect_log", func(r *Finding) float64 { return r.SENode }),
		num("smallest_detectable_pct", "percent", "smallest change the data could show: no smaller one can have a p_value under 0.05", func(r *Finding) float64 { return r.SmallestPct }),
		num("minimum_pct", "percent", "from which a change counts: the metric's own minimum, or what the runs can show if that is more", func(r *Finding) float64 { return r.MinimumPct }),
		num("run_noise_sd_pct", "percent", "standard deviation of the logarithm of one run's level, times 100, that p_value rests on", func(r *Finding) float64 { return r.NoiseSDPct }),
		num("run_noise_df", "count", "degrees of freedom of run_noise_sd_pct", func(r *Finding) float64 { return r.NoiseDF }),
		str("run_noise_source", "replicates, earlier runs of this test, or both; empty when the run noise is not known", func(r *Finding) string { return r.NoiseSource }),
		measure("runs_base", "count", "runs on the base side", func(r *Finding) int64 { return r.RunsBase }),
		measure("runs_head", "count", "runs on the head side", func(r *Finding) int64 { return r.RunsHead }),
		measure("nodes_agree", "count", "nodes that moved this way", func(r *Finding) int64 { return r.NodesAgree }),
		measure("nodes_total", "count", "nodes that have the metric on both sides and carried load", func(r *Finding) int64 { return r.NodesTotal }),
		measure("n_base", "count", "samples on the base side", func(r *Finding) int64 { return r.NBase }),
		measure("n_head", "count", "samples on the head side", func(r *Finding) int64 { return r.NHead }),
		num("neff_base", "count", "independent samples that the base side is worth", func(r *Finding) float64 { return r.NEffBase }),
		num("neff_head", "count", "independent samples that the head side is worth", func(r *Finding) float64 { return r.NEffHead }),
		str("phase", "whole, start, body or end of the load", func(r *Finding) string { return r.Phase }),
		num("onset_s", "seconds", "start of the change, from the start of the load", func(r *Finding) float64 { return r.OnsetS }),
		num("onset_frac", "ratio", "the same as a share of the load's time", func(r *Finding) float64 { return r.OnsetFrac }),
		num("onset_work_frac", "ratio", "the same as a share of the work done", func(r *Finding) float64 { return r.OnsetWorkFrac }),
		num("step_s", "seconds", "step of the samples compared", func(r *Finding) float64 { return r.StepS }),
		str("grade", "A replicated, B noise known or strata agree, C one pair, X cannot tell", func(r *Finding) string { return r.Grade }),
		str("severity", "major, minor or note", func(r *Finding) string { return r.Severity }),
		num("score", "ratio", "rank of the finding, 1 first", func(r *Finding) float64 { return r.Score }),
		str("folded_into", "the finding that says the same and is shown instead", func(r *Finding) string { return r.FoldedInto }),
		str("same_as", "JSON list of findings folded into this one", func(r *Finding) string { return r.SameAs }),
		str("because", "JSON list of findings that explain this one", func(r *Finding) string { return r.Because }),
		str("is_not", "JSON list of sentences: what it is not", func(r *Finding) string { return r.Not }),
		str("evidence", "JSON list of artifact, member and lines", func(r *Finding) string { return r.Evidence }),
		str("text", "the finding as a sentence", func(r *Finding) string { return r.Text }),
		str("method_version", "version of the statistics", func(r *Finding) string { return r.MethodVersion }),
	},
}
