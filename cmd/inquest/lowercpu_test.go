package main

import (
	"bytes"
	"io"
	"math"
	"regexp"
	"testing"

	"inquest/report"
	"inquest/report/diff"
	"inquest/schemas"
)

// lowerCPUResult compares two runs of which the second needs less CPU, by the share given; the
// throughput is recorded when asked for, and alike.
func lowerCPUResult(share float64, withThroughput bool) *diff.Result {
	run := func(id, build string, k float64) *diff.Run {
		r := &diff.Run{ID: id, Build: build}
		for i, name := range []string{"node-1", "node-2", "node-3"} {
			n := &diff.Node{Name: name, Artifact: id + "/" + name + ".zip", CPUs: 8,
				Legs: []diff.Leg{{From: 0, To: 300e6, Source: "manifest"}}}
			metrics := map[string]float64{"cpu.busy": 0.6 * k, "cpu.user": 0.4 * k, "cpu.system": 0.2 * k, "process.cpu": 4 * k}
			if withThroughput {
				metrics["throughput"] = 1000
			}
			for metric, level := range metrics {
				s := &schemas.Series{Metric: metric, Unit: "ratio", Source: &schemas.Source{Format: "tool", Member: metric, Coverage: schemas.History}}
				if metric == "throughput" {
					s.Unit = "per_second"
				}
				for t := 1; t <= 300; t++ {
					s.TS, s.Step = append(s.TS, int64(t)*1e6), append(s.Step, 1)
					s.Value = append(s.Value, level*(1+0.02*math.Sin(float64(7*t+i))))
				}
				n.Series = append(n.Series, s)
			}
			r.Nodes = append(r.Nodes, n)
		}
		return r
	}
	return diff.Compare(&diff.Input{Base: []*diff.Run{run("b", "1", 1)}, Head: []*diff.Run{run("h", "2", share)}})
}

// goodNews matches words that praise a build.
var goodNews = regexp.MustCompile(`(?i)\b(better|improv\w*|faster|gain\w*|good|win|healthier|efficient)\b`)

// denial is the sentence that lower CPU carries.
var denial = regexp.MustCompile(`a verdict: lower CPU is a symptom`)

// hidden is what a page holds and no reader sees.
var hidden = regexp.MustCompile(`(?s)<style>.*?</style>|<script[^>]*>.*?</script>`)

// Lower CPU by itself is neutral in every form: it may be cheaper work, less work or an unmeasured loss.
func TestLowerCPUIsNeverGoodNews(t *testing.T) {
	for _, share := range []float64{0.2, 0.5, 0.75} {
		for _, with := range []bool{true, false} {
			r := lowerCPUResult(share, with)
			found := false
			for _, f := range r.Findings {
				if f.Outcome != "symptom" {
					t.Errorf("%s is called %s: %s", f.Metric, f.Outcome, f.Text)
				}
				found = found || f.Metric == "cpu.busy" && f.Direction == "lower" && len(f.Not) > 0 && denial.MatchString(f.Not[0])
			}
			if !found {
				t.Fatalf("CPU at %g of itself gives no finding that says it is a symptom", share)
			}
			if len(r.Chains) != 1 || !regexp.MustCompile("cannot tell").MatchString(r.Chains[0].Text) {
				t.Errorf("chains %+v, want one that cannot tell", r.Chains)
			}
			for format, render := range map[string]func(io.Writer) error{
				"text":     func(w io.Writer) error { return report.Text(w, r, report.Options{Verbose: true}) },
				"Markdown": func(w io.Writer) error { return report.Markdown(w, r, report.Options{}) },
				"Jira":     func(w io.Writer) error { return report.Jira(w, r, report.Options{}) },
				"JUnit":    func(w io.Writer) error { return report.JUnit(w, r) },
				"JSON":     func(w io.Writer) error { return report.JSON(w, r) },
				"HTML":     func(w io.Writer) error { return report.HTML(w, r, report.Options{}) },
			} {
				var b bytes.Buffer
				if err := render(&b); err != nil {
					t.Fatal(err)
				}
				said := hidden.ReplaceAllString(b.String(), "")
				if m := goodNews.FindString(said); m != "" {
					t.Errorf("%s says %q of lower CPU alone", format, m)
				}
				if format == "JUnit" && regexp.MustCompile(`failures="[1-9]`).MatchString(said) {
					t.Errorf("JUnit fails for lower CPU alone")
				}
			}
		}
	}
}
