package fetch

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

func TestTicketTitles(t *testing.T) {
	for _, c := range []struct {
		title        string
		factors      map[string]string
		metric, unit string
	}{
		{"SDK3 Alpha6:", map[string]string{"sdk": "alpha6"}, "", ""},
		{"Alpha6", map[string]string{"variant": "alpha6"}, "", ""},
		{"16 threads:", map[string]string{"threads": "16"}, "", ""},
		{"threads=16", map[string]string{"threads": "16"}, "", ""},
		{"1 node", map[string]string{"nodes": "1"}, "", ""},
		{"Workload A", map[string]string{"workload": "a"}, "", ""},
		{"YCSB workload A, durability=majority", map[string]string{"ycsb_workload": "a", "durability": "majority"}, "", ""},
		{"Durability: Majority:", map[string]string{"durability": "majority"}, "", ""},
		{"Results for SDK3 alpha6 client:", map[string]string{"sdk": "alpha6"}, "", ""},
		{"Throughput (ops/s), 4 nodes", map[string]string{"nodes": "4"}, "Throughput", "ops/s"},
		{"Avg. initial rate (items/sec), 5 -> 5 (2 source nozzles, 4 target nozzles), 1 bucket x 1G x 1KB, DGM, s=1, c=1000, external_map:",
			map[string]string{"topology": "5 -> 5", "source_nozzles": "2", "target_nozzles": "4", "data": "1 bucket x 1G x 1KB",
				"dgm": "true", "s": "1", "c": "1000", "external_map": "true"}, "Avg. initial rate", "items/sec"},
		{"Avg. initial rate (items/sec), 1 → 1 (no regression)", map[string]string{"topology": "1 -> 1"}, "Avg. initial rate", "items/sec"},
		{"we ran these two:", map[string]string{}, "", ""},
		{"Results:", map[string]string{}, "", ""},
	} {
		f := readTitle(c.title)
		if !maps.Equal(f.factors, c.factors) || f.metric != c.metric || f.unit != c.unit {
			t.Errorf("%q: %v, metric %q, unit %q; want %v, %q, %q", c.title, f.factors, f.metric, f.unit, c.factors, c.metric, c.unit)
		}
	}
}

// Every way to write the heading of a variant keeps its runs apart.
func TestTicketVariantHeadings(t *testing.T) {
	for _, h := range []string{"SDK3 Alpha%d:", "## SDK3 Alpha%d", "*SDK3 Alpha%d*", "**SDK3 Alpha%d:**", "SDK3 Alpha%d", "Alpha%d:", "SDK: alpha%d",
		"With SDK3 Alpha%d:", "Results for SDK3 alpha%d", "sdk=alpha%d", "h3. SDK3 Alpha%d", "Runs with SDK3 Alpha%d client:", "• SDK3 Alpha%d",
		"SDK3 Alpha%d\n-----------", "What the good old client of generation %d did there:"} {
		text := "A title\n"
		for v, runs := range [][4]int{{444, 9150, 447, 7706}, {460, 6689, 467, 3491}} {
			bullet := ""
			if h[0] != '#' && h[:3] == "•" {
				bullet = "  • "
			}
			text += fmt.Sprintf("\n"+h+"\n", v+6) + fmt.Sprintf("\n%[1]s6.5.0-4131 http://ci.example.com/job/x/%[2]d/ - %[3]d\n%[1]s6.5.0-4132 http://ci.example.com/job/x/%[4]d/ - %[5]d\n",
				bullet, runs[0], runs[1], runs[2], runs[3])
		}
		p := ParseTicket("headings", []byte(text))
		checkPlan(t, p)
		if len(p.Strata) != 2 || *p.Strata[0].Headline.Pct != -15.8 || *p.Strata[1].Headline.Pct != -47.8 {
			t.Errorf("%q: strata %+v", h, p.Strata)
		}
	}
}

