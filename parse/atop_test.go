package parse

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"inquest/schemas"
)

// TestAtopSameRecording reads one recording in the two forms: what both print is alike.
func TestAtopSameRecording(t *testing.T) {
	read := func(file string) *schemas.Rows {
		data, err := os.ReadFile("testdata/atop/" + file)
		if err != nil {
			t.Fatal(err)
		}
		return readText(t, string(data), Options{})
	}
	p, j := read("P-2.8.txt"), read("J-2.8.txt")
	n := 0
	for i := range p.CPU {
		a := p.CPU[i]
		if a.CPU != "all" {
			continue
		}
		b := j.CPU[n]
		n++
		a.Source, b.Source = nil, nil
		if a != b {
			t.Errorf("cpu: -P %+v, -J %+v", a, b)
		}
	}
	for i := range p.Disk {
		a, b := p.Disk[i], j.Disk[i]
		if a.TS != b.TS || a.ReadsPerSecond != b.ReadsPerSecond || a.WrittenBytesPerSecond != b.WrittenBytesPerSecond ||
			a.IOTimeRatio != b.IOTimeRatio || a.DiscardsPerSecond != b.DiscardsPerSecond ||
			math.Abs(a.QueueLength-b.QueueLength) > 0.01*a.IOTimeRatio {
			t.Errorf("disk: -P %+v, -J %+v", a, b)
		}
	}
	values := map[string]float64{}
	for i := range p.Stats {
		values[fmt.Sprint(p.Stats[i].TS, p.Stats[i].Key.Metric)] = p.Stats[i].Value
	}
	for i := range j.Stats {
		r := &j.Stats[i]
		if v, ok := values[fmt.Sprint(r.TS, r.Key.Metric)]; !ok || v != r.Value {
			t.Errorf("%s: -J %v, -P %v", r.Key.Metric, r.Value, v)
		}
	}
	if n != 4 || len(p.Disk) != 4 || len(j.Stats) < 40 {
		t.Errorf("%d cpu, %d disk, %d stats", n, len(p.Disk), len(j.Stats))
	}
}

// TestAtopJSONSinceBoot tells samples from blocks since boot: the first, those after a
// reboot and those of a recorder that began again, but not those after a gap.
func TestAtopJSONSinceBoot(t *testing.T) {
	const object = `{"host": "a", "timestamp": %d, "elapsed": %d, "CPU": {"hertz": 100, "nrcpu": 1, "stime": %d, "utime": 0, "ntime": 0, ` +
		`"itime": %d, "wtime": 0, "Itime": 0, "Stime": 0, "steal": 0, "guest": 0}}`
	var lines []string
	add := func(ts, elapsed int) {
		lines = append(lines, fmt.Sprintf(object, 1700000000+ts, elapsed, elapsed*25, elapsed*75))
	}
	add(0, 5000)
	add(10, 10)
	add(20, 10)
	add(50, 10) // samples are not there
	lines = append(lines, lines[1][:100])
	add(70, 10)    // after a damaged one
	add(80, 5080)  // the recorder began again
	add(90, 10)    //
	add(900, 60)   // a reboot: up for a minute only
	add(910, 10)   //
	add(500, 5500) // another recording appended
	add(510, 10)
	rows := readText(t, strings.Join(lines, "\n")+"\n", Options{})
	var got []int64
	for _, r := range rows.CPU {
		got = append(got, r.TS/1e6-1700000000)
		if r.StepS != 10 || r.System != 0.25 || r.Busy != 0.25 {
			t.Errorf("%+v", r)
		}
	}
	if want := "[10 20 50 70 90 910 510]"; fmt.Sprint(got) != want {
		t.Errorf("samples at %v, want %s", got, want)
	}
}

// TestAtopCounts gives the shares of all processors their number.
func TestAtopCounts(t *testing.T) {
	header := "ATOP - a  2026/11/30  10:00:%02d  -----------------  %s elapsed\n"
	line := "CPU | sys %6d%% | user %5d%% | irq       0%% | idle %5d%% | wait      0%% |\n"
	block := func(sec int, elapsed string, sys, user, idle int) string {
		return fmt.Sprintf(header, sec, elapsed) + fmt.Sprintf(line, sys, user, idle)
	}
	s := block(0, "5h", 10, 20, 370) + block(10, "10s", 100, 100, 200) +
		block(20, "10s", 100, 100, 20) + // a digit is lost
		block(30, "10s", 50, 50, 305) + block(40, "10s", 4, 4, 392)
	rows := readText(t, s, Options{})
	want := []float64{0.25, 0.125, 0.01}
	if len(rows.CPU) != len(want) {
		t.Fatalf("%d rows, want %d: %+v", len(rows.CPU), len(want), rows.CPU)
	}
	for i, w := range want {
		if got := rows.CPU[i].System; math.Abs(got-w) > 1e-12 {
			t.Errorf("row %d: system %v, want %v", i, got, w)
		}
	}
	if len(rows.Skips) != 2 || rows.Skips[1].Reason != schemas.BadSum {
		t.Errorf("%+v", rows.Skips)
	}
}

