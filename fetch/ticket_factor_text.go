package fetch

import (
	"maps"
	"slices"
	"strings"
)

// factorValue lowers words such as Alpha2 and Majority; what has blanks,
// slashes or several capitals stays as written.
func factorValue(s string) string {
	if strings.ContainsAny(s, " /") {
		return s
	}
	return strings.ToLower(s)
}

func plural(noun string) string {
	if noun == "" || strings.HasSuffix(noun, "s") {
		return noun
	}
	return noun + "s"
}

// isUnit reports items/sec, ms, ops per second, %.
func isUnit(s string) bool {
	switch strings.ToLower(s) {
	case "ms", "us", "µs", "ns", "s", "sec", "secs", "seconds", "min", "minutes", "%", "tps", "qps", "ops", "iops", "rps", "ops/s", "tpmc", "nopm":
		return true
	}
	m := unitParens.FindString("(" + s + ")")
	return m == "("+s+")" && (strings.Contains(s, "/") || strings.Contains(s, " per ")) && len(s) <= 24
}

// factorKey is one text for a combination of factors.
func factorKey(f map[string]string) string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(f)) {
		b.WriteString(k + "=" + f[k] + "\x00")
	}
	return b.String()
}

// factorText is a combination of factors for people.
func factorText(f map[string]string) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(f)) {
		parts = append(parts, k+"="+f[k])
	}
	if len(parts) == 0 {
		return "no factors"
	}
	return strings.Join(parts, ", ")
}
