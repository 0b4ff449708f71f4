package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"inquest/parse"
	"inquest/report/diff"
	"inquest/schemas"
)

// qualityText says what the rows of an artifact lack: first the lines that are no samples,
// by reason over all members, then each member with gaps.
func qualityText(members []memberInfo, top string) []string {
	lines, in := map[string]int{}, map[string][]string{}
	for _, m := range members {
		for reason, n := range m.Quality.Skipped {
			lines[reason] += n
			in[reason] = append(in[reason], strings.TrimPrefix(m.Name, top))
		}
	}
	var out []string
	for _, reason := range slices.SortedFunc(maps.Keys(lines), func(a, b string) int {
		return cmp.Or(cmp.Compare(lines[b], lines[a]), strings.Compare(a, b))
	}) {
		where := in[reason][0]
		if n := len(in[reason]); n > 1 {
			where = fmt.Sprintf("%d members", n)
		}
		one := schemas.Skip{Reason: reason}
		out = append(out, fmt.Sprintf("%s %d (%s, in %s)", reason, lines[reason], one.Severity(), where))
	}
	if len(out) > 0 {
		out = []string{"lines without a row: " + strings.Join(out, "; ")}
	}
	for _, m := range members {
		if n := m.Quality.GapCount; n > 0 {
			longest := slices.MaxFunc(m.Quality.Gaps, func(a, b parse.Gap) int { return cmp.Compare(a.Seconds(), b.Seconds()) })
			out = append(out, fmt.Sprintf("%s: %d %s without samples; the longest %s", strings.TrimPrefix(m.Name, top), n, plural(n, "time", "times"), gapText(longest)))
		}
	}
	return out
}

func gapText(g parse.Gap) string {
	return fmt.Sprintf("%.0f s from %s", g.Seconds(), time.UnixMicro(g.From).UTC().Format("2006-01-02 15:04:05"))
}

// gapWarnings tells of the times without samples that lie within a load window. Of
// snapshots nothing is told, as no finding rests on them.
func gapWarnings(info *nodeInfo, uri string) []diff.Warning {
	var out []diff.Warning
	for _, m := range info.Members {
		if m.Coverage == nil || *m.Coverage == schemas.Snapshot {
			continue
		}
		var within []parse.Gap
		for _, g := range m.Quality.Gaps {
			if slices.ContainsFunc(info.Legs, func(l parse.Leg) bool { return g.From >= l.From && g.To <= l.To }) {
				within = append(within, g)
			}
		}
		if len(within) > 0 {
			longest := slices.MaxFunc(within, func(a, b parse.Gap) int { return cmp.Compare(a.Seconds(), b.Seconds()) })
			out = append(out, diff.Warning{Kind: "gap", Artifact: uri, Member: m.Name, Text: fmt.Sprintf(
				"the recorder took no sample at %d %s within the load; the longest %s", len(within), plural(len(within), "time", "times"), gapText(longest))})
		}
	}
	return out
}

// reasonsOf counts the lines without a row over the members, by reason.
func reasonsOf(info *nodeInfo) map[string]int {
	out := map[string]int{}
	for _, m := range info.Members {
		for reason, n := range m.Quality.Skipped {
			out[reason] += n
		}
	}
	return out
}

// disagreements are what the CPU recorders of an artifact do not agree on over the load.
func disagreements(info *nodeInfo, p *parse.Artifact) []parse.Problem {
	n := &diff.Node{Name: p.Node, Legs: legsOf(info), Series: schemas.SeriesOf(&schemas.Rows{CPU: p.Rows.CPU}, info.Device)}
	var out []parse.Problem
	for _, w := range diff.Disagreement(n) {
		out = append(out, parse.Problem{Kind: parse.SourcesDisagree, Text: w.Text})
	}
	return out
}
