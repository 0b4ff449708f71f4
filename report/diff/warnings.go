package diff

import (
	"cmp"
	"slices"
	"strings"
)

// lightKinds are warnings that say little: commands that a collector tries everywhere and
// that most machines lack, and binary files beside their own exports.
var lightKinds = []string{"unsupported", "command_failed"}

// orderWarnings drops repeated warnings and puts the heavy ones first: what is missing or
// damaged, what contradicts itself, single lines, and last what matters least.
func orderWarnings(list []Warning) []Warning {
	out := []Warning{}
	seen := map[Warning]bool{}
	for _, w := range list {
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	weight := func(w Warning) int {
		switch {
		case strings.HasPrefix(w.Kind, "artifact_"):
			return 0
		case slices.Contains(lightKinds, w.Kind):
			return 3 + slices.Index(lightKinds, w.Kind)
		case w.Line > 0:
			return 2
		}
		return 1
	}
	slices.SortStableFunc(out, func(a, b Warning) int { return cmp.Compare(weight(a), weight(b)) })
	return out
}
