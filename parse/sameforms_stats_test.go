package parse

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"inquest/schemas"
)

// sameStats are printings of one recording with all of its reports: the text of sar and
// the forms of sadf, which call many columns by other names.
var sameStats = [][]string{
	{"sar/local-names-12.5.2.txt", "sadf/local-names-12.5.2-d.csv", "sadf/local-names-12.5.2-p.tsv", "sadf/local-names-12.5.2-j.json",
		"sadf/local-names-12.5.2-x.xml"},
	{"sar/local-names-12.7.5.txt", "sadf/local-names-12.7.5-d.csv", "sadf/local-names-12.7.5-p.tsv", "sadf/local-names-12.7.5-j.json",
		"sadf/local-names-12.7.5-x.xml"},
}

// TestSameStatistics reads one recording in several forms: each gives the same series
// with the same instants and values, no more and no less.
func TestSameStatistics(t *testing.T) {
	for _, forms := range sameStats {
		want := statsOf(t, forms[0])
		if len(want) < 100 {
			t.Fatalf("%s has only %d values", forms[0], len(want))
		}
		for _, form := range forms[1:] {
			got := statsOf(t, form)
			for key, v := range got {
				if w, ok := want[key]; !ok || math.Abs(v-w) > 1e-9*math.Abs(w) {
					t.Errorf("%s: %s is %v, in %s %v", form, key, v, forms[0], w)
				}
			}
			for key := range want {
				_, ok := got[key]
				lost := strings.HasSuffix(form, "-d.csv") && strings.Contains(key, `"cpu":`) && strings.Contains(key, `"interrupt":`)
				if !ok && !lost { // sadf -d does not say which processors the columns are
					t.Errorf("%s: no %s, as in %s", form, key, forms[0])
				}
			}
		}
	}
}

// statsOf gives the statistics of a file of testdata by series and instant, without the
// format in their names.
func statsOf(t *testing.T, file string) map[string]float64 {
	t.Helper()
	rows := rowsOfFile(t, file)
	out := map[string]float64{}
	for _, s := range rows.Stats {
		metric := strings.TrimPrefix(strings.TrimPrefix(s.Key.Metric, "sar."), "sadf.")
		key := fmt.Sprint(s.TS, " ", metric, s.Key.Labels, " ", s.Key.Unit)
		if _, twice := out[key]; twice {
			t.Errorf("%s: %s twice", file, key)
		}
		out[key] = s.Value
	}
	return out
}

// TestRawRestart reads sadf -r with restarts: the rates it gives are those of sadf -d, and
// there are none over the time without a recorder.
func TestRawRestart(t *testing.T) {
	disks := func(file string) []schemas.Disk {
		data, err := os.ReadFile(filepath.Join("testdata", "sadf", file))
		if err != nil {
			t.Fatal(err)
		}
		var rows schemas.Rows
		if _, err := Read(file, file, bytes.NewReader(data), &rows, Options{}); err != nil {
			t.Fatal(err)
		}
		return rows.Disk
	}
	raw, printed := disks("local-r-restart.txt"), disks("local-d-restart.csv")
	if len(raw) != len(printed) {
		t.Fatalf("%d rows, want %d", len(raw), len(printed))
	}
	rates := 0
	for i, r := range raw {
		if math.IsNaN(r.TransfersPerSecond) {
			continue
		}
		rates++
		if p := printed[i]; r.StepS != p.StepS || math.Abs(r.TransfersPerSecond-p.TransfersPerSecond) > 0.02*p.TransfersPerSecond {
			t.Errorf("row %d: %v a second over %v s, want %v over %v s", i, r.TransfersPerSecond, r.StepS, p.TransfersPerSecond, p.StepS)
		}
	}
	if rates != 5 { // 8 rows, 3 of which begin a run
		t.Errorf("%d rates, want 5", rates)
	}
}
