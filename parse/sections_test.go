package parse

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

type sectionText struct {
	Title, Command, Body string
	Line                 int64
	TimedOut             bool
}

// readSections reads all sections; the first is the text before the first header, if any.
func readSections(t *testing.T, r io.Reader) []sectionText {
	t.Helper()
	s := newSectionReader(r)
	var out []sectionText
	for first := true; first || s.Next(); first = false {
		line := s.lines
		body, err := io.ReadAll(s)
		if err != nil {
			t.Fatal(err)
		}
		if first && len(body) == 0 {
			continue
		}
		out = append(out, sectionText{s.title, s.command, string(body), line, s.timedOut > 0})
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func header(title, command string) string {
	rule := strings.Repeat("=", 78)
	return rule + "\n" + title + "\n" + command + "\n" + rule + "\n"
}

func TestSections(t *testing.T) {
	rule := strings.Repeat("=", 78)
	long := strings.Repeat("x", 3*headSize)
	for _, tt := range []struct {
		name, text string
		want       []sectionText
	}{
		{"two", header("uname", "uname -a") + "Linux\n" + header("Log Redaction", "") + "RedactLevel:none\n", []sectionText{
			{"uname", "uname -a", "Linux\n", 4, false}, {"Log Redaction", "", "RedactLevel:none\n", 9, false}}},
		{"no line end before a header", header("A", "a") + `{"a":1}` + header("B", "b") + "x\n", []sectionText{
			{"A", "a", "{\"a\":1}\n", 4, false}, {"B", "b", "x\n", 8, false}}},
		{"output that ends in =", header("A", "a") + "YQ==" + header("B", "b"), []sectionText{
			{"A", "a", "YQ==\n", 4, false}, {"B", "b", "", 8, false}}},
		{"very long line without end", header("A", "a") + long + header("B", "b") + long + "==", []sectionText{
			{"A", "a", long + "\n", 4, false}, {"B", "b", long + "==", 8, false}}},
		{"a rule in the output", header("A", "a") + "x\n" + rule + "\ny\n" + rule + "=\nz\n" + header("B", "b"), []sectionText{
			{"A", "a", "x\n" + rule + "\ny\n" + rule + "=\nz\n", 4, false}, {"B", "b", "", 13, false}}},
		{"a rule just before a header", header("A", "a") + rule + "\n" + header("B", "b") + "x\n", []sectionText{
			{"A", "a", rule + "\n", 4, false}, {"B", "b", "x\n", 9, false}}},
		{"text before the first header", "hello\n" + header("A", "a") + "x", []sectionText{
			{"", "", "hello\n", 0, false}, {"A", "a", "x", 5, false}}},
		{"line ends of Windows", strings.ReplaceAll(header("A", "a")+"x\n"+header("B", "")+"y\n", "\n", "\r\n"), []sectionText{
			{"A", "a", "x\r\n", 4, false}, {"B", "", "y\r\n", 9, false}}},
		{"timed out", header("A", "a") + "x\n`sh -c 'a'` timed out after 60 seconds\n" + header("B", "b") + "half a li`b` timed out after 5 seconds\n", []sectionText{
			{"A", "a", "x\n", 4, true}, {"B", "b", "half a li", 10, true}}},
		{"cut in a header", header("A", "a") + "x\n" + rule + "\nB\nb\n" + rule[:70], []sectionText{
			{"A", "a", "x\n" + rule + "\nB\nb\n" + rule[:70], 4, false}}},
		{"cut after a header", header("A", "a") + "x\n" + strings.TrimSpace(header("B", "b")), []sectionText{
			{"A", "a", "x\n", 4, false}, {"B", "b", "", 9, false}}},
		{"long command", header("A", strings.Repeat("c ", 3000)) + "x\n", []sectionText{
			{"A", strings.TrimSpace(strings.Repeat("c ", 3000)), "x\n", 4, false}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, readSections(t, strings.NewReader(tt.text))); diff != "" {
				t.Errorf("sections differ (-want +got):\n%s", diff)
			}
			if len(tt.text) < headSize {
				if diff := cmp.Diff(tt.want, readSections(t, iotest.OneByteReader(strings.NewReader(tt.text)))); diff != "" {
					t.Errorf("byte by byte, sections differ (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// TestSectionsUnread skips a section that nobody read.
func TestSectionsUnread(t *testing.T) {
	s := newSectionReader(strings.NewReader(header("A", "a") + "x\ny\n" + header("B", "b") + "z\n"))
	var titles []string
	for s.Next() {
		titles = append(titles, s.title)
	}
	if strings.Join(titles, " ") != "A B" || s.lines != 11 {
		t.Errorf("titles %q, %d lines; want A B and 11", titles, s.lines)
	}
}

func TestSectionsReadError(t *testing.T) {
	s := newSectionReader(failing{strings.NewReader(header("A", "a") + "x\n")})
	for s.Next() {
		if b, err := io.ReadAll(s); err == nil || string(b) != "x\n" {
			t.Errorf("read %q and error %v, want x and an error", b, err)
		}
	}
	if s.Err() == nil {
		t.Error("the read error is lost")
	}
}
