package parse

import (
	"maps"
	"strings"
	"testing"
	"time"

	"inquest/schemas"
)

// TestCutTopItems reads the numbers of summary lines in every style of every version.
func TestCutTopItems(t *testing.T) {
	for line, want := range map[string]string{
		" 5.9 us,  5.9 sy,  0.0 ni, 88.2 id":       "5.9us 5.9sy 0ni 88.2id",
		"100.0 us,100.0 sy,  0.0 ni":               "100us 100sy 0ni",
		" 50,0 us, 50,0 sy,  0,0 ni,100,0 id":      "50us 50sy 0ni 100id",
		"  1.6%us,  0.5%sy, 97.9%id,  0.0%st":      "1.6us 0.5sy 97.9id 0st",
		" 112 total,   1 running, 111 sleeping":    "112total 1running 111sleeping",
		"0.0 free,      0.0 used.  23330.5 avail ": "0free 0used 23330.5avail",
		"  3861332k total, 12M used":               "3.954003968e+09total 1.2582912e+07used",
		"12345678+total, 5 free":                   "NaNtotal 5free",
		"":                                         "",
		" 0.0 si,  0.0 ":                           "0si 0",
	} {
		var got []string
		for _, it := range cutTopItems([]byte(line), nil) {
			got = append(got, formatItem(it))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %s, want %s", line, s, want)
		}
	}
}

func formatItem(it topItem) string { return number(it.value) + string(it.word) }

const topTwoBlocks = `top - 23:59:59 up 12 min,  0 user,  load average: 14.51, 7.57, 3.13
Tasks: 110 total,   8 running, 102 sleeping,   0 stopped,   0 zombie
%Cpu(s): 90.0 us, 10.0 sy,  0.0 ni,  0.0 id,  0.0 wa,  0.0 hi,  0.0 si,  0.0 st

top - 00:00:02 up 12 min,  0 user,  load average: 14.51, 7.57, 3.13
Tasks: 110 total,   8 running, 102 sleeping,   0 stopped,   0 zombie
%Cpu(s): 80.0 us, 10.0 sy,  0.0 ni, 10.0 id,  0.0 wa,  0.0 hi,  0.0 si,  0.0 st
`

// TestTopDate dates blocks that carry a clock only.
func TestTopDate(t *testing.T) {
	near := time.Date(2026, 11, 30, 0, 5, 0, 0, time.UTC)
	for _, c := range []struct {
		name, text string
		opt        Options
		want       string
		source     string
	}{
		{"nothing known", topTwoBlocks, Options{}, "1970-01-02T00:00:02Z", schemas.Relative},
		{"near an instant", topTwoBlocks, Options{Near: near}, "2026-11-30T00:00:02Z", schemas.Assumed},
		{"near an instant in a known zone", topTwoBlocks, Options{Near: near, Zone: time.FixedZone("", 3600), ZoneKnown: true}, "2026-11-29T23:00:02Z", schemas.Zoned},
		{"date before the blocks", "2026-03-14\n" + topTwoBlocks, Options{Near: near}, "2026-03-15T00:00:02Z", schemas.Assumed},
	} {
		rows := readText(t, c.text, c.opt)
		if len(rows.CPU) != 1 {
			t.Errorf("%s: %d rows, want 1", c.name, len(rows.CPU))
			continue
		}
		r := rows.CPU[0]
		if got := instant(r.TS); got != c.want || r.Source.TSSource != c.source || r.StepS != 3 {
			t.Errorf("%s: %s %s step %v, want %s %s step 3", c.name, got, r.Source.TSSource, r.StepS, c.want, c.source)
		}
	}
}

// TestTopLanguages reads the CPU and memory lines of other languages.
func TestTopLanguages(t *testing.T) {
	const first = "top - 10:00:00 up 1 min,  0 user,  load average: 0,01, 0,02, 0,03\n"
	const second = "top - 10:00:05 up 1 min,  0 user,  load average: 0,01, 0,02, 0,03\n"
	for language, lines := range map[string]string{
		"fr": "%Cpu(s):  7,0 ut,  3,0 sy,  0,0 ni, 90,0 id,  0,0 wa,  0,0 hi,  0,0 si,  0,0 st\nMiB Mem :  24105,6 total,  17469,4 libr,    733,5 util,   6219,1 tamp/cache\n",
		"pl": "%CPU:     7,0 uż,  3,0 sy,  0,0 ni, 90,0 be,  0,0 io,  0,0 hi,  0,0 si,  0,0 sk\nMiB RAM :  24105,6 razem,  17469,4 wolne,    733,5 użyte,   6219,1 buf/cache\n",
		"de": "%CPU(s):  7,0 us,  3,0 sy,  0,0 ni, 90,0 id,  0,0 wa,  0,0 hi,  0,0 si,  0,0 st\nMiB Spch:  24105,6 total,  17469,4 free,    733,5 used,   6219,1 buff/cache\n",
	} {
		rows := readText(t, first+lines+second+lines, Options{})
		if len(rows.CPU) != 1 || rows.CPU[0].Idle != 0.9 || rows.CPU[0].IOWait != 0 || rows.CPU[0].Steal != 0 {
			t.Errorf("%s: cpu %+v, skips %+v", language, rows.CPU, rows.Skips)
		}
		s := spot{"memory.used", "", 1, 733.5 * (1 << 20), 0}
		s.check(t, rows)
	}
}

// TestTopTasks checks that the numbers of tasks go by their order, also with the sixth
// that procps-ng 4.0.5 put into it.
func TestTopTasks(t *testing.T) {
	for line, want := range map[string]map[string]float64{
		"Tasks: 140 total,   2 running, 130 sleeping,   7 stopped,   1 zombie": {"system.processes": 140, "top.running": 2,
			"top.sleeping": 130, "top.stopped": 7, "top.zombie": 1},
		"Tasks: 140 total, 2 running, 130 sleep, 5 d-sleep, 2 stopped, 1 zombie": {"system.processes": 140, "top.running": 2,
			"top.sleeping": 130, "top.d_sleeping": 5, "top.stopped": 2, "top.zombie": 1},
		"Threads: 140 total, 3 running, 130 sleep, 4 d-sleep, 2 stopped, 1 zombie": {"top.threads": 140, "system.run_queue": 3,
			"top.sleeping": 130, "top.d_sleeping": 4, "top.stopped": 2, "top.zombie": 1},
	} {
		var rows schemas.Rows
		text := "top - 10:00:00 up 9 min,  0 user,  load average: 4.05, 2.09, 0.84\n" + line + "\n"
		if _, err := Read("top.txt", "top.txt", strings.NewReader(text), &rows, Options{}); err != nil {
			t.Fatal(err)
		}
		got := map[string]float64{}
		for _, s := range rows.Stats {
			if !strings.HasPrefix(s.Key.Metric, "system.load") {
				got[s.Key.Metric] = s.Value
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
}