// TestAtopsarDays follows the days through reports from a file and live.
func TestAtopsarDays(t *testing.T) {
	date := "-------------------------- analysis date: %s --------------------------\n"
	head := "%s  memtotal memfree buffers cached dirty slabmem  swptotal swpfree _mem_\n"
	row := "%s    24105M  16681M    136M  5625M  128M    533M        0M      0M\n"
	one := fmt.Sprintf(date, "2026/11/30") + "\n" + fmt.Sprintf(head, "23:59:50") + fmt.Sprintf(row, "23:59:55") +
		fmt.Sprintf(date, "2026/12/01") + fmt.Sprintf(row, "00:00:00") + fmt.Sprintf(row, "00:00:05")
	live := fmt.Sprintf(date, "2026/11/30") + "\n" + fmt.Sprintf(head, "23:59:50") + fmt.Sprintf(row, "23:59:55") +
		fmt.Sprintf(date, "2026/12/01") + "\n" + fmt.Sprintf(head, "23:59:55") + fmt.Sprintf(row, "00:00:00") +
		fmt.Sprintf(date, "2026/12/01") + "\n" + fmt.Sprintf(head, "00:00:00") + fmt.Sprintf(row, "00:00:05")
	undated := fmt.Sprintf(head, "23:59:50") + fmt.Sprintf(row, "23:59:55") + fmt.Sprintf(row, "00:00:00") + fmt.Sprintf(row, "00:00:05")
	begin := time.Date(2026, 11, 30, 23, 59, 55, 0, time.UTC).UnixMicro()
	relative := time.Date(1970, 1, 1, 23, 59, 55, 0, time.UTC).UnixMicro()
	for _, test := range []struct {
		name, text, source string
		first              int64
	}{{"one report", one, schemas.Assumed, begin}, {"twice", one + "\n" + one, schemas.Assumed, begin},
		{"live", live, schemas.Assumed, begin}, {"without a date", undated, schemas.Relative, relative}} {
		n := 0
		for _, r := range readText(t, test.text, Options{}).Stats {
			if r.Key.Metric != "memory.free" {
				continue
			}
			if want := test.first + int64(n%3)*5e6; r.TS != want || r.StepS != 5 || r.Source.TSSource != test.source {
				t.Errorf("%s, row %d: %s step %v %s, want %s", test.name, n, instant(r.TS), r.StepS, r.Source.TSSource, instant(want))
			}
			n++
		}
		if n%3 != 0 || n == 0 {
			t.Errorf("%s: %d rows", test.name, n)
		}
	}
}

// TestAtopsarSummerTime keeps the rows in order where the clock goes back by an hour,
// from a file and live.
func TestAtopsarSummerTime(t *testing.T) {
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Skip(err)
	}
	date := "-------------------------- analysis date: 2026/11/01 --------------------------\n"
	head := "%s  pswch/s devintr/s  clones/s  loadavg1 loadavg5 loadavg15       _load_\n"
	row := "%s     4456      9456     28.00      0.80     0.83      1.63\n"
	clocks := []string{"01:59:50", "01:59:55", "01:00:00", "01:00:05"}
	one, live := date+fmt.Sprintf(head, clocks[0]), ""
	for i, c := range clocks[1:] {
		one += fmt.Sprintf(row, c)
		live += date + fmt.Sprintf(head, clocks[i]) + fmt.Sprintf(row, c)
	}
	for _, s := range []string{one, live} {
		rows := readText(t, s, Options{Zone: zone, ZoneKnown: true})
		var last int64
		n := 0
		for _, r := range rows.Stats {
			if r.Key.Metric != "system.load1" {
				continue
			}
			if n > 0 && r.TS-last != 5e6 {
				t.Errorf("row %d is %v s after the one before", n, float64(r.TS-last)/1e6)
			}
			last = r.TS
			n++
		}
		if n != 3 {
			t.Errorf("%d rows", n)
		}
	}
}

func TestAtopDuration(t *testing.T) {
	for s, want := range map[string]float64{"2h11m35s": 7895, "668s": 668, "1d2h3m4s": 93784, "0.09s": 0.09, "8m05s": 485, "3d02h": 266400} {
		if got, ok := atopDuration([]byte(s)); !ok || got != want {
			t.Errorf("%s: %v %v, want %v", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "s", "12", "1h2", "x5s", "-4s", "5s "} {
		if got, ok := atopDuration([]byte(s)); ok {
			t.Errorf("%q is taken for %v s", s, got)
		}
	}
}

// TestAtopScan takes what is JSON, and what atop prints instead.
func TestAtopScan(t *testing.T) {
	for s, want := range map[string]struct{ bad, stray bool }{
		`{"a": [1, {"b": "c\"d"}], "e": {}}`: {},
		`{"a": [, {"b": 1}]}`:                {stray: true},
		`{"a": [1,, 2]}`:                     {stray: true},
		`{"a": [1, 2`:                        {bad: true},
		`{"a": "b`:                           {bad: true},
		`{"a" 1}`:                            {bad: true},
		strings.Repeat("[", 1000):            {bad: true},
	} {
		scan := atopScan{b: []byte(s)}
		scan.value()
		if scan.bad != want.bad || scan.stray != want.stray || !scan.bad && scan.pos != len(s) {
			t.Errorf("%.40q: %+v at %d, want %+v", s, scan.bad, scan.pos, want)
		}
	}
}

// TestAtopAllocations reads more samples of the same things without allocating for each
// line; what is allowed are the skips of the blocks since boot.
func TestAtopAllocations(t *testing.T) {
	for _, name := range []string{"atop/P-2.8.txt", "atop/P-tasks.txt", "atop/J-tasks.txt", "atop/text-2.8.txt", "atopsar/cdm.txt"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		allocations := func(times int) float64 {
			long := bytes.Repeat(data, times)
			return testing.AllocsPerRun(3, func() {
				rows := schemas.Rows{CPU: make([]schemas.CPU, 0, 1<<12), Disk: make([]schemas.Disk, 0, 1<<12), Stats: make([]schemas.Stat, 0, 1<<17)}
				if _, err := Read("file", "member", bytes.NewReader(long), &rows, Options{}); err != nil {
					t.Fatal(err)
				}
			})
		}
		if more := (allocations(21) - allocations(11)) / 10 / (float64(len(data)) / 1000); more > 1 {
			t.Errorf("%s: %.2f allocations for each kB more", name, more)
		}
	}
}
