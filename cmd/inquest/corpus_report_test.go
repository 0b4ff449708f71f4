package main

import (
	"html"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"inquest/report/diff"
)

// The report has every sentence that is shown, and a chart for each node with load.
func TestCorpusReport(t *testing.T) {
	folder := corpusPath(t, "couchbase-ticket1")
	truth := readVerdicts(t, "couchbase-ticket1")
	flags := serveFolder(t, "perf-artifacts", folder)
	file := filepath.Join(t.TempDir(), "report.html")
	args := append([]string{"ticket", filepath.Join(folder, "ticket.txt"), "--diff", "--report", file}, flags...)
	c := compareRuns(t, 0, t.TempDir(), args...)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page := pageText(string(data))
	for _, f := range c.Findings {
		if f.FoldedInto == "" && !strings.Contains(page, f.Text) {
			t.Errorf("the report does not say: %s", f.Text)
		}
	}
	for _, claim := range c.Claims {
		if !strings.Contains(page, claim.Text) {
			t.Errorf("the report does not have the claim: %s", claim.Text)
		}
	}
	for _, node := range truth.Loaded {
		charted := false
		for _, chart := range c.Charts {
			charted = charted || chart.Node == node && len(chart.Lines) >= 2
		}
		if !charted {
			t.Errorf("no chart of %s", node)
		}
	}
	figures := regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(string(data), -1)
	if len(figures) < len(truth.Loaded) {
		t.Errorf("%d charts are drawn, want one for each of %d nodes or more", len(figures), len(truth.Loaded))
	}
	if outside := regexp.MustCompile(`(?i)(src|href)\s*=\s*["']?https?://[^"' >]*\.(js|css|png|woff2?)`).FindString(string(data)); outside != "" {
		t.Errorf("the report loads %s from elsewhere", outside)
	}

	// What was written is what show renders again. The report's own charts hold fewer digits.
	found := filepath.Join(t.TempDir(), "findings.json")
	if err := os.WriteFile(found, []byte(c.stdout), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := mustRun(t, 0, "show", found, "--format", "json").stdout; got != c.stdout {
		t.Error("show renders findings.json in another way than it was written")
	}
	if got := mustRun(t, 0, "show", file).stdout; got != c.text {
		t.Error("show renders the report as another text than was printed")
	}
	again := decodeAnswer[diff.Result](t, mustRun(t, 0, "show", file, "--format", "json"))
	again.Charts, c.Charts = nil, nil
	if !reflect.DeepEqual(again, c.Result) {
		t.Error("show finds other findings in the report than were printed")
	}
}

// pageText is the text of a page: tags away, entities resolved, blanks folded.
func pageText(page string) string {
	page = regexp.MustCompile(`(?s)<(script|style)\b.*?</(script|style)>`).ReplaceAllString(page, " ")
	page = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(page, "")
	return strings.Join(strings.Fields(html.UnescapeString(page)), " ")
}
