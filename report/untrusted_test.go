package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"inquest/report/diff"
)

// evil is a label that tries to break out of every format at once.
const evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'`|{*}]]>\x1b[2J\x00\u202e\n# @all -x- &amp; \\"

// poison puts evil behind every string of v but those that order the findings.
func poison(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + evil)
	case reflect.Struct:
		for i := range v.NumField() {
			switch v.Type().Field(i).Name {
			case "Severity", "FoldedInto", "ID", "Because", "SameAs", "Side", "Metric", "Instance", "Node", "Idle":
				continue // kept, so that charts, kin and links are still drawn; names are poisoned alike below
			}
			poison(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			poison(v.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			poison(v.Elem())
		}
	}
}

func poisoned() *diff.Result {
	r := regression()
	r.Settings = settingsAndNoise().Settings
	poison(reflect.ValueOf(r))
	for _, f := range r.Findings {
		f.Metric, f.Instance = f.Metric+evil, f.Instance+evil
		f.ID, f.FoldedInto = f.ID+evil, strings.Replace(f.FoldedInto+evil, evil, map[bool]string{true: evil}[f.FoldedInto != ""], 1)
		for i := range f.Nodes {
			f.Nodes[i].Node += evil
		}
	}
	for i := range r.Charts {
		c := &r.Charts[i]
		c.Metric, c.Instance, c.Node = c.Metric+evil, c.Instance+evil, c.Node+evil
	}
	return r
}

func TestUntrustedLabels(t *testing.T) {
	r := poisoned()
	for format := range formats {
		got := render(t, format, r)
		shown, _, _ := strings.Cut(got, dataOpen) // data keeps the labels as they are
		if format != "json" && strings.ContainsAny(shown, "\x1b\x00\u202e") {
			t.Errorf("%s passes control characters on", format)
		}
		switch format {
		case "html":
			page := strings.ReplaceAll(got, "<script>"+pageScript+"</script>", "")
			for _, bad := range []string{"<script>alert", "<img", "onerror=alert(2)>\""} {
				if strings.Contains(page, bad) {
					t.Errorf("the page holds %q", bad)
				}
			}
			balanced(t, got)
			back, err := Read(strings.NewReader(got))
			if err != nil {
				t.Fatal(err)
			}
			if back.Findings[0].Text != r.Findings[0].Text {
				t.Errorf("the page changed a text: %q", back.Findings[0].Text)
			}
		case "xml":
			d := xml.NewDecoder(strings.NewReader(got))
			for {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("JUnit is no XML: %v", err)
				}
			}
		case "md":
			if strings.Contains(got, "<script") || strings.Contains(got, "<img") || strings.Contains(got, " @all") {
				t.Error("Markdown lets a label through as markup or mention")
			}
			tables(t, got, "|")
		case "jira":
			tables(t, got, "|")
		}
	}
}

// tables checks that every row of a table has as many bars as the row above.
func tables(t *testing.T, s, bar string) {
	t.Helper()
	bars := func(line string) int {
		line = strings.ReplaceAll(line, "\\"+bar, "")
		return strings.Count(strings.ReplaceAll(line, "||", "|"), bar)
	}
	lines := strings.Split(s, "\n")
	for i := 1; i < len(lines); i++ {
		above, line := lines[i-1], lines[i]
		if strings.HasPrefix(above, bar) && strings.HasPrefix(line, bar) && bars(above) != bars(line) {
			t.Errorf("a row has %d bars below a row of %d: %.200s", bars(line), bars(above), line)
		}
	}
}

func TestDegenerateResults(t *testing.T) {
	nan := num(0)
	*nan /= *num(0)
	odd := &diff.Result{
		Findings: []*diff.Finding{nil, {}, {ID: "a", FoldedInto: "a"}, {ID: "b", FoldedInto: "c"}, {ID: "c", FoldedInto: "b"}, {ID: "d", FoldedInto: "nowhere", Because: []string{"zz"}},
			{ID: "e", Kind: "onset", Metric: "m", Where: diff.Where{OnsetS: num(-1e300)}, Nodes: []diff.NodeEffect{{Node: "n", Odd: true}}}},
		Charts: []diff.Chart{{}, {Metric: "m", Node: "n", Lines: []diff.ChartLine{{Points: [][2]*float64{{nil, nil}, {num(1), nil}, {num(1), num(5e-324)}}}, {Side: "head", LoadS: -4}}},
			{Metric: "m", Unit: "ratio", Lines: []diff.ChartLine{{Side: "base", LoadS: 1e308, Points: [][2]*float64{{num(-1e308), num(1e308)}, {num(1e308), num(-1e308)}}}}}},
		Coverage: diff.Coverage{Series: -1},
	}
	for name, r := range map[string]*diff.Result{"nil": nil, "empty": {}, "odd": odd} {
		for format := range formats {
			got := render(t, format, r)
			if strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
				t.Errorf("%s.%s prints a number that is none", name, format)
			}
			if format == "html" {
				balanced(t, got)
			}
			if name == "odd" && format == "80.txt" && !strings.Contains(got, "] b") && strings.Count(got, "[] ") < 5 {
				t.Errorf("a finding was lost:\n%s", got)
			}
		}
		Redact(r)
	}
	bad := &diff.Result{Findings: []*diff.Finding{{Pct: nan}}}
	if err := JSON(&bytes.Buffer{}, bad); err == nil || !strings.Contains(err.Error(), "null") {
		t.Errorf("NaN in JSON: %v", err)
	}
	if err := Text(&bytes.Buffer{}, bad, Options{}); err != nil {
		t.Error(err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestWriteErrors(t *testing.T) {
	for format, f := range formats {
		if err := f(full{}, regression()); err == nil || !strings.Contains(err.Error(), "no space left") {
			t.Errorf("%s: a full disk gives %v", format, err)
		}
	}
}
