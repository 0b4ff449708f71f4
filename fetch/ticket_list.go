package fetch

import (
	"fmt"
	"slices"
	"strings"
)

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// lineList is "line 4" or "lines 4, 9 and 12".
func lineList(lines []int) string {
	lines = slices.Clone(lines)
	slices.Sort(lines)
	lines = slices.Compact(lines)
	switch len(lines) {
	case 0:
		return "no line"
	case 1:
		return fmt.Sprintf("line %d", lines[0])
	}
	var parts []string
	for _, n := range lines {
		parts = append(parts, fmt.Sprint(n))
	}
	if len(parts) > 12 {
		return fmt.Sprintf("lines %s and %d more", strings.Join(parts[:12], ", "), len(parts)-12)
	}
	return "lines " + strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

func shorten(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return strings.TrimSpace(string(r[:n-1])) + "…"
}
