package report

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"inquest/report/diff"
)

func TestEscapeMarkdown(t *testing.T) {
	for in, want := range map[string]string{
		"throughput -15.8 % (9150 -> 7706)": "throughput -15.8 % (9150 -> 7706)",
		"kv_ops and _x_":                    `kv_ops and \_x\_`,
		"a|b *c* [d](e) <i> & `f`":          "a\\|b \\*c\\* \\[d\\](e) &lt;i> &amp; \\`f\\`",
		"@team, ns_1@node, #12":             "@<!-- -->team, ns_1@node, #<!-- -->12",
		"- item":                            `\- item`,
		"-14.6 %":                           "-14.6 %",
	} {
		if got := escapeMarkdown(in); got != want {
			t.Errorf("escapeMarkdown(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestEscapeJira(t *testing.T) {
	for in, want := range map[string]string{
		"-15.8 % and -47.8 %":       "-15.8 % and -47.8 %",
		"is -struck- out":           `is \-struck- out`,
		"kv_ops and _x_ and *bold*": `kv_ops and \_x_ and \*bold*`,
		"{code} [a|b] !img!":        `\{code\} \[a\|b\] \!img\!`,
		"(x) and (x3.1) (/)":        `\(x) and (x3.1) \(/)`,
		`c:\temp`:                   "c:&#92;temp",
		"* item":                    `\* item`,
	} {
		if got := escapeJira(in); got != want {
			t.Errorf("escapeJira(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCommentsStayWithinTheirLimit(t *testing.T) {
	r := regression()
	for i := range 3000 {
		r.Warnings = append(r.Warnings, diff.Warning{Kind: fmt.Sprint("kind", i%60), Text: fmt.Sprintf("warning %d about something that takes a line", i)})
	}
	for format, limit := range map[string]int{"md": 65_536, "jira": 32_767} {
		got := render(t, format, r)
		if len(got) > limit {
			t.Errorf("%s has %d bytes, %d are allowed", format, len(got), limit)
		}
		if !strings.Contains(got, "left out, for a comment may not be longer") || !strings.Contains(got, r.Findings[0].Text) {
			t.Errorf("%s does not say what it left out, or left out a finding", format)
		}
	}
}

func TestMoreThanTop(t *testing.T) {
	r := regression()
	for i := range 12 {
		f := *r.Findings[3]
		f.ID, f.Text = fmt.Sprint("more-", i), fmt.Sprintf("something else moved, number %d.", i)
		r.Findings = append(r.Findings, &f)
	}
	got := render(t, "md", r)
	_, rest, found := strings.Cut(got, "<summary>7 more findings</summary>")
	if !found || !strings.Contains(rest, "number 11.") || strings.Contains(strings.Split(got, "<details>")[0], "number 11.") {
		t.Errorf("17 findings are not split into 10 and 7:\n%s", got)
	}
}

func TestJUnit(t *testing.T) {
	var got struct {
		Suite struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Errors   int `xml:"errors,attr"`
			Skipped  int `xml:"skipped,attr"`
			Cases    []struct {
				Class   string  `xml:"classname,attr"`
				Name    string  `xml:"name,attr"`
				Failure *string `xml:"failure"`
				Error   *string `xml:"error"`
				Skipped *string `xml:"skipped"`
				Out     string  `xml:"system-out"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	r := regression()
	twin := *r.Findings[0]
	twin.ID = "twin"
	r.Findings = append(r.Findings, &twin)
	if err := xml.Unmarshal([]byte(render(t, "xml", r)), &got); err != nil {
		t.Fatal(err)
	}
	s := got.Suite
	// comparison, 7 findings that stand for themselves, 1 metric that was not tested
	if s.Tests != 9 || len(s.Cases) != 9 || s.Failures != 4 || s.Errors != 0 || s.Skipped != 2 {
		t.Errorf("%d tests, %d failures, %d errors, %d skipped", s.Tests, s.Failures, s.Errors, s.Skipped)
	}
	seen := map[string]bool{}
	for _, c := range s.Cases {
		if seen[c.Class+c.Name] {
			t.Errorf("two testcases are called %s %s", c.Class, c.Name)
		}
		seen[c.Class+c.Name] = true
		if c.Name == "throughput kv ops level" && (c.Failure == nil || !strings.Contains(*c.Failure, r.Findings[0].Text)) {
			t.Error("the body of the failure lacks the sentence")
		}
	}
	if !seen["inquest.throughputthroughput kv ops level"] || !seen["inquest.throughputthroughput kv ops level (2)"] || !seen["inquestcomparison"] {
		t.Errorf("names: %v", seen)
	}
	got.Suite.Cases = nil
	if err := xml.Unmarshal([]byte(render(t, "xml", nothingComparable())), &got); err != nil {
		t.Fatal(err)
	}
	if got.Suite.Errors != 1 || got.Suite.Cases[0].Error == nil || !strings.Contains(*got.Suite.Cases[0].Error, "head side has no artifact") {
		t.Errorf("nothing comparable is no error: %+v", got.Suite)
	}
}
