package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// blocks are the fenced parts of a Markdown file that are marked with a language.
func blocks(t *testing.T, file, language string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(module, file))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)\n```").FindAllStringSubmatch(string(text), -1) {
		out = append(out, m[1])
	}
	if len(out) == 0 {
		t.Fatalf("%s has no block of %s", file, language)
	}
	return out
}

// TestREADMEShowsWhatTheDemoPrints holds the example in the README to the program.
func TestREADMEShowsWhatTheDemoPrints(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), []string{"demo", "--dir", t.TempDir()}, strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, &stderr)
	}
	rest := stdout.String()
	for _, line := range strings.Split(blocks(t, "README.md", "text")[0], "\n") {
		if line == "..." || line == "" {
			continue
		}
		_, after, found := strings.Cut(rest, line+"\n")
		if !found {
			t.Fatalf("the demo does not print, at this place, the README's line\n%s\nIt prints\n%s", line, &stdout)
		}
		rest = after
	}
}

// TestREADMECommandsExist reads every command line of the README as the program would.
func TestREADMECommandsExist(t *testing.T) {
	seen := 0
	for _, block := range blocks(t, "README.md", "sh") {
		for _, line := range strings.Split(block, "\n") {
			line, _, _ = strings.Cut(line, " #")
			line = strings.Replace(line, "go run ./cmd/inquest", "inquest", 1)
			args := strings.Fields(line)
			if len(args) < 2 || args[0] != "inquest" {
				continue
			}
			seen++
			if err := accepts(args[1:]); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
	for _, cmd := range (&app{}).root().Commands() {
		text, err := os.ReadFile(filepath.Join(module, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "`inquest "+cmd.Name()) {
			t.Errorf("the README does not name the command %s", cmd.Name())
		}
	}
	if seen < 5 {
		t.Errorf("only %d command lines were found", seen)
	}
}

// accepts tells whether the program knows the command, its flags and its number of arguments.
func accepts(args []string) error {
	var cmd *cobra.Command
	cmd, rest, err := (&app{}).root().Find(args)
	if err != nil {
		return err
	}
	if err := cmd.ParseFlags(rest); err != nil {
		return err
	}
	return cmd.ValidateArgs(cmd.Flags().Args())
}
