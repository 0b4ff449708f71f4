package parse

import (
	"bytes"
	"testing"
)

// TestClockMemo reads clocks that are like the last and ones that only look like it.
func TestClockMemo(t *testing.T) {
	var memo clockMemo
	for _, line := range []string{"10:36:15 all 1.0", "10:36:15 all 1.0", "10:36:15 PM all 1.0", "10:36:15 all 1.0", "10:36:15",
		"10:36:15 a.m. x", "10:36:16 x", "x 10:36:16", "", "10:36:16 午後 x", "10:36:16 AM", "10:36:16 PM", "25:36:16 x", "10:36:16.5 x", "10:36:16 x"} {
		fields := cutFields([]byte(line), nil)
		sec, used, ok := memo.parse(fields)
		wantSec, wantUsed, wantOK := parseClock(bytes.Fields([]byte(line)))
		if sec != wantSec || used != wantUsed || ok != wantOK {
			t.Errorf("%q: %v %d %v, want %v %d %v", line, sec, used, ok, wantSec, wantUsed, wantOK)
		}
	}
}
