package report

import (
	"context"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// chromium runs the browser on an address and returns what it prints.
func chromium(t *testing.T, address string, flags ...string) (stdout, stderr string) {
	t.Helper()
	binary := os.Getenv("INQUEST_CHROMIUM")
	if binary == "" {
		binary = "chromium"
	}
	path, err := exec.LookPath(binary)
	if err != nil {
		t.Skipf("no browser to open the page with: install the Debian package chromium, or name a binary in INQUEST_CHROMIUM (%v)", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	args := append([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--user-data-dir=" + t.TempDir(),
	}, flags...)
	cmd := exec.CommandContext(ctx, path, append(args, address)...)
	var log strings.Builder
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", path, err, &log)
	}
	return string(out), log.String()
}

// jenkins is the policy under which Jenkins shows published pages: no script, no inline style.
const jenkins = "sandbox allow-same-origin; default-src 'none'; img-src 'self'; style-src 'self'"

// TestPageInABrowser opens the page from a file, from a file with scripts off, and as a CI
// server shows it. (The browser's own switch for scripts, scriptEnabled, also stops what
// prints the document, so scripts are refused by policy.)
func TestPageInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds to start: run without -short")
	}
	r := regression()
	page := render(t, "html", r)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", jenkins)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, page)
	}))
	defer server.Close()
	file := func(page string) string {
		path := filepath.Join(t.TempDir(), "report.html")
		if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		return "file://" + path
	}
	scriptless := regexp.MustCompile(`script-src [^"]*`).ReplaceAllString(page, "script-src 'none'")
	if scriptless == page {
		t.Fatal("the page's policy says nothing of scripts")
	}
	for name, address := range map[string]string{
		"file":              file(page),
		"file, no scripts":  file(scriptless),
		"no scripts, style": server.URL,
	} {
		t.Run(name, func(t *testing.T) {
			dom, log := chromium(t, address, "--enable-logging=stderr", "--dump-dom")
			if refused := strings.Contains(log, "Content Security Policy"); refused != (name != "file") {
				t.Errorf("something was refused by policy: %v\n%s", refused, log)
			}
			body, _, _ := strings.Cut(dom, dataOpen)
			text := html.UnescapeString(body)
			for _, f := range r.Findings {
				if !strings.Contains(text, f.Text) {
					t.Errorf("the page lacks the sentence of %s", f.ID)
				}
			}
			for _, node := range nodeList("node-h", 6) {
				svg := regexp.MustCompile(fmt.Sprintf(`(?s)<svg class="chart"[^>]* data-node="%s".*?</svg>`, node)).FindString(body)
				if !strings.Contains(svg, `<rect class="load"`) || !strings.Contains(svg, `class="line base"`) {
					t.Errorf("no chart of %s with its load window", node)
				}
			}
			if ran := strings.Contains(body, `<button type="button"`); ran != (name == "file") {
				t.Errorf("the script ran: %v", ran)
			}
			picture := filepath.Join(t.TempDir(), "report.png")
			chromium(t, address, "--window-size=800,1200", "--screenshot="+picture)
			if info, err := os.Stat(picture); err != nil || info.Size() < 20_000 { // an empty page has about 5 kB
				t.Errorf("no picture, or an empty one: %v", err)
			}
		})
	}
}
