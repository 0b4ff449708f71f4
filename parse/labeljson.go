package parse

import "slices"

// labelJSON writes the labels of a series, names and values in turn, in the order of
// the names; without any it is empty.
func labelJSON(pairs ...string) string {
	if len(pairs) == 0 {
		return ""
	}
	names := make([]string, 0, len(pairs)/2)
	values := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		names = append(names, pairs[i])
		values[pairs[i]] = pairs[i+1]
	}
	slices.Sort(names)
	sorted := make([]string, 0, len(pairs))
	for _, n := range slices.Compact(names) {
		sorted = append(sorted, n, values[n])
	}
	return label(sorted...)
}
