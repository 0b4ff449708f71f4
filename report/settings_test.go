package report

import (
	"testing"

	"inquest/report/units"
)

func TestDistinctShowsWhereValuesPart(t *testing.T) {
	b, h := units.Distinct("alpha=on,beta=on,gamma=on,delta=on", "alpha=on,beta=on,gamma=off,delta=on", 16)
	if b != "…gamma=on,delta…" || h != "…gamma=off,delt…" {
		t.Errorf("distinct = %q, %q", b, h)
	}
	if b, h := units.Distinct("0", "1", 16); b != "0" || h != "1" {
		t.Errorf("short values changed: %q, %q", b, h)
	}
}
