package report

import (
	"bytes"
	"html"
	"strings"
	"testing"
)

// plain undoes what a format does to a sentence: escapes and line breaks.
func plain(format, s string) string {
	switch format {
	case "md":
		s = strings.NewReplacer("\\", "", "<!-- -->", "").Replace(s)
		s = html.UnescapeString(s)
	case "jira":
		s = strings.ReplaceAll(s, "\\", "")
	case "html", "xml":
		s = html.UnescapeString(s)
	}
	return strings.Join(strings.Fields(s), " ")
}

func TestEverySentenceInEveryFormat(t *testing.T) {
	for name, r := range results() {
		for format := range formats {
			got := plain(format, render(t, format, r))
			for _, f := range r.Findings {
				if f.FoldedInto != "" && format == "txt" {
					continue // counted; -v names them
				}
				if !strings.Contains(got, f.Text) {
					t.Errorf("%s.%s lacks the sentence of %s: %s", name, format, f.ID, f.Text)
				}
			}
		}
	}
}

func TestOrderOfText(t *testing.T) {
	r := regression()
	r.Settings = settingsAndNoise().Settings
	r.Findings = append(r.Findings, settingsAndNoise().Findings[0])
	got := render(t, "txt", r)
	at := 0
	for _, want := range []string{
		"6.5.0-4131 -> 6.5.0-4132", "idle node-h5, node-h6", "missing node-h6", "\n5 settings differ\n", "sync_binlog",
		"-14.6 %  contradicted", "\nmajor\n", "  1  [B] throughput", "\nminor\n", "\nnote\n", "moved, but inside what identical runs do",
		"cannot tell", "4 warnings", "not tested", "96 series compared",
	} {
		i := strings.Index(got[at:], want)
		if i < 0 {
			t.Fatalf("%q is not after the parts before it in:\n%s", want, got)
		}
		at += i
	}
	if !strings.HasSuffix(got, "lines skipped: info 310\n") {
		t.Errorf("the last line is not the coverage: %q", got[len(got)-80:])
	}
}

func TestTopAndVerbose(t *testing.T) {
	r := regression()
	var short, long bytes.Buffer
	if err := Text(&short, r, Options{Top: 2}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(short.String(), "and 3 findings more") || strings.Contains(short.String(), r.Findings[2].Text+"\n         symptom") {
		t.Errorf("Top 2 of 5 does not count 3 more:\n%s", &short)
	}
	if err := Text(&long, r, Options{Top: 2, Verbose: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{r.Findings[5].Text, "ns_server.stats.log lines 120-4410", r.Findings[4].Text} {
		if !strings.Contains(long.String(), want) {
			t.Errorf("verbose text lacks %q", want)
		}
	}
}

func TestColourIsOnlyPaint(t *testing.T) {
	for name, r := range results() {
		var plain, painted bytes.Buffer
		if err := Text(&plain, r, Options{Width: 90}); err != nil {
			t.Fatal(err)
		}
		if err := Text(&painted, r, Options{Width: 90, Color: true}); err != nil {
			t.Fatal(err)
		}
		got := painted.String()
		if !strings.Contains(got, "\x1b[1m") {
			t.Errorf("%s: no colour", name)
		}
		for _, code := range []string{"0", "1", "2", "1;33", "1;34"} {
			got = strings.ReplaceAll(got, "\x1b["+code+"m", "")
		}
		if got != plain.String() {
			t.Errorf("%s: colour changes the text:\n%s", name, got)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		in    string
		width int
		want  []string
	}{
		{"one two three", 0, []string{"one two three"}},
		{"one two three", 8, []string{"one two", "three"}},
		{"äöü äöü", 7, []string{"äöü äöü"}},
		{"a-word-longer-than-a-line x", 5, []string{"a-word-longer-than-a-line", "x"}},
		{"  indented two", 10, []string{"indented", "two"}},
	} {
		if got := wrap(test.in, test.width); strings.Join(got, "|") != strings.Join(test.want, "|") {
			t.Errorf("wrap(%q, %d) = %q, want %q", test.in, test.width, got, test.want)
		}
	}
}
