package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"inquest/fetch"
	"inquest/parse"
)

// fileReport is what formats says of one file.
type fileReport struct {
	File     string          `json:"file"`
	Members  []formatReport  `json:"members"` // one, without a name, of a file that is no archive
	Problems []parse.Problem `json:"problems"`
}

// formatReport is what a text is taken for.
type formatReport struct {
	Name   string       `json:"name"`
	Format *string      `json:"format"`
	Score  int          `json:"score"`
	Why    []lineReport `json:"why"`
	Also   []string     `json:"also"`
	Near   []nearReport `json:"near"`
}

type lineReport struct {
	Line int64  `json:"line"`
	Text string `json:"text"`
}

// nearReport is a format that a text resembles and is not.
type nearReport struct {
	Format string   `json:"format"`
	Line   int64    `json:"line"`
	Text   string   `json:"text"`
	Wanted string   `json:"wanted"`
	Has    int      `json:"has"`
	Of     int      `json:"of"`
	Lacks  []string `json:"lacks"`
}

// explainFiles says what files are taken for, and why.
func (a *app) explainFiles(ctx context.Context, names []string, format string) error {
	client, err := a.client()
	if err != nil {
		return err
	}
	var all []fileReport
	unknown := 0
	for _, name := range names {
		r, err := explainFile(ctx, client, name)
		if err != nil {
			return err
		}
		known := false
		for _, m := range r.Members {
			known = known || m.Format != nil
		}
		if !known {
			unknown++
		}
		all = append(all, *r)
	}
	if format == "json" {
		err = a.printIndented(map[string]any{"files": all})
	} else {
		for i := range all {
			explainText(a.stdout, &all[i])
		}
	}
	if err == nil && unknown > 0 {
		return incomplete("the format of %d of %d %s is not known; inquest formats lists the formats", unknown, len(all), plural(len(all), "file", "files"))
	}
	return err
}

// explainFile opens a file, a zip or a folder and looks at every text in it.
func explainFile(ctx context.Context, client *fetch.Client, name string) (*fileReport, error) {
	art, err := openAny(ctx, client, name)
	if err != nil {
		return nil, err
	}
	defer art.Close()
	r := &fileReport{File: name, Members: []formatReport{}, Problems: []parse.Problem{}}
	for _, m := range art.Members {
		err := m.Walk(ctx, func(f fetch.File, text io.Reader) error {
			x, err := parse.Explain(text)
			if err == nil {
				r.Members = append(r.Members, formatReportOf(f.Name, &x))
			}
			return ctx.Err() // what is wrong with the text is told as a problem
		})
		var problem *fetch.ProblemError
		if err != nil && !errors.As(err, &problem) {
			return nil, err
		}
	}
	for _, p := range art.Found() {
		r.Problems = append(r.Problems, parse.Problem{Kind: p.Kind, Member: p.Member, Offset: max(p.Offset, 0), Text: p.Text, Kept: p.Kept})
	}
	return r, nil
}

// openAny opens a zip or a folder as an artifact, any other file as its only member.
func openAny(ctx context.Context, client *fetch.Client, name string) (*fetch.Artifact, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("looking at %s: %w", name, err)
	}
	if !info.IsDir() {
		zip, err := isZip(name)
		if err != nil {
			return nil, fmt.Errorf("looking at %s: %w", name, err)
		}
		if !zip {
			return client.OpenFile(ctx, name)
		}
	}
	ref, err := fetch.ParseRef(name)
	if err != nil {
		return nil, &exitError{2, err}
	}
	return client.Open(ctx, ref)
}

func isZip(name string) (bool, error) {
	f, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	var head [4]byte
	n, err := io.ReadFull(f, head[:])
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false, err
	}
	return string(head[:n]) == "PK\x03\x04" || string(head[:n]) == "PK\x05\x06", nil
}

func formatReportOf(name string, x *parse.Explanation) formatReport {
	r := formatReport{Name: name, Score: x.Score, Why: []lineReport{}, Also: []string{}, Near: []nearReport{}}
	if x.Format != nil {
		id := x.Format.ID()
		r.Format = &id
	}
	for _, e := range x.Why {
		r.Why = append(r.Why, lineReport(e))
	}
	for _, f := range x.Also {
		r.Also = append(r.Also, f.ID())
	}
	for _, n := range x.Near {
		r.Near = append(r.Near, nearReport{Format: n.Format.ID(), Line: n.Line, Text: n.Text, Wanted: n.Wanted, Has: n.Has, Of: n.Of, Lacks: append([]string{}, n.Lacks...)})
	}
	return r
}

// explainText prints what a file is taken for, for people.
func explainText(w io.Writer, r *fileReport) {
	for i := range r.Members {
		m := &r.Members[i]
		name := r.File
		if len(r.Members) > 1 || !strings.HasSuffix(strings.ReplaceAll(r.File, `\`, "/"), m.Name) {
			name += ": " + m.Name
		}
		if m.Format == nil {
			fmt.Fprintf(w, "%s: format not known\n", name)
		} else {
			fmt.Fprintf(w, "%s: %s, score %d of 100\n", name, *m.Format, m.Score)
		}
		for _, e := range m.Why {
			fmt.Fprintf(w, "  by line %d: %s\n", e.Line, e.Text)
		}
		if len(m.Also) > 0 {
			fmt.Fprintf(w, "  less surely also: %s\n", strings.Join(m.Also, ", "))
		}
		for _, n := range m.Near {
			fmt.Fprintf(w, "  not %s: line %d has %d of the %d words of its line, %s\n", n.Format, n.Line, n.Has, n.Of, lacksText(n.Lacks))
			fmt.Fprintf(w, "    line %d: %s\n    %s:  %s\n", n.Line, n.Text, n.Format, n.Wanted)
		}
	}
	if len(r.Members) == 0 {
		fmt.Fprintf(w, "%s: nothing in it can be looked at\n", r.File)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(w, "  problem: %s: %s: %s\n", p.Member, p.Kind, strings.ReplaceAll(p.Text, "\n", "; "))
	}
}

func lacksText(words []string) string {
	if len(words) == 0 {
		return "but not as that line has them"
	}
	return "not " + strings.Join(words, " ")
}
