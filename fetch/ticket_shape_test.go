package fetch

import "testing"

func TestTicketCIAddresses(t *testing.T) {
	for ref, want := range map[string]string{
		"http://perf.example.com/job/heron-sync/444/":                                    "heron-sync-444",
		"http://perf.example.com/job/heron-sync/444/artifact/YCSB/":                      "heron-sync-444",
		"https://ci.example.com/job/ibis/15317/console":                                  "ibis-15317",
		"https://ci.example.com/jenkins/view/all/job/perf/job/nightly/7/":                "perf-nightly-7",
		"http://ci.example.com:8080/job/ami-perf/sub_test=write,type=a/93/":              "ami-perf-sub_test=write,type=a-93",
		"https://ci.example.com/job/a%20b/3/":                                            "a b-3",
		"https://ci.example.com/blue/organizations/jenkins/kv/detail/master/12/pipeline": "kv-12",
		"https://github.com/org/bench/actions/runs/90501/job/5":                          "bench-90501",
		"https://gitlab.example.com/org/bench/-/jobs/7001":                               "bench-7001",
		"https://gitlab.example.com/org/sub/bench/-/pipelines/8":                         "bench-8",
		"https://buildkite.com/org/nightly/builds/1204#abc":                              "nightly-1204",
		"https://app.circleci.com/pipelines/github/org/repo/55/workflows/x":              "repo-55",
		"https://teamcity.example.com/viewLog.html?buildId=17&buildTypeId=Perf_Nightly":  "Perf_Nightly-17",
		"https://teamcity.example.com/buildConfiguration/Perf_Nightly/17?mode=builds":    "Perf_Nightly-17",
		"https://dev.azure.com/org/proj/_build/results?buildId=31&view=results":          "proj-31",
		"https://ci.example.com/#/builders/perf/builds/6":                                "perf-6",
		"https://bamboo.example.com/browse/PERF-NIGHT-12":                                "PERF-NIGHT-12",
		"https://prow.example.com/view/gs/logs/pull-perf/1748/":                          "",
		"https://issues.example.com/browse/MB-35458":                                     "",
		"https://github.com/org/kv/commit/f6ed489642e80594ff6a9a87a12f3d9c343fccfc":      "",
		"https://github.com/org/kv/pull/123":                                             "",
		"http://monitor.example.com/reports/html/?snapshot=heron_650-4131_access_23ea":   "",
		"https://s3-us-west-2.amazonaws.com/b/jenkins-heron-444/10.0.0.1.zip":            "",
		"http://builds.example.com/getchangelog?fromb=6.5.0-4131&tob=6.5.0-4132":         "",
		"https://ci.example.com/job/heron/lastBuild/":                                    "",
		"https://ci.example.com/job/heron/99999999999999999999/":                         "",
	} {
		got := ""
		if run, ok := ciRunOf(ref); ok {
			got = run.id()
		}
		if got != want {
			t.Errorf("%s: run %q, want %q", ref, got, want)
		}
	}
}

func TestTicketLabelShapes(t *testing.T) {
	for tok, want := range map[string]labelKind{
		"6.5.0-4131": numbered, "7.6.0-1816-enterprise": numbered, "2.14.0.0-b103": numbered, "v8.0.36-28": numbered,
		"10.11.19": versioned, "v1.2.3-rc1": versioned, "10.2-base": versioned, "5.0.rc3": versioned, "10.11.18-MariaDB-log": versioned,
		"2025.1.0~rc1-20250202.28b889668011": versioned, "v2.0": versioned,
		"10.2": bareVersion, "650-4131": bareVersion,
		"6c39a81548c2": hashLabel, "org/server@6c39a81548c2": hashLabel,
		"MariaDB-10.3-patch1": namedLabel, "quartz.feb10.full": namedLabel, "Birch-102-cur": namedLabel,
		"172.23.100.190": noLabel, "2024.01.05": noLabel, "05.01.2024": noLabel, "6.8.0-1021-aws": noLabel, "9150": noLabel,
		"deadbeef": noLabel, "16-threads": noLabel, "c5.2xlarge": noLabel, "1.5x": noLabel, "300s": noLabel, "SDK3": noLabel,
	} {
		if got := shapeOf(tok); got != want {
			t.Errorf("%s: kind %d, want %d", tok, got, want)
		}
	}
	for _, s := range []string{"kernel 5.15.0-101", "on Linux 6.1.0-28", "python 3.11.2", "OpenJDK 17.0.1", "glibc: 2.36-9"} {
		if got := labelsIn(s); len(got) != 0 {
			t.Errorf("%q: %v is no build", s, got)
		}
	}
}

