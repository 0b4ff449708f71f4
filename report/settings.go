package report

import (
	"inquest/report/units"
	"sort"
	"strconv"
	"strings"

	"inquest/report/diff"
)

// scopes of settings, the most telling first: where a setting was the cause in recorded
// pairs, it was a server's, and another load explains anything.
var scopes = []string{"server", "bench", "hardware", "os"}

// settingsRanked is the settings in the order of scopes, within a scope as given.
func (v *view) settingsRanked() []diff.SettingRow {
	rank := func(scope string) int {
		for i, s := range scopes {
			if s == scope {
				return i
			}
		}
		return len(scopes)
	}
	out := append([]diff.SettingRow{}, v.Settings...)
	sort.SliceStable(out, func(i, j int) bool { return rank(out[i].Scope) < rank(out[j].Scope) })
	return out
}

// settingsDiffer counts the settings that differ.
func (v *view) settingsDiffer() string {
	if len(v.Settings) == 1 {
		return "1 setting differs"
	}
	return units.Plural(len(v.Settings), "setting") + " differ"
}

// settingValue shows a setting that a side lacks.
func settingValue(s string) string {
	if s == "" {
		return "(none)"
	}
	return s
}

// settingNodes names the nodes on which a setting differs: all, up to three, or how many.
func (v *view) settingNodes(row diff.SettingRow) string {
	switch n := len(row.Nodes); {
	case n == 0:
		return ""
	case n > 1 && n >= v.Nodes.Paired:
		return "all " + strconv.Itoa(n)
	case n <= 3:
		return strings.Join(row.Nodes, ", ")
	default:
		return strconv.Itoa(n) + " nodes"
	}
}

// claimVerdict says how a claim of the ticket stands against its numbers.
func claimVerdict(c diff.Claim) string {
	switch {
	case c.Agrees == nil:
		return "nothing to compute it from"
	case *c.Agrees:
		return "agrees"
	default:
		return "contradicted"
	}
}

// itoa writes a line number.
func itoa(n int64) string { return strconv.FormatInt(n, 10) }
