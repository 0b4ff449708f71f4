package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"inquest/report"
	"inquest/report/diff"
)

// checkOutput refuses unknown values of the output flags before any work is done.
func (a *app) checkOutput() error {
	switch a.format {
	case "text", "json", "md", "jira", "junit":
	default:
		return usageError("--format %s: want text, json, md, jira or junit", a.format)
	}
	if a.dry && a.format != "text" && a.format != "json" {
		return usageError("--format %s: a dry run is printed as text or json", a.format)
	}
	switch a.failOn {
	case "worse", "any", "never":
	default:
		return usageError("--fail-on %s: want worse, any or never", a.failOn)
	}
	_, err := parseWindow(a.window)
	return err
}

// write prints the answer on standard output and writes the files that were asked for.
func (a *app) write(res *diff.Result) error {
	if a.redact {
		res = report.Redact(res)
	}
	if a.report != "" {
		if err := writeFile(a.report, func(w io.Writer) error { return report.HTML(w, res, report.Options{}) }); err != nil {
			return err
		}
	}
	if a.out != "" {
		if err := os.MkdirAll(a.out, 0o777); err != nil {
			return fmt.Errorf("making the folder of --out: %w", err)
		}
		for name, render := range map[string]func(io.Writer) error{
			"report.html":      func(w io.Writer) error { return report.HTML(w, res, report.Options{}) },
			"findings.json":    func(w io.Writer) error { return report.JSON(w, res) },
			"findings.parquet": func(w io.Writer) error { return writeFindings(w, res) },
			"findings.md":      func(w io.Writer) error { return report.Markdown(w, res, report.Options{Verbose: true}) },
		} {
			if err := writeFile(filepath.Join(a.out, name), render); err != nil {
				return err
			}
		}
	}
	return a.render(res)
}

// render prints the answer in the format that was asked for.
func (a *app) render(res *diff.Result) error {
	opt := report.Options{Verbose: a.verbose}
	switch a.format {
	case "json":
		return report.JSON(a.stdout, res)
	case "md":
		return report.Markdown(a.stdout, res, opt)
	case "jira":
		return report.Jira(a.stdout, res, opt)
	case "junit":
		return report.JUnit(a.stdout, res)
	}
	if f, ok := a.stdout.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		opt.Color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
		if w, _, err := term.GetSize(int(f.Fd())); err == nil {
			opt.Width = w
		}
	}
	if a.color != "auto" {
		opt.Color = a.color == "always"
	}
	return report.Text(a.stdout, res, opt)
}

// writeFile renders into a file, which appears whole or not at all.
func writeFile(name string, render func(io.Writer) error) error {
	return writeFileMode(name, 0o644, render)
}

// writeFileMode is writeFile for a file that not everybody may read.
func writeFileMode(name string, mode os.FileMode, render func(io.Writer) error) error {
	var b bytes.Buffer
	if err := render(&b); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".inquest-*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(b.Bytes())
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), mode)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
