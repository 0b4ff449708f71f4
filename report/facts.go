package report

import (
	"cmp"
	"inquest/report/units"
	"slices"
	"sort"
	"strings"

	"inquest/report/diff"
)

// fact is a line of the header: what was compared.
type fact struct{ Label, Text string }

// facts says what was compared: sides, strata, nodes; arrow stands between base and head.
func (v *view) facts(arrow string) []fact {
	var out []fact
	if len(v.Unlike) > 0 { // above everything: what differs by it is not the build's doing
		texts := make([]string, len(v.Unlike))
		for i, u := range v.Unlike {
			texts[i] = u.Text
		}
		out = append(out, fact{"unlike", strings.Join(texts, "; ")})
	}
	if v.Summary != "" {
		out = append(out, fact{"in short", v.Summary})
	}
	out = append(out, fact{"base", side(v.Base)}, fact{"head", side(v.Head)})
	if s := v.strata(arrow); len(s) > 0 {
		out = append(out, fact{"strata", strings.Join(s, "; ")})
	}
	if len(v.Controls) > 0 {
		var texts []string
		for _, c := range v.Controls {
			texts = append(texts, cmp.Or(c.Name, c.Stratum)+", because "+c.Because)
		}
		out = append(out, fact{"control", strings.Join(texts, "; ")})
	}
	out = append(out, fact{"nodes", v.nodes()})
	if s := repeats(v.Base, v.Head); s != "" {
		out = append(out, fact{"repeats", s})
	}
	if len(v.Settings) == 0 && v.Nodes.Paired > 0 {
		out = append(out, fact{"settings", "no difference found"})
	}
	if v.NoiseBook != nil {
		out = append(out, fact{"earlier", v.NoiseBook.Text})
	}
	if n := v.Noise; n != nil {
		out = append(out, fact{"noise", "of runs: from " + v.repeats() + ", shrunk towards sd " + units.Number(n.SD, 2) + " (log scale, " +
			units.Number(n.DF, 2) + " degrees of freedom, from " + units.Plural(n.Metrics, "metric") + ")"})
	}
	return out
}

// repeats says what run noise rests on.
func (v *view) repeats() string {
	replicated := slices.ContainsFunc(slices.Concat(v.Base.Runs, v.Head.Runs), func(r diff.RunInfo) bool { return r.ReplicateOf != "" })
	switch {
	case v.NoiseBook == nil || !v.NoiseBook.Enough:
		return "replicates"
	case replicated:
		return "replicates and earlier runs"
	}
	return "earlier runs"
}

// build names a side's build.
func build(s diff.Side) string {
	if s.Build == "" {
		return "build not known"
	}
	return s.Build
}

// side writes build and runs.
func side(s diff.Side) string {
	var runs []string
	for _, r := range s.Runs {
		runs = append(runs, r.ID)
	}
	if len(runs) == 0 {
		return build(s) + ", no run"
	}
	return build(s) + ", " + units.Plural(len(runs), "run") + ": " + strings.Join(runs, ", ")
}

// factors writes a stratum: "sdk=alpha6, threads=16".
func factors(m map[string]string) string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for i, k := range keys {
		keys[i] = k + "=" + m[k]
	}
	return strings.Join(keys, ", ")
}

// strata lists the combinations of factors with the runs that are compared in each.
func (v *view) strata(arrow string) []string {
	runs := map[string]*[2][]string{}
	for i, s := range []diff.Side{v.Base, v.Head} {
		for _, r := range s.Runs {
			key := factors(r.Stratum)
			if runs[key] == nil {
				runs[key] = &[2][]string{}
			}
			runs[key][i] = append(runs[key][i], r.ID)
		}
	}
	keys := make([]string, 0, len(runs))
	for k := range runs {
		keys = append(keys, k)
	}
	if len(keys) == 1 && keys[0] == "" {
		return nil
	}
	sort.Strings(keys)
	for i, k := range keys {
		both := runs[k]
		if k == "" {
			k = "no factors"
		}
		keys[i] = k + " (" + orNone(both[0]) + arrow + orNone(both[1]) + ")"
	}
	return keys
}

func orNone(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// nodes counts the nodes and names those that carried no load or could not be compared.
func (v *view) nodes() string {
	n := v.Nodes
	parts := []string{units.Count(n.Base) + " base, " + units.Count(n.Head) + " head, " + units.Count(n.Paired) + " paired"}
	if n.Paired > 0 {
		parts[0] += ", " + units.Count(v.loaded()) + " with load"
	}
	for _, group := range []struct {
		what  string
		nodes []string
	}{{"idle", n.Idle}, {"missing", n.Missing}, {"not measured", n.NotMeasured}} {
		if len(group.nodes) > 0 {
			parts = append(parts, group.what+" "+strings.Join(group.nodes, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

// loaded counts paired nodes that are not idle.
func (v *view) loaded() int { return max(v.Nodes.Paired-len(v.Nodes.Idle)-len(v.Nodes.NotMeasured), 0) }

// nodeNames lists every node that either side, or the list of missing ones, names.
func nodeNames(r *diff.Result) []string {
	var out []string
	for _, s := range []diff.Side{r.Base, r.Head} {
		for _, run := range s.Runs {
			out = append(out, run.Nodes...)
		}
	}
	out = slices.Concat(out, r.Nodes.Idle, r.Nodes.Missing, r.Nodes.NotMeasured)
	sort.Strings(out)
	return slices.Compact(out)
}

// join joins the strings that are not empty.
func join(separator string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(parts), func(s string) bool { return s == "" }), separator)
}
