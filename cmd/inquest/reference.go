package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"inquest/report"
	"inquest/schemas"
)

func indent(s string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n    ")
}

func (a *app) schemaCommand() *cobra.Command {
	var ddl string
	cmd := &cobra.Command{
		Use:   "schema [TABLE]",
		Short: "data dictionary of the lake; --ddl duckdb|athena|spark",
		Long:  "schema prints the tables of the lake with their columns, types, units and meaning, or SQL that creates them.\n\nExit codes: 0 done, 2 usage (no such table or dialect).",
		Args:  atMostOne("table"),
		RunE: func(_ *cobra.Command, args []string) error {
			name := ""
			if len(args) > 0 {
				name = args[0]
				if _, ok := schemas.Lookup(name); !ok {
					return usageError("table %q is not known; inquest schema lists them", name)
				}
			}
			if ddl != "" {
				uri := a.lakeURI
				if uri == "" {
					uri = "LAKE"
				}
				sql, err := schemas.DDL(ddl, uri)
				if err != nil {
					return &exitError{2, err}
				}
				_, err = fmt.Fprint(a.stdout, sql)
				return err
			}
			for _, e := range schemas.Dictionary() {
				if name == "" || e.Name == name {
					if err := printEntry(a.stdout, e); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&ddl, "ddl", "", "print SQL for duckdb, athena or spark")
	return cmd
}

func (a *app) showCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show FINDINGS.json",
		Short: "render findings again, without fetching",
		Long:  "show reads findings.json, or a report.html, and renders it in another format.\n\nExit codes: 0 done, 1 failed, 2 usage, 3 a finding at or above --fail-on, 4 the comparison was incomplete.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError("show takes one findings.json or report.html")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := a.checkOutput(); err != nil {
				return err
			}
			f, err := os.Open(args[0])
			if err != nil {
				return fmt.Errorf("showing findings: %w", err)
			}
			defer f.Close()
			res, err := report.Read(f)
			if err != nil {
				return err
			}
			exit := a.verdict(res)
			if err := a.write(res); err != nil {
				return err
			}
			return exit
		},
	}
	a.diffFlags(cmd)
	return cmd
}

func atMostOne(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usageError("want at most one %s", what)
		}
		return nil
	}
}

// printEntry prints a table of the dictionary for people.
func printEntry(w io.Writer, e schemas.Entry) error {
	fmt.Fprintf(w, "%s: %s\n", e.Name, e.Doc)
	for _, f := range e.Fields {
		null := ""
		if f.Null {
			null = " null"
		}
		fmt.Fprintf(w, "  %-28s %-10s %-17s %s\n", f.Name, f.Type.String()+null, f.Unit, f.Doc)
	}
	_, err := fmt.Fprintln(w)
	return err
}
