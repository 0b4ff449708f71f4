package generate

import (
	"fmt"
	"math"
	"testing"
)

// TestCells compares with what printf gives.
func TestCells(t *testing.T) {
	for _, width := range []int{0, 5, 8, 20} {
		for _, v := range []float64{0, 0.004, 0.01, 0.25, 1, 9.99, 10, 99.996, 100, 12345.678, 1e12, -0.01, -3.5, -1234.56} {
			if got, want := string(appendFixed(nil, v, width)), fmt.Sprintf("%*.2f", width, v); got != want {
				t.Errorf("appendFixed(%v, %d) = %q, want %q", v, width, got, want)
			}
		}
		for _, n := range []int64{0, 7, 10, -1, -10, 1234567, math.MaxInt64} {
			if got, want := string(appendInt(nil, n, width)), fmt.Sprintf("%*d", width, n); got != want {
				t.Errorf("appendInt(%d, %d) = %q, want %q", n, width, got, want)
			}
		}
	}
	for _, unix := range []int64{0, 59, 3600, 86399, 86400, 1767607200} {
		s := unix % 86400
		if got, want := string(appendClock(nil, unix)), fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60); got != want {
			t.Errorf("appendClock(%d) = %q, want %q", unix, got, want)
		}
	}
}