func TestTicketRunLines(t *testing.T) {
	for _, c := range []struct {
		line   string
		builds []string
		values []float64
		unit   string
	}{
		{"6.5.0-4131 http://ci.example.com/job/a/1/ - 9150 ", []string{"6.5.0-4131"}, []float64{9150}, ""},
		{"6.5.0-4131 - 9150 - http://ci.example.com/job/a/1/", []string{"6.5.0-4131"}, []float64{9150}, ""},
		{"6.5.0-4131: 9150 ops/s (http://ci.example.com/job/a/1/)", []string{"6.5.0-4131"}, []float64{9150}, "ops/s"},
		{"- http://ci.example.com/job/a/1/ 6.5.0-4131 9150", []string{"6.5.0-4131"}, []float64{9150}, ""},
		{"Build 6.5.0-4131, job http://ci.example.com/job/a/1/, throughput 9,150 ops/sec", []string{"6.5.0-4131"}, []float64{9150}, "ops/sec"},
		{"[6.5.0-4131](http://ci.example.com/job/a/1/console): 9.15K ops/s, p99 12.5 ms", []string{"6.5.0-4131"}, []float64{9150, 12.5}, "ops/s"},
		{"6.5.0-4131 http://ci.example.com/job/a/1/ => 9150 (3 nodes)", []string{"6.5.0-4131"}, []float64{9150}, ""},
		{"6.5.0-4131 http://ci.example.com/job/a/1/ - 9150 vs 6.5.0-4132 http://ci.example.com/job/a/2/ - 7706", []string{"6.5.0-4131", "6.5.0-4132"}, []float64{9150, 7706}, ""},
		{"6.5.0-4131 http://ci.example.com/job/a/1/ - 9150 (+2.5%)", []string{"6.5.0-4131"}, []float64{9150}, ""},
		{"6.5.0-4131\thttp://ci.example.com/job/a/1/\t9150", []string{"6.5.0-4131"}, []float64{9150}, ""},
		{"6.5.0-4131: 9150 http://ci.example.com/job/a/1/, 9151 http://ci.example.com/job/a/2/", []string{"6.5.0-4131", "6.5.0-4131"}, []float64{9150, 9151}, ""},
		{"6.5.0-4131: http://ci.example.com/job/a/1/ - 9150, http://ci.example.com/job/a/2/ - 9151", []string{"6.5.0-4131", "6.5.0-4131"}, []float64{9150, 9151}, ""},
		{"10.2-base: http://ci.example.com/job/a/1/ 9150.25 tps", []string{"10.2-base"}, []float64{9150.25}, "tps"},
		{"10.11.19 http://ci.example.com/job/a/1/ - 9 150", []string{"10.11.19"}, []float64{9150}, ""},
		{"v1.2.3-rc1 http://ci.example.com/job/a/1/", []string{"v1.2.3-rc1"}, nil, ""},
		{"GOOD 9c1fa2e4 http://ci.example.com/job/a/1/ 9150", []string{"9c1fa2e4"}, []float64{9150}, ""},
		{"baseline: http://ci.example.com/job/a/1/ - 9150", []string{"baseline"}, []float64{9150}, ""},
		{"Job: http://ci.example.com/job/a/1/", nil, nil, ""},
	} {
		p := ParseTicket("line", []byte("A title\n\n"+c.line+"\n"))
		checkPlan(t, p)
		var builds []string
		var values []float64
		unit := ""
		for _, r := range p.Runs {
			if r.Build != nil {
				builds = append(builds, *r.Build)
			}
			for _, h := range r.Headline {
				values = append(values, h.Value)
			}
			if unit == "" && len(r.Headline) > 0 {
				unit = deref(r.Headline[0].Unit)
			}
		}
		if !slices.Equal(builds, c.builds) || !slices.Equal(values, c.values) || unit != c.unit {
			t.Errorf("%q: builds %v, values %v, unit %q; want %v, %v, %q", c.line, builds, values, unit, c.builds, c.values, c.unit)
		}
	}
}
