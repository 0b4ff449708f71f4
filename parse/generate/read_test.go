package generate

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestExampleIsTheDefault holds the comments' promise: what a spec does not name is as
// in the example, but for the effects.
func TestExampleIsTheDefault(t *testing.T) {
	got, err := ReadSpec(strings.NewReader(Example))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Effects) == 0 {
		t.Error("the example has no effect")
	}
	got.Effects = nil
	if want := Default(); !reflect.DeepEqual(got, want) {
		t.Errorf("the example is\n%+v\nthe default\n%+v", got, want)
	}
	for _, text := range []string{"", "\n# nothing\n"} {
		if s, err := ReadSpec(strings.NewReader(text)); err != nil || !reflect.DeepEqual(s, Default()) {
			t.Errorf("%q: %+v, %v; want the default", text, s, err)
		}
	}
	var keys map[string]any // those of the text, against those of the type
	if err := yaml.Unmarshal([]byte(Example), &keys); err != nil {
		t.Fatal(err)
	}
	for field := range reflect.TypeFor[Spec]().Fields() {
		if _, ok := keys[field.Tag.Get("yaml")]; !ok {
			t.Errorf("the example lacks the key %s", field.Tag.Get("yaml"))
		}
	}
}

// TestExampleEffects: there is one of each kind, each can be used, and each is noticed.
func TestExampleEffects(t *testing.T) {
	var all struct {
		Effects []Effect `yaml:"effects"`
	}
	if err := yaml.Unmarshal([]byte(ExampleEffects), &all); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, e := range all.Effects {
		seen[e.Kind] = true
		with := func(list []Effect) []*Run {
			return runs(t, spec(func(s *Spec) {
				s.Nodes, s.Seconds, s.Work, s.Threads, s.Effects = 8, 10, WorkFixed, []int{4, 16}, list
			}))
		}
		plain, changed := with(nil)[2], with([]Effect{e})[2]
		same := slices.Equal(plain.Nodes(), changed.Nodes())
		for _, node := range plain.Nodes() {
			same = same && reflect.DeepEqual(plain.Files(node), changed.Files(node))
		}
		if same {
			t.Errorf("%+v: nothing has changed", e)
		}
	}
	for kind := range kinds {
		if !seen[kind] {
			t.Errorf("the list of effects lacks kind %s", kind)
		}
	}
}

func TestReadSpecSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"seed: 2\nnods: 3\n", `line 2: key "nods" is not known`},
		{"levels:\n  tps: 1\n  cpu: 3\n", `line 3: key "cpu" is not known`},
		{"effects:\n- kind: level\n  percent: 3\n", `line 3: key "percent" is not known`},
		{"nodes: many\n", "line 1: `many` will not do; want a whole number"},
		{"seed: -1\n", "line 1: `-1` will not do; want a whole number from 0"},
		{"manifest: 3\n", "line 1: `3` will not do; want true or false"},
		{"start: noon\n", "a time is \"noon\"; want one such as 2026-01-05T10:00:00Z"},
		{"threads: 3\n", "line 1: `3` will not do; want keys with values, or a list"},
		{"nodes: 1\nnodes: 2\n", `"nodes" already defined at line 1`},
		{"[1, 2", "reading the spec: yaml: line 1"},
		{"a: &a [*a]", "not known"},
		{"seed: 1\n---\nseed: 2\n", "a second document"},
		{strings.Repeat("#", maxSpec+1), "more than 1 MiB"},
		{"test: ../x\n", `test is "../x"`},
		{"test: ''\n", `test is ""`},
		{"start: 2026-01-05T10:00:00.5Z\n", "start is 2026-01-05T10:00:00.5Z; want a whole second"},
		{"start: 0001-01-05T10:00:00Z\n", "between 1980 and 2100"},
		{"seconds: -3\n", "seconds is -3; want 1 to 86400"},
		{"nodes: 1000000000\n", "nodes is 1000000000; want 1 to 200"},
		{"nodes: 0\n", "nodes is 0"},
		{"base: {runs: 0}\n", "base.runs is 0"},
		{"noise_pct: .nan\n", "noise_pct is NaN; want 0 to 100"},
		{"levels: {tps: .inf}\n", "levels.tps is +Inf"},
		{"phi: 1\n", "phi is 1; want 0 to 0.999"},
		{"process: pink\n", `process is "pink"; want one of iid, ar, bursty, regime, sawtooth`},
		{"work: done\n", `work is "done"`},
		{"recorders: [sar]\n", `recorders is "sar"`},
		{"threads: []\n", "threads has 0 counts"},
		{"threads: [4, 4]\n", "threads has 4 twice"},
		{"threads: [0]\n", "threads is 0"},
		{"seconds: 86400\ncpus: 256\n", "is about 23500800 lines; want at most 4000000"},
		{"seconds: 86400\nwork: fixed\n", "a leg of up to 1728000 seconds"},
		{"seconds: 86400\nnodes: 200\nbase: {runs: 1000}\n", "all runs together are about"},
		{"effects: [{kind: slow}]\n", `effect 1: kind is "slow"; want one of collapse, flat,`},
		{"effects: [{pct: 3}]\n", `effect 1: kind is ""`},
		{"effects: [{kind: level}]\n", "effect 1: pct is 0"},
		{"effects: [{kind: level, pct: -100}]\n", "effect 1: pct is -100; want -99 to 10000"},
		{"effects: [{kind: level, pct: .nan}]\n", "effect 1: pct is NaN"},
		{"effects: [{kind: level, pct: 5, factor: 2}]\n", "effect 1: kind level takes no factor; it takes metric, pct, nodes, legs"},
		{"effects: [{kind: level, pct: 5, metric: tps}]\n", `metric is "tps"; want one of throughput, cpu, latency, disk`},
		{"effects: [{kind: level, pct: 5, side: left}]\n", `side is "left"`},
		{"effects: [{kind: level, pct: 5, nodes: [db1]}]\n", `there is no node "db1"; the nodes are node-1 to node-8`},
		{"effects: [{kind: level, pct: 5, legs: [3]}]\n", "there is no leg of 3 threads"},
		{"effects: [{kind: level, pct: 5, runs: [3]}]\n", "there is no run 3; the side has 2"},
		{"effects: [{kind: level, pct: 9950}, {kind: level, pct: 9950}]\n", "change a level by more than x10000"},
		{"effects: [{kind: level, pct: -99}, {kind: level, pct: -99}, {kind: level, pct: -99}]\n", "change a level by more than"},
		{"effects: [{kind: volatility}]\n", "factor is 0; want 0.01 to 100"},
		{"effects: [{kind: volatility, factor: 11}]\n", "over 100 %"},
		{"effects: [{kind: collapse, pct: -80, at_work_pct: 90}]\n", "it wants work: fixed"},
		{"work: fixed\neffects: [{kind: collapse, pct: -80}]\n", "at_work_pct is 0"},
		{"effects: [{kind: flat}]\n", "wants two thread counts"},
		{"effects: [{kind: node, pct: 3}]\n", "kind node wants one name in nodes"},
		{"effects: [{kind: setting, name: A b}]\n", `name is "A b"`},
		{"effects: [{kind: setting, name: a, head: \"x\\ny\"}]\n", "has a tab or a line end"},
		{"effects: [{kind: missing, member: t/vmstat.log}]\n", "want its name without a folder"},
		{"effects: [" + strings.Repeat("{kind: missing}, ", 101) + "]\n", "there are 101 effects"},
	} {
		_, err := ReadSpec(strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: %v\nwant one sentence with %s", c.text, err, c.want)
		}
	}
}

// FuzzReadSpec: any text is a spec that can be used, or an error; never a panic.
func FuzzReadSpec(f *testing.F) {
	f.Add(Example)
	f.Add(ExampleEffects)
	f.Add("seconds: 1e9\nnodes: -1\n")
	f.Add("effects: [{kind: collapse, pct: -99, at_work_pct: 1}]\nwork: fixed\nthreads: [1, 2]\n")
	f.Add("levels: {tps: 1e6, busy_pct: 100, util_pct: 100}\nprocess: bursty\nnoise_pct: 100\nrun_sd_pct: 50\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadSpec(strings.NewReader(text))
		if err != nil {
			return
		}
		s.Seconds, s.Nodes, s.CPUs = min(s.Seconds, 10), min(s.Nodes, 2), min(s.CPUs, 4)
		s.Threads = s.Threads[:min(len(s.Threads), 2)]
		list, err := s.Runs()
		if err != nil {
			return // a node or a leg of an effect is no longer there
		}
		for _, r := range list[max(0, len(list)-2):] {
			for _, node := range r.Nodes() {
				for _, file := range r.Files(node) {
					for _, bad := range []string{"NaN", "Inf", "-9223372036854775808"} {
						if file.Name != "variables.txt" && strings.Contains(string(file.Data), bad) {
							t.Fatalf("%s has %s", file.Name, bad)
						}
					}
				}
			}
		}
	})
}
