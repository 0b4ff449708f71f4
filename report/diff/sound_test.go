package diff_test

import (
	"fmt"
	"slices"
	"strings"

	"inquest/report/diff"
)

// sound checks what every result must hold, whatever was compared.
func (r *result) sound() {
	r.t.Helper()
	js := text(r.t, r.Result)
	for _, list := range []string{"findings", "chains", "members", "not_tested", "warnings", "settings", "claims", "charts", "because", "not", "same_as", "evidence", "nodes", "runs", "idle", "missing"} {
		if strings.Contains(js, `"`+list+`":null`) {
			r.t.Errorf("list %s is null in the JSON form, want [] when it is empty", list)
		}
	}
	if r.Exit.Reason == "" {
		r.t.Error("the exit has no reason")
	}
	if r.Nodes.Paired > min(r.Nodes.Base, r.Nodes.Head) {
		r.t.Errorf("%d nodes are paired, of %d and %d", r.Nodes.Paired, r.Nodes.Base, r.Nodes.Head)
	}
	r.soundChains()
	r.soundTexts()
	r.soundSilences()
	seen := map[string]bool{}
	for i, f := range r.Findings {
		if f.ID == "" || seen[f.ID] {
			r.t.Errorf("id %q is empty or not unique", f.ID)
		}
		seen[f.ID] = true
		r.soundFinding(f)
		if i > 0 && f.FoldedInto == "" && r.Findings[i-1].FoldedInto != "" {
			r.t.Errorf("%s is listed behind a folded finding", f.ID)
		}
	}
}

func (r *result) soundFinding(f *diff.Finding) {
	r.t.Helper()
	bad := func(what string) { r.t.Helper(); r.t.Errorf("%s: %s: [%s] %s", f.ID, what, f.Grade, f.Text) }
	if broken.MatchString(f.Text) || f.Text == "" {
		bad("the sentence is broken")
	}
	if f.NodesAgree > f.NodesTotal || f.NodesAgree < 0 {
		bad("more nodes agree than there are")
	}
	if top := r.byID(f.FoldedInto); f.FoldedInto != "" && (top == nil || top.FoldedInto != "" || !slices.Contains(top.SameAs, f.ID)) {
		bad("folded into " + f.FoldedInto + ", which is not shown or does not name it")
	}
	for _, id := range f.SameAs {
		if x := r.byID(id); x == nil || x.FoldedInto != f.ID {
			bad("names " + id + " as the same, which is not folded into it")
		}
	}
	for _, id := range f.Because {
		if r.byID(id) == nil {
			bad("is because of " + id + ", which does not exist")
		}
	}
	if stratum := diff.StratumKey(f.Where.Stratum); len(r.strata()) > 1 && stratum != "" && !r.namesStratum(f.Text, f.Where.Stratum) {
		bad("the sentence does not say that it is of " + stratum)
	}
	if f.CIPct != nil && f.CIPct[0] > f.CIPct[1] {
		bad("the interval ends before it begins")
	}
	if pct := shownPct(f); f.CIPct != nil && pct != nil && !(f.CIPct[0] <= *pct+1e-6 && *pct-1e-6 <= f.CIPct[1]) {
		bad(fmt.Sprintf("%g is not within its interval %v", *pct, *f.CIPct))
	}
	for _, v := range []*float64{f.P, f.Q} {
		if v != nil && !(*v >= 0 && *v <= 1) {
			bad(fmt.Sprintf("p or q is %g", *v))
		}
	}
	// A goal may have a q under its p, for the goals have half of the weight.
	if goal := f.Metric == "throughput" || f.Metric == "errors" || strings.HasPrefix(f.Metric, "latency."); f.P != nil && f.Q != nil && !goal && f.FoldedInto == "" && *f.Q < *f.P-1e-12 {
		bad(fmt.Sprintf("q %g is under p %g", *f.Q, *f.P))
	}
	swept := f.Kind == "sweep" || f.Kind == "noise" && f.Elasticity != nil
	if (f.Shape != "") != swept || (f.Elasticity != nil) != swept || f.Shape != "" && !slices.Contains([]string{"flat", "knee", "divergence", "offset"}, f.Shape) {
		bad("shape " + f.Shape)
	}
	for _, n := range f.Nodes {
		if n.Node == "" || n.HeadNode == n.Node {
			bad("node " + n.Node + " is called " + n.HeadNode + " in the head")
		}
		if n.HeadNode != "" && !slices.ContainsFunc(r.Warnings, func(w diff.Warning) bool { return w.Kind == "nodes_by_rank" }) {
			bad("node " + n.Node + " is called " + n.HeadNode + ", and nothing says why")
		}
	}
	for _, e := range f.Evidence {
		if e.FirstLine < 0 || e.LastLine < e.FirstLine || (e.FirstLine == 0) != (e.LastLine == 0) {
			bad(fmt.Sprintf("its evidence stands on lines %d to %d", e.FirstLine, e.LastLine))
		}
	}
	if !slices.Contains([]string{"lower", "higher", "none"}, f.Direction) || !slices.Contains([]string{"worse", "better", "symptom", "neutral"}, f.Outcome) {
		bad("direction " + f.Direction + ", outcome " + f.Outcome)
	}
	if f.Pct != nil && f.Grade != "X" && (*f.Pct > 0) != (f.Direction == "higher") && f.Direction != "none" && f.Kind != "sweep" {
		bad("per cent and direction contradict each other")
	}
	if f.Base != nil && f.Head != nil && f.Pct != nil && f.Grade != "X" && f.Kind == "level" && (*f.Head > *f.Base) != (*f.Pct > 0) {
		bad("base, head and per cent contradict each other")
	}
	r.modest(f)
}

