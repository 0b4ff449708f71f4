package report

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"inquest/report/diff"
)

var (
	tag  = regexp.MustCompile(`<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^>"']|"[^"]*"|'[^']*')*?)(/?)>`)
	void = map[string]bool{"meta": true, "wbr": true, "input": true}
	raw  = regexp.MustCompile(`(?s)<(script|style)[^>]*>.*?</(?:script|style)>`)
)

// balanced checks that every element that a page opens is closed in order.
func balanced(t *testing.T, page string) {
	t.Helper()
	page = raw.ReplaceAllString(page, "")
	var open []string
	for _, m := range tag.FindAllStringSubmatch(page, -1) {
		closing, name := m[1] == "/", m[2]
		switch {
		case void[name] || m[4] == "/":
		case !closing:
			open = append(open, name)
		case len(open) == 0 || open[len(open)-1] != name:
			t.Fatalf("</%s> closes %v", name, open)
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Fatalf("not closed: %v", open)
	}
	if rest := tag.ReplaceAllString(strings.TrimPrefix(page, "<!DOCTYPE html>"), ""); strings.Contains(rest, "<") {
		t.Fatalf("a < that begins no tag: %.80s", rest[strings.Index(rest, "<"):])
	}
}

func TestPageIsSelfContained(t *testing.T) {
	for name, r := range results() {
		page := render(t, "html", r)
		balanced(t, page)
		for _, m := range regexp.MustCompile(`(?i)\s(src|href|action|srcset|data|style|on\w+)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if m[1] != "href" || !strings.HasPrefix(m[2], "#") {
				t.Errorf("%s: the page refers to something outside or has inline code: %s", name, m[0])
			}
		}
		if strings.Contains(pageStyle, "url(") || strings.Contains(pageStyle, "@import") {
			t.Error("the style loads something")
		}
		for element, content := range map[string]string{"style": pageStyle, "script": pageScript} {
			if !strings.Contains(page, "<"+element+">"+content+"</"+element+">") || !strings.Contains(html.UnescapeString(page), element+"-src "+digest(content)) {
				t.Errorf("%s: the %s does not stand verbatim in the page with its digest in the policy", name, element)
			}
		}
		ids := map[string]bool{}
		for _, m := range regexp.MustCompile(`\sid="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if ids[m[1]] {
				t.Errorf("%s: id %s twice", name, m[1])
			}
			ids[m[1]] = true
		}
		for _, m := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if !ids[m[1]] {
				t.Errorf("%s: a link to #%s, which is nowhere", name, m[1])
			}
		}
		for _, f := range r.Findings {
			if !ids[f.ID] {
				t.Errorf("%s: no element with the id of finding %s", name, f.ID)
			}
		}
	}
}

func TestChartsOfAPage(t *testing.T) {
	page := render(t, "html", regression())
	for _, node := range nodeList("node-h", 6) {
		for _, metric := range []string{"throughput", "cpu.busy"} {
			for _, stratum := range sdkStrata {
				start := fmt.Sprintf(`data-node="%s" data-metric="%s" data-instance="[^"]*" data-stratum="%s"`, node, metric, factors(stratum))
				svg := regexp.MustCompile(`(?s)<svg [^>]*` + start + `.*?</svg>`).FindString(page)
				if !strings.Contains(svg, `<rect class="load" data-load-s="161"`) {
					t.Errorf("no load window of 161 s in the chart of %s, %s", node, start)
				}
				missing := node == "node-h6" && stratum["sdk"] == "alpha7"
				if strings.Count(svg, `data-side="head" data-run`) == 1 == missing {
					t.Errorf("%s: head line drawn: %v", start, !missing)
				}
			}
		}
	}
	if onset := render(t, "html", lateDrop()); strings.Count(onset, `class="onset"`) != 1 {
		t.Error("the onset is not marked on the one node it is about")
	}
}

func TestSizeOfAPage(t *testing.T) {
	r := regression()
	r.Charts = nil
	for m := range 6 {
		for s := range 2 {
			for n := range 8 {
				c := diff.Chart{Metric: fmt.Sprintf("metric-%d", m), Node: fmt.Sprintf("node-%d", n), Stratum: factors(sdkStrata[s]), Unit: "per_second"}
				for _, side := range []string{"base", "head"} {
					c.Lines = append(c.Lines, diff.ChartLine{Side: side, Run: side, LoadS: 1800, StepS: 1, Points: series(uint64(n), 1800, 1, 1234.5678, 0.1, 0.2, false)})
				}
				r.Charts = append(r.Charts, c)
			}
		}
	}
	n := len(render(t, "html", r))
	t.Logf("%d charts in %d bytes", len(r.Charts), n)
	if n > 1<<20 {
		t.Errorf("8 nodes, 6 metrics, 2 strata of 30 min make a page of %d bytes", n)
	}
}
