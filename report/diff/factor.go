package diff

import (
	"maps"
	"slices"
	"strconv"
)

// factorOf finds the factor that tells the legs of a pair apart, and its value in each
// leg. Names without "threads" in them give way to those with; empty: none.
func factorOf(p *stratumPair) (string, map[string]string) {
	legs := p.legNames()
	if len(legs) < 2 {
		return "", nil
	}
	byFactor := map[string]map[string]string{}
	for _, r := range p.runs() {
		for _, n := range r.Nodes {
			for _, l := range n.Legs {
				for k, v := range l.Factors {
					if byFactor[k] == nil {
						byFactor[k] = map[string]string{}
					}
					byFactor[k][l.Name] = v
				}
			}
		}
	}
	best := ""
	for _, k := range slices.Sorted(maps.Keys(byFactor)) {
		if tellsApart(byFactor[k], legs) && wholeNumbers(byFactor[k]) && (best == "" || !hasThreads(best) && hasThreads(k)) {
			best = k
		}
	}
	return best, byFactor[best]
}

func hasThreads(s string) bool {
	return len(s) >= 7 && (s[len(s)-7:] == "threads" || s[:7] == "threads")
}

// tellsApart tells whether every leg has a value and no two the same.
func tellsApart(values map[string]string, legs []string) bool {
	seen := map[string]bool{}
	for _, l := range legs {
		v, ok := values[l]
		if !ok || seen[v] {
			return false
		}
		seen[v] = true
	}
	return true
}

// wholeNumbers tells whether all values are positive whole numbers: factors are set, results are measured.
func wholeNumbers(values map[string]string) bool {
	for _, v := range values {
		if n, err := strconv.Atoi(v); err != nil || n <= 0 {
			return false
		}
	}
	return true
}
