package fetch

import (
	"slices"
	"strings"
	"testing"
)

func TestTicketFailedRuns(t *testing.T) {
	for line, want := range map[string]string{
		"1.0.0-22: https://ci.example.com/job/small/3/ - FAILED":                "FAILED",
		"1.0.0-22: https://ci.example.com/job/small/3/ - ABORTED after 120 s":   "ABORTED",
		"1.0.0-22: https://ci.example.com/job/small/3/ - 120 (aborted)":         "aborted",
		"1.0.0-22: https://ci.example.com/job/small/3/ - 120, aborted":          "aborted",
		"1.0.0-22: https://ci.example.com/job/small/3/ - aborted after 2 min":   "aborted",
		"1.0.0-22 (failed): https://ci.example.com/job/small/3/ - 120":          "failed",
		"1.0.0-22: https://ci.example.com/job/small/3/ - timed out":             "timed out",
		"1.0.0-22: https://ci.example.com/job/small/3/ - 120":                   "",
		"1.0.0-22: https://ci.example.com/job/small/3/ - 120, failed ops: 3":    "",
		"1.0.0-22: https://ci.example.com/job/small/3/ - 120 (not aborted)":     "",
		"1.0.0-22: https://ci.example.com/job/small/3/ - 120, 0 failed":         "",
		"1.0.0-22: https://ci.example.com/job/small-failed/3/ - 120":            "",
		"1.0.0-22: https://ci.example.com/job/small/3/ - 120\n  Status: FAILED": "FAILED",
		"1.0.0-22: https://ci.example.com/job/small/3/ - 120\n  Status: ok":     "",
	} {
		text := "1.0.0-22 writes slower\n\n1.0.0-21: https://ci.example.com/job/small/1/ - 1000\n1.0.0-22: https://ci.example.com/job/small/2/ - 700\n" + line + "\n"
		p := ParseTicket("t", []byte(text))
		if len(p.Runs) != 3 || len(p.Strata) != 1 {
			t.Errorf("%s: %d runs, strata %+v", line, len(p.Runs), p.Strata)
			continue
		}
		for i, r := range p.Runs {
			if got := deref(r.Status); i < 2 && got != "" || i == 2 && got != want {
				t.Errorf("%s: run %s has status %q, want %q of the third only", line, r.ID, got, want)
			}
		}
		said := slices.ContainsFunc(p.Problems, func(x PlanProblem) bool { return x.Code == "run-failed" && strings.Contains(x.Text, p.Runs[2].ID) })
		if said != (want != "") {
			t.Errorf("%s: problems %+v", line, p.Problems)
		}
		if s := p.Strata[0]; len(s.Head) != 2 || want != "" && (s.Headline.Head == nil || *s.Headline.Head != 700) {
			t.Errorf("%s: the head is %v with headline %v, want both runs and the number of the one that ended well", line, s.Head, s.Headline)
		}
	}
}

// The column of a table that says how runs ended is read too.
func TestTicketFailedRow(t *testing.T) {
	p := ParseTicket("t", []byte("Writes slower\n\n| build | job | ops/s | status |\n|---|---|---|---|\n"+
		"| 1.0.0-21 | https://ci.example.com/job/small/1/ | 1000 | ok |\n"+
		"| 1.0.0-22 | https://ci.example.com/job/small/2/ | 700 | ok |\n"+
		"| 1.0.0-22 | https://ci.example.com/job/small/3/ | 90 | FAILED |\n"))
	if len(p.Runs) != 3 || p.Runs[0].Status != nil || p.Runs[1].Status != nil || deref(p.Runs[2].Status) != "FAILED" {
		t.Fatalf("runs are %+v", p.Runs)
	}
	if pct := p.Strata[0].Headline.Pct; pct == nil || *pct != -30 {
		t.Errorf("the change is %v, want -30 %%", pct)
	}
}
