package main

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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

	// What was written is what show renders again.
	for format, want := range map[string]string{"text": c.text, "json": c.stdout} {
		if got := mustRun(t, 0, "show", file, "--format", format).stdout; got != want {
			t.Errorf("show renders the report's %s in another way than it was printed", format)
		}
	}
}

// pageText is the text of a page: tags away, entities resolved, blanks folded.
func pageText(page string) string {
	page = regexp.MustCompile(`(?s)<(script|style)\b.*?</(script|style)>`).ReplaceAllString(page, " ")
	page = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(page, "")
	return strings.Join(strings.Fields(html.UnescapeString(page)), " ")
}