func TestTicketSnapshotNames(t *testing.T) {
	known := map[string]string{"7610-12": "7.6.10-12", "650-4131": "6.5.0-4131"}
	for raw, want := range map[string][4]string{
		"titan_c1_760-1782_init_xdcr_6b86": {"titan", "c1", "7.6.0-1782", "init_xdcr"},
		"hebe_650-4131_access_23ea":        {"hebe", "", "6.5.0-4131", "access"},
		"hebe_7610-12_access_23ea":         {"hebe", "", "7.6.10-12", "access"},
		"hebe_8010-12_access_23ea":         {"hebe", "", "8.0.10-12", "access"},
		"something-else":                   {"", "", "", ""},
	} {
		s := readSnapshot(raw, 1, known)
		if got := [4]string{deref(s.Cluster), deref(s.Side), deref(s.Build), deref(s.Phase)}; got != want || s.Raw != raw {
			t.Errorf("%s: %v, want %v", raw, got, want)
		}
	}
}

func TestTicketNumbers(t *testing.T) {
	for _, c := range []struct {
		column []string
		want   []float64 // -1 for a cell that is not read
	}{
		{[]string{"192 811", "950", "1 192 811"}, []float64{192811, 950, 1192811}},
		{[]string{"69,344", "66,783.5", "950", "1234"}, []float64{69344, 66783.5, 950, 1234}},
		{[]string{"192'811", "1'000.5"}, []float64{192811, 1000.5}},
		{[]string{"1.234.567", "12.345.678"}, []float64{1234567, 12345678}},
		{[]string{"33,5", "1,25", "7"}, []float64{33.5, 1.25, 7}},
		{[]string{"192 811", "191850"}, []float64{-1, 191850}},
		{[]string{"12,345", "33,5"}, []float64{-1, -1}},
		{[]string{"12,345", "12 345"}, []float64{-1, -1}},
		{[]string{"**203,701**", ":red_circle:508", "~41,200 tps", "1.2K", "−5"}, []float64{203701, 508, 41200, 1200, -5}},
		{[]string{"text", "10.2.3"}, []float64{-1, -1}},
	} {
		s := separatorsOf(c.column)
		for i, cell := range c.column {
			v, _, ok := s.cellValues(cell)
			got := -1.0
			if ok && len(v) == 1 {
				got = v[0]
			}
			if got != c.want[i] {
				t.Errorf("%q of %q: %v, want %v", cell, c.column, got, c.want[i])
			}
		}
	}
	for _, hole := range []string{"", "-", "—", "–", "n/a", "N/A", "---%", "<no value>", "**-**"} {
		if v, _, ok := (separators{}).cellValues(hole); !ok || len(v) != 0 {
			t.Errorf("%q: %v, %v; want a hole", hole, v, ok)
		}
	}
	if v, _, ok := (separators{}).cellValues("181878.66, 187166.71"); !ok || len(v) != 2 || v[1] != 187166.71 {
		t.Errorf("repeats: %v", v)
	}
}

func TestTicketOneLetterApart(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"quarta.aug15", "quartz.aug15", true},
		{"quartz.aug15", "qartz.aug15", true},
		{"quartz", "quatrz", true},
		{"alder-10.2", "alder-10.3", false},
		{"run-a", "run-b", false},
		{"rc1", "rc2", false},
		{"same", "same", false},
		{"quartz", "quar", false},
	} {
		if got := oneLetterApart(c.a, c.b); got != c.want || oneLetterApart(c.b, c.a) != c.want {
			t.Errorf("%s, %s: %v", c.a, c.b, got)
		}
	}
}
