package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"inquest/parse"
)

func (a *app) formatsCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "formats [NAME | FILE...]",
		Short: "the formats known, with a specimen; or what a file is taken for, and why",
		Long: "formats lists the log formats that are recognised by content, or shows one of them. Given files, it says what each is\n" +
			"taken for, by which lines, and which formats it resembles and is not; of a zip, a folder or an archive, of every\n" +
			"member. A file that has the name of a format is passed as ./NAME.\n\n" +
			"Exit codes: 0 done, 1 a file cannot be read, 2 usage (no such format), 4 the format of a file is not known.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return usageError("--format %s: want text or json", format)
			}
			switch {
			case len(args) > 1 && !anyFile(args):
				return usageError("want one format, or files that exist")
			case len(args) > 1 || len(args) == 1 && !isFormat(args[0]) && looksLikeFile(args[0]):
				return a.explainFiles(cmd.Context(), args, format)
			}
			return a.listFormats(args, format)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}

func isFormat(name string) bool {
	for _, f := range parse.Formats() {
		if f.Name == name {
			return true
		}
	}
	return false
}

// looksLikeFile tells whether an argument is a file, or can be nothing else.
func looksLikeFile(arg string) bool {
	_, err := os.Stat(arg)
	return err == nil || strings.ContainsAny(arg, `/\.`)
}

func anyFile(args []string) bool {
	for _, arg := range args {
		if looksLikeFile(arg) {
			return true
		}
	}
	return false
}

// formatInfo is one known format in the JSON of formats.
type formatInfo struct {
	ID       string   `json:"id"`
	Format   string   `json:"format"`
	Doc      string   `json:"doc"`
	Tables   []string `json:"fills"`
	Grammar  string   `json:"grammar"`
	Specimen string   `json:"specimen"`
}

// listFormats prints all formats, or those of one name with grammar and specimen.
func (a *app) listFormats(args []string, format string) error {
	var all []formatInfo
	for _, f := range parse.Formats() {
		if len(args) > 0 && f.Name != args[0] {
			continue
		}
		all = append(all, formatInfo{f.ID(), f.Name, f.Doc, append([]string{}, f.Tables...), f.Source, f.Specimen})
	}
	if len(all) == 0 {
		return usageError("format %q is not known; inquest formats lists them", args[0])
	}
	if format == "json" {
		return a.printIndented(map[string]any{"formats": all})
	}
	for _, f := range all {
		fmt.Fprintf(a.stdout, "%s\n  %s\n  fills: %s\n", f.ID, f.Doc, strings.Join(f.Tables, ", "))
		if len(args) > 0 {
			fmt.Fprintf(a.stdout, "  grammar: %s\n\n%s\n", f.Grammar, indent(f.Specimen))
		}
	}
	return nil
}

// printIndented prints a value as JSON for people.
func (a *app) printIndented(v any) error {
	enc := json.NewEncoder(a.stdout)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
