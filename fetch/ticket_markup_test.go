package fetch

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func ticketText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "ticket", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Nested lists of every notation hold the same contradictions.
func TestTicketLists(t *testing.T) {
	plain := ticketText(t, "contradiction")
	for name, r := range map[string]*strings.Replacer{
		"bullets":  strings.NewReplacer(),
		"wiki":     strings.NewReplacer("  • ", "** ", "• ", "* "),
		"Markdown": strings.NewReplacer("  • ", "    - ", "• ", "- ", "5 -> 5", "5 -&gt; 5"),
		"numbers":  strings.NewReplacer("  • ", "\t◦ ", "• ", "1. "),
	} {
		p := parsed(t, r.Replace(plain))
		wantProblem(t, p, LevelError, "build-disagrees", "1812", "1816")
		wantProblem(t, p, LevelError, "run-under-two-tests", "15343")
		if p.Exit.Code != 4 || len(p.Runs) != 3 {
			t.Errorf("%s: exit %+v, %d runs", name, p.Exit, len(p.Runs))
		}
	}
}

var address = regexp.MustCompile(`https?://\S+`)

// A ticket exported as HTML, escaped up to twice, on many lines or on one.
func TestTicketHTML(t *testing.T) {
	var b strings.Builder
	for _, paragraph := range strings.Split(ticketText(t, "durable"), "\n\n") {
		b.WriteString("<p>" + strings.ReplaceAll(address.ReplaceAllStringFunc(paragraph, func(a string) string {
			a = html.EscapeString(a)
			return `<a href="` + a + `" class="external-link">` + a + `</a>`
		}), "\n", "<br/>\n") + "</p>")
	}
	page := b.String()
	oneLine := strings.ReplaceAll(page, "\n", "")
	for name, text := range map[string]string{
		"lines":         page,
		"one line":      oneLine,
		"escaped":       "<description>" + html.EscapeString(page) + "</description>",
		"escaped twice": html.EscapeString(html.EscapeString(oneLine)),
	} {
		p := parsed(t, text)
		if len(p.Runs) != 4 || len(p.Artifacts) != 32 || len(p.Strata) != 2 || len(p.Problems) != 0 {
			t.Fatalf("%s: %d runs, %d artifacts, %d strata, problems %+v", name, len(p.Runs), len(p.Artifacts), len(p.Strata), p.Problems)
		}
		wantStratum(t, p, map[string]string{"sdk": "alpha6"}, "heron-sync-444", "heron-sync-447", -15.8)
		wantClaim(t, p, -50, -47.8, true)
		wantClaim(t, p, -33, -15.8, false)
	}
}

// Code blocks hold tables, but not settings that look like rows.
func TestTicketCodeBlocks(t *testing.T) {
	p := parsed(t, "Numbers\n\n```\nthreads  A-1.0  B-1.0\n1  100  99\n8  800  400\n```\n\n{noformat}\nbuffer = 1\nsizes, a, b\n1, 2, 3\n4, 5, 6\n{noformat}\n\n{code:sql}\n--threads 8\n10, 20\n30, 40\n{code}\n")
	if len(p.Sweeps) != 1 || deref(p.Sweeps[0].Axis) != "threads" {
		t.Fatalf("sweeps %+v", p.Sweeps)
	}
	wantPct(t, p.Sweeps[0], "B-1.0", -1, -50)
	p = parsed(t, ticketText(t, "tool-output"))
	if len(p.Sweeps)+len(p.Builds) != 0 {
		t.Errorf("output of tools was taken for results: %+v", p.Sweeps)
	}
}
