package diff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
)

// Sentences name a stratum by what tells it from the others; its key keeps all factors.
func TestStratumNames(t *testing.T) {
	type factors = map[string]string
	for _, x := range []struct {
		name   string
		strata []factors
		want   []string
	}{
		{"one factor in common", []factors{{"sdk": "a", "bucket": "one"}, {"sdk": "b", "bucket": "one"}}, []string{"sdk=a", "sdk=b"}},
		{"two that go together", []factors{{"data": "1 bucket x 300K", "topology": "3 -> 3"}, {"data": "1 bucket x 100K", "topology": "1 -> 1"}},
			[]string{"topology=1 -> 1", "topology=3 -> 3"}},
		{"two that both are needed", []factors{{"sdk": "a", "vb": "64"}, {"sdk": "a", "vb": "1024"}, {"sdk": "b", "vb": "64"}},
			[]string{"sdk=a, vb=1024", "sdk=a, vb=64", "sdk=b, vb=64"}},
		{"one lacks a factor", []factors{{"sdk": "a", "tls": "on"}, {"sdk": "a"}}, []string{"sdk=a", "sdk=a, tls=on"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			var base, head side
			keys := map[string]bool{}
			for i, s := range x.strata {
				b, h := loaded(fmt.Sprint("b", i), "1", 1), loaded(fmt.Sprint("h", i), "2", 0.6)
				for k, v := range s {
					b, h = b.stratum(k, v), h.stratum(k, v)
				}
				base, head = append(base, b), append(head, h)
				keys[diff.StratumKey(s)] = true
			}
			r := compare(t, base, head)
			f := r.one("level", "throughput")
			var names []string
			for _, s := range f.Strata {
				names = append(names, s.Name)
				if !keys[s.Stratum] || !strings.Contains(f.Text, s.Name+" ") {
					t.Errorf("stratum %q, named %q, in: %s", s.Stratum, s.Name, f.Text)
				}
			}
			slices.Sort(names)
			if !slices.Equal(names, x.want) {
				t.Errorf("names are %q, want %q", names, x.want)
			}
		})
	}
}
