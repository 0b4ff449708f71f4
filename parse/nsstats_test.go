package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTerms lists the values that the scanner finds in printed Erlang terms.
func TestTerms(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"nested", "[{'ns_1@a.b',\n  [{cpu,[{user,1.5},\n {\"b-1\",-2}]},\n {<<\"x/y\">>,3}]}]", []string{
			"ns_1@a.b cpu user = 1.5", "ns_1@a.b cpu b-1 = -2", "ns_1@a.b x/y = 3"}},
		{"texts in pieces and with signs", `[{a,<<"x]}\"\n"` + "\n" + `  "y,{">>},{b,"q{'"},{c,'it\'s'},{d,1}]`, []string{
			`a = y,{`, `b = q{'`, `c = it\'s`, `d = 1`}},
		{"maps, pids, references, tuples as keys", `[{a,#{k => 1,l => {x,2}}},{b,<0.1.2>},{c,#Ref<0.1>},{{x,y},5},{d,{1,2,3}},{e,[1,2]},{f,3}]`, []string{
			"a x = 2", "b = <0.1.2>", "c = #Ref<0.1>", "x = y", "d 1 = 2", "f = 3"}},
		{"brackets that do not match", `]}{a,1}]]}{b,2}`, []string{"a = 1", "b = 2"}},
		{"too deep", strings.Repeat("[", 150) + "{a,1}" + strings.Repeat("]", 150) + "{b,2}", []string{"b = 2"}},
		{"no term", "a=>b >> 'x \" <", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			s := termScanner{shut: func() {}}
			s.leaf = func(value []byte) {
				line := ""
				for i := range s.depth() {
					line += string(s.key(i)) + " "
				}
				got = append(got, fmt.Sprintf("%s= %s", line, value))
			}
			for line := range strings.SplitSeq(tt.text, "\n") {
				s.scan([]byte(line))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("values differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCutEntry(t *testing.T) {
	const good = "[ns_doctor:debug,2019-08-12T03:00:00.123-07:00,ns_1@10.0.0.5:ns_doctor<0.3.0>:ns_doctor:handle_info:186]Current"
	e, ok := cutEntry([]byte(good))
	if !ok || e.logger != "ns_doctor" || e.at.UTC().Format("15:04:05.000") != "10:00:00.123" || string(e.text) != "Current" || string(e.node) != "ns_1@10.0.0.5" {
		t.Errorf("entry %+v, %v", e, ok)
	}
	if e, ok := cutEntry([]byte(strings.Replace(good, "10.0.0.5", "fd00::5", 1))); !ok || string(e.node) != "ns_1@fd00::5" {
		t.Errorf("entry of a node with a colon in its name: %q, %v", e.node, ok)
	}
	for _, line := range []string{"", "[", "[{'ns_1@a',", "[{last_heard,1},", "[a:b,c,d]", "[stats:debug,2019-08-12T03:00:00Z", "x" + good} {
		if e, ok := cutEntry([]byte(line)); ok {
			t.Errorf("%q is taken for an entry: %+v", line, e)
		}
	}
}
