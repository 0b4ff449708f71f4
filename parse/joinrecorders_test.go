package parse

import (
	"context"
	"fmt"
	"testing"

	"inquest/schemas"
)

// TestJoinRecorders has three hours of OSWatcher, a file each: one source that covers the
// load, where a single hour would be a snapshot of it.
func TestJoinRecorders(t *testing.T) {
	hour := func(h int) string {
		text := ""
		for m := range 60 {
			text += fmt.Sprintf("zzz ***Mon Nov 30 %02d:%02d:00 UTC 2026\navg-cpu:  %%user   %%nice %%system %%iowait  %%steal   %%idle\n          10.00    0.00    0.00    0.00    0.00   90.00\n\n", h, m)
		}
		return text
	}
	files := filesIn("oswiostat/db_1_iostat_26.11.30.1000.dat", hour(10), "oswiostat/db_1_iostat_26.11.30.1100.dat", hour(11),
		"oswiostat/db_1_iostat_26.11.30.1200.dat.gz", hour(12), "oswvmstat/db_1_vmstat_26.11.30.1000.dat", "zzz ***Mon Nov 30 10:00:00 UTC 2026\n"+vmstatTwo)
	a, err := ReadArtifact(context.Background(), files, ArtifactOptions{Name: "db_1"})
	if err != nil {
		t.Fatal(err)
	}
	sources := map[*schemas.Source]int{}
	for i := range a.Rows.CPU {
		sources[a.Rows.CPU[i].Source]++
	}
	if len(sources) != 2 {
		t.Fatalf("%d sources: %v", len(sources), sources)
	}
	for s, n := range sources {
		want, coverage := "db_1_iostat_*.dat", schemas.History
		if n == 1 {
			want, coverage = "db_1_vmstat_26.11.30.1000.dat", schemas.Snapshot
		} else if n != 180 {
			t.Errorf("%d rows of %s", n, s.Member)
		}
		if s.Member != want || s.Coverage != coverage {
			t.Errorf("%s is %s, want %s, %s", s.Member, s.Coverage, want, coverage)
		}
	}
	for _, m := range a.Members {
		if m.Format == "iostat" && (m.CPU != 60 || m.Coverage != schemas.History || len(m.Lines) > 0) {
			t.Errorf("%s: %d rows, %s, lines %v", m.Name, m.CPU, m.Coverage, m.Lines)
		}
	}
}