// strata are the combinations of factors that are on both sides.
func (r *result) strata() map[string]bool {
	base, both := map[string]bool{}, map[string]bool{}
	for _, x := range r.Base.Runs {
		base[diff.StratumKey(x.Stratum)] = true
	}
	for _, x := range r.Head.Runs {
		if k := diff.StratumKey(x.Stratum); base[k] {
			both[k] = true
		}
	}
	return both
}

// namesStratum tells whether a sentence names one factor of a stratum with its value; what a run
// lacks is said of the run.
func (r *result) namesStratum(text string, stratum map[string]string) bool {
	for k, v := range stratum {
		if strings.Contains(text, k+"="+v) {
			return true
		}
	}
	return strings.Contains(text, " in run ")
}

// modest checks that a sentence says no more than its grade.
func (r *result) modest(f *diff.Finding) {
	r.t.Helper()
	says := func(s string) bool { return strings.Contains(f.Text, s) }
	ok := true
	switch {
	case f.Kind == "settings" || f.Kind == "missing":
	case f.Kind == "noise":
		ok = says("what identical runs do") && f.Outcome == "neutral" && f.Severity == "note"
	case f.Grade == "A":
		ok = says("replicated, beyond what identical runs show") && f.Q != nil && *f.Q < 0.05
	case f.Grade == "B":
		ok = says("run noise unknown") && !says("unreplicated") && f.Q == nil || says("beyond what identical runs show") && !says("replicated") && f.Q != nil
	case f.Grade == "C":
		ok = (says("run noise unknown") || says("unreplicated") || says("run noise of a shape unknown")) && !says("beyond what identical runs show")
	case f.Grade == "X":
		ok = strings.HasPrefix(f.Text, "Cannot tell") && f.Outcome == "neutral" && f.Severity == "note"
	default:
		ok = false
	}
	if !ok {
		r.t.Errorf("%s: the sentence does not fit grade %s, kind %s, outcome %s, severity %s: %s", f.ID, f.Grade, f.Kind, f.Outcome, f.Severity, f.Text)
	}
}

// shownPct is the change that a finding's interval is of; nil when there is none.
func shownPct(f *diff.Finding) *float64 {
	if len(f.Aspects) > 0 || f.Kind == "volatility" || f.RelativePct != nil {
		return f.RelativePct
	}
	return f.Pct
}

// soundSame checks what an A/A comparison must hold: one build and nothing else that
// differs is never worse nor better, and points to nothing.
func (r *result) soundSame(in *diff.Input) {
	r.t.Helper()
	labels := map[string]bool{}
	for _, run := range slices.Concat(in.Base, in.Head) {
		if run.Failed == "" || in.Failed {
			labels[run.Build] = true
		}
	}
	if len(labels) != 1 || labels[""] || len(r.Settings) > 0 || len(r.Unlike) > 0 {
		return
	}
	for _, f := range r.Findings {
		if f.Outcome != "neutral" || f.Severity != "note" {
			r.t.Errorf("%s: %s and %s in one build: %s", f.ID, f.Outcome, f.Severity, f.Text)
		}
	}
	if len(r.Chains) > 0 {
		r.t.Errorf("a chain in one build: %s", r.Chains[0].Text)
	}
}
