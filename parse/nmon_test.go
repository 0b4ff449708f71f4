package parse

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"inquest/schemas"
)

// sortedDump are the rows as text in an order of their own, without the skips.
func sortedDump(t *testing.T, data []byte) string {
	t.Helper()
	var rows schemas.Rows
	f, err := Read("sample", "sample", bytes.NewReader(data), &rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows.Skips = nil
	lines := strings.Split(string(dump(f, &rows, nil)), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestNmonOrder reads a file as it was written, sorted, and with the lines of each
// snapshot in any order: nmon tells its users to sort it, so that the time of a snapshot
// comes after its rows. The rows are the same.
func TestNmonOrder(t *testing.T) {
	for _, name := range []string{"testdata/nmon/top.nmon", "testdata/nmon/s2-c5.nmon", "testdata/nmon/aix.nmon"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := sortedDump(t, data)
		lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		sorted := slices.Clone(lines)
		slices.Sort(sorted)
		if got := sortedDump(t, []byte(strings.Join(sorted, "\n")+"\n")); got != want {
			t.Errorf("%s, sorted: %s", name, firstDifference([]byte(got), []byte(want)))
		}
		at := slices.IndexFunc(lines, func(s string) bool { return strings.HasPrefix(s, "ZZZZ") })
		head, body := lines[:at], slices.Clone(lines[at:])
		for i := 0; i < len(body); i++ { // heads that come late go before all rows
			if strings.HasPrefix(body[i], "VM,Paging") || strings.HasPrefix(body[i], "AAA") {
				head = append(slices.Clone(head), body[i])
				body = slices.Delete(body, i, i+1)
				i--
			}
		}
		r := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			r.Shuffle(len(body), func(i, j int) { body[i], body[j] = body[j], body[i] })
			// The times themselves stay in order.
			var times []string
			for _, s := range body {
				if strings.HasPrefix(s, "ZZZZ") {
					times = append(times, s)
				}
			}
			slices.Sort(times)
			for i, s := range body {
				if strings.HasPrefix(s, "ZZZZ") {
					body[i], times = times[0], times[1:]
				}
			}
			text := strings.Join(slices.Concat(head, body), "\n") + "\n"
			if got := sortedDump(t, []byte(text)); got != want {
				t.Errorf("%s, shuffled: %s", name, firstDifference([]byte(got), []byte(want)))
			}
		}
	}
}

// TestNmonWithoutTimes takes the times of some snapshots away: their rows go, each with a
// reason, and the index of lines still fits the rows that stay.
func TestNmonWithoutTimes(t *testing.T) {
	data := written(recorderLogs["nmon"], 300)
	var kept []string
	for _, line := range strings.Split(string(data), "\n") {
		if n := 0; strings.HasPrefix(line, "ZZZZ,T") {
			if _, err := fmt.Sscanf(line, "ZZZZ,T%d,", &n); err != nil {
				t.Fatal(err)
			}
			if n%3 == 0 {
				continue
			}
		}
		kept = append(kept, line)
	}
	var rows schemas.Rows
	text := strings.Join(kept, "\n")
	_, indexes, err := readIndexed("sample", "sample", bufio.NewReader(strings.NewReader(text)), &rows, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(rows.CPU), 200*5; got != want {
		t.Errorf("%d rows of table cpu, want %d", got, want)
	}
	if got, want := len(rows.Disk), 200*3; got != want {
		t.Errorf("%d rows of table disk, want %d", got, want)
	}
	lost := 0
	for _, s := range rows.Skips {
		if s.Reason == schemas.MissingCell {
			lost++
		}
	}
	if lost != maxSkipsEach+1 { // the rest is counted in one
		t.Errorf("%d skips for snapshots without a time, want %d", lost, maxSkipsEach+1)
	}
	for _, x := range indexes {
		for _, p := range x.points {
			if p.rows.cpu > len(rows.CPU) || p.rows.disk > len(rows.Disk) || p.rows.stats > len(rows.Stats) {
				t.Errorf("the index counts rows that are not there at line %d: %+v", p.line, p.rows)
			}
			// A snapshot is 12 lines, 11 of those without a time, and 5 rows of table cpu.
			snapshots := float64(p.line-12) / (35.0 / 3)
			if want := snapshots * 2 / 3 * 5; float64(p.rows.cpu) < want-10 || float64(p.rows.cpu) > want+10 {
				t.Errorf("%d rows of table cpu by line %d, want about %.0f", p.rows.cpu, p.line, want)
			}
		}
	}
}

// TestCollectlRaw reads a record of /proc in collectl's raw form and as snapshots of the
// files themselves: the rows are the same but for the format.
func TestCollectlRaw(t *testing.T) {
	raw, err := os.ReadFile("testdata/collectl/raw-4.3.1.raw")
	if err != nil {
		t.Fatal(err)
	}
	forms := map[string]func(line string) (string, bool){
		"proc-stat": func(s string) (string, bool) {
			return s, strings.HasPrefix(s, "cpu") || strings.HasPrefix(s, "ctxt") || strings.HasPrefix(s, "proc") || strings.HasPrefix(s, "intr")
		},
		"proc-diskstats": func(s string) (string, bool) { return strings.CutPrefix(s, "disk ") },
		"proc-meminfo":   func(s string) (string, bool) { return s, strings.Contains(s, ": ") && !strings.HasPrefix(s, "Net") },
	}
	var all schemas.Rows
	if _, err := Read("sample", "sample", bytes.NewReader(raw), &all, Options{}); err != nil {
		t.Fatal(err)
	}
	for name, form := range forms {
		var text strings.Builder
		for _, line := range strings.Split(string(raw), "\n") {
			if at, ok := strings.CutPrefix(line, ">>> "); ok {
				text.WriteString("TS " + strings.TrimSuffix(at, " <<<") + "\n")
			} else if own, ok := form(line); ok && !strings.HasPrefix(line, "#") {
				text.WriteString(own + "\n")
			}
		}
		var rows schemas.Rows
		f, err := Read("sample", "sample", strings.NewReader(text.String()), &rows, Options{})
		if err != nil || f.Name != name {
			t.Fatalf("%s: %v, %v", name, f, err)
		}
		if len(rows.CPU)+len(rows.Disk)+len(rows.Stats) == 0 {
			t.Fatalf("%s: no rows", name)
		}
		has := map[string]bool{}
		for _, line := range strings.Split(string(dump(f, &all, nil)), "\n") {
			has[line] = true
		}
		rows.Skips = nil
		for _, line := range strings.Split(string(dump(f, &rows, nil)), "\n") {
			if strings.HasPrefix(line, "20") && !strings.Contains(line, "labels") && !has[line] {
				// Columns that one of them leaves out differ: compare the stats only.
				if strings.Count(line, ",") == 7 {
					t.Errorf("%s: %s is not among the rows of the raw file", name, line)
				}
			}
		}
		for i := range rows.CPU {
			if got, want := all.CPU[i], rows.CPU[i]; got.User != want.User || got.Busy != want.Busy || got.TS != want.TS || got.StepS != want.StepS || got.CPU != want.CPU {
				t.Errorf("%s: row %d of table cpu is %+v, want %+v", name, i, got, want)
			}
		}
		for i := range rows.Disk {
			if got, want := all.Disk[i], rows.Disk[i]; got.WrittenBytesPerSecond != want.WrittenBytesPerSecond || got.IOTimeRatio != want.IOTimeRatio || got.TS != want.TS || got.Device != want.Device {
				t.Errorf("%s: row %d of table disk is %+v, want %+v", name, i, got, want)
			}
		}
	}
}
