package fetch

import (
	"slices"
	"strings"
	"testing"
)

// twoTests is a ticket with two strata: remarks in the title of the second and behind its runs,
// and a sentence of prose.
func twoTests(prose, title string, base, head string) string {
	return "1.0.0-22 writes slower\n\n" + prose + "\n\n" +
		"• Throughput (ops/s), 16 threads, sdk=alpha6\n" +
		"  • 1.0.0-21: https://ci.example.com/job/small/1/ - 1000\n" +
		"  • 1.0.0-22: https://ci.example.com/job/small/2/ - 700\n" +
		"• Throughput (ops/s), 16 threads, sdk=alpha7" + title + "\n" +
		"  • 1.0.0-21: https://ci.example.com/job/small/3/ - " + base + "\n" +
		"  • 1.0.0-22: https://ci.example.com/job/small/4/ - " + head + "\n"
}

func TestTicketControls(t *testing.T) {
	for name, x := range map[string]struct {
		text string
		want string // the words of the control, alpha7; empty: none
		line int
	}{
		"title":                   {twoTests("", " (no regression)", "500", "502"), "no regression", 8},
		"title, not affected":     {twoTests("", " (not affected)", "500", "502"), "not affected", 8},
		"title, a dash":           {twoTests("", " - unaffected", "500", "502"), "unaffected", 8},
		"title, control":          {twoTests("", " (control)", "500", "502"), "control", 8},
		"title, another control":  {twoTests("", " (concurrency control on)", "500", "502"), "", 0},
		"title, a regression":     {twoTests("", " (regression)", "500", "502"), "", 0},
		"title, a question":       {twoTests("", " (no regression?)", "500", "502"), "", 0},
		"title, fixed since":      {twoTests("", " (no regression after the fix)", "500", "502"), "", 0},
		"both runs":               {twoTests("", "", "500 (control)", "502 (control)"), "control", 10},
		"the head":                {twoTests("", "", "500", "502 (no regression)"), "no regression", 10},
		"the base":                {twoTests("", "", "500 (no regression)", "502"), "", 0},
		"the base is the control": {twoTests("", "", "500 (control)", "502"), "", 0},
		"prose":                   {twoTests("The test with alpha7 does not show it.", "", "500", "502"), "The test with alpha7 does not show it", 3},
		"prose, apostrophe":       {twoTests("The regression doesn’t happen with alpha7.", "", "500", "502"), "The regression doesn't happen with alpha7", 3},
		"prose, a clause":         {twoTests("The rate fell with alpha6, but alpha7 is not affected.", "", "500", "502"), "alpha7 is not affected", 3},
		"prose, of the other":     {twoTests("The rate fell with alpha7, but there is no regression in others.", "", "500", "502"), "", 0},
		"prose, of all":           {twoTests("Clusters of one node, alpha6 or alpha7, show no regression.", "", "500", "502"), "", 0},
		"prose, of none":          {twoTests("There is no regression in smaller tests.", "", "500", "502"), "", 0},
		"prose, CPU":              {twoTests("CPU is unchanged with alpha7.", "", "500", "502"), "", 0},
		"prose, part of the run":  {twoTests("Alpha7 does not show it at first.", "", "500", "502"), "", 0},
		"prose, another build":    {twoTests("Build 1.0.0-20 with alpha7 shows no regression.", "", "500", "502"), "", 0},
		"prose, a guess":          {twoTests("It should show no regression with alpha7.", "", "500", "502"), "", 0},
		"nothing":                 {twoTests("The rate fell.", "", "500", "502"), "", 0},
	} {
		p := ParseTicket(name, []byte(x.text))
		if len(p.Strata) != 2 {
			t.Errorf("%s: %d strata, want 2: %+v", name, len(p.Strata), p.Strata)
			continue
		}
		if p.Strata[0].Control != nil {
			t.Errorf("%s: the stratum that fell is called a control: %+v", name, p.Strata[0].Control)
		}
		got, line := "", 0
		if c := p.Strata[1].Control; c != nil {
			got, line = c.Text, c.Line
		}
		if got != x.want || line != x.line {
			t.Errorf("%s: %q on line %d, want %q on line %d", name, got, line, x.want, x.line)
		}
		if v := p.Strata[1].Factors; v["sdk"] != "alpha7" || v["not_affected"] != "" || v["unaffected"] != "" {
			t.Errorf("%s: a remark is a factor: %v", name, v)
		}
	}
}

// Words that the ticket's own numbers contradict make no control, and that is said.
func TestTicketControlContradicted(t *testing.T) {
	p := ParseTicket("t", []byte(twoTests("", " (no regression)", "500", "400")))
	if c := p.Strata[1].Control; c != nil {
		t.Errorf("a loss of 20 %% is a control: %+v", c)
	}
	i := slices.IndexFunc(p.Problems, func(x PlanProblem) bool { return x.Code == "control-contradicted" })
	if i < 0 || !strings.Contains(p.Problems[i].Text, `"no regression"`) || !strings.Contains(p.Problems[i].Text, "-20.0 %") || p.Problems[i].Lines[0] != 8 {
		t.Errorf("problems are %+v", p.Problems)
	}
}
