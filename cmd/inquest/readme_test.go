package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
)

var update = flag.Bool("update", false, "put what the demo prints into the README")

// fenced finds the parts of a Markdown text that are fenced and marked with a language.
func fenced(language string) *regexp.Regexp {
	return regexp.MustCompile("(?s)```" + language + "\n(.*?)```\n")
}

func readme(t *testing.T) (file, text string) {
	t.Helper()
	file = filepath.Join(module, "README.md")
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return file, string(b)
}

// TestREADMEShowsWhatTheDemoPrints holds the example in the README to the program: from
// the head of the first comparison to the end of its major findings.
func TestREADMEShowsWhatTheDemoPrints(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), []string{"demo", "--dir", t.TempDir()}, strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, &stderr)
	}
	answer := regexp.MustCompile(`(?s)\n\n(\S+ -> \S+\n.*?\nmajor\n.*?\n)\n`).FindStringSubmatch(stdout.String())
	if answer == nil {
		t.Fatalf("the demo prints no comparison with a major finding:\n%s", &stdout)
	}
	file, text := readme(t)
	example := fenced("text").FindStringSubmatchIndex(text)
	if example == nil {
		t.Fatal("the README has no example")
	}
	if *update {
		if err := os.WriteFile(file, []byte(text[:example[2]]+answer[1]+text[example[3]:]), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(answer[1], text[example[2]:example[3]]); diff != "" {
		t.Errorf("the README shows what the demo no longer prints; -update mends it (-demo +README):\n%s", diff)
	}
}

// TestREADMECommandsExist reads every command line of the README as the program would.
func TestREADMECommandsExist(t *testing.T) {
	seen := 0
	_, text := readme(t)
	for _, block := range fenced("sh").FindAllStringSubmatch(text, -1) {
		for line := range strings.Lines(block[1]) {
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
		if !strings.Contains(text, "`inquest "+cmd.Name()) {
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
