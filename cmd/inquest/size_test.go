package main

import (
	"slices"
	"testing"
)

// A file holds one idea: half of them are under 150 lines, and none has over 500.
func TestFilesAreSmall(t *testing.T) {
	var lines []int
	for _, f := range sourceFiles(t) {
		if f.lines > 500 {
			t.Errorf("%s has %d lines; the most is 500", f.name, f.lines)
		}
		if !f.isTest() {
			lines = append(lines, f.lines)
		}
	}
	slices.Sort(lines)
	if median := lines[len(lines)/2]; median >= 150 {
		t.Errorf("the median file has %d lines; half of them should be under 150", median)
	}
}
