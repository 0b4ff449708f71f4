package report

import (
	"slices"
	"strings"

	"inquest/report/diff"
	"inquest/report/units"
)

// repeats says of which side several runs of one stratum were made on the same nodes. Such
// runs show how much runs differ there; what is wrong with a host is in all of them alike,
// so that they agree proves less than it seems. Empty when there are none.
func repeats(sides ...diff.Side) string {
	var parts []string
	for _, s := range sides {
		most := 0
		for i, r := range s.Runs {
			n := 1
			for _, other := range s.Runs[i+1:] {
				if len(r.Nodes) > 0 && factors(other.Stratum) == factors(r.Stratum) && sameNodes(r.Nodes, other.Nodes) {
					n++
				}
			}
			most = max(most, n)
		}
		if most > 1 {
			parts = append(parts, units.Plural(most, "run")+" of "+build(s))
		}
	}
	if parts == nil {
		return ""
	}
	return strings.Join(parts, ", ") + " on the same nodes; repeats from one set of hosts do not prove independence: what is wrong with a host is in all of them"
}

func sameNodes(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
