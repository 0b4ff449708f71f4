package fetch

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// FuzzParseTicket checks on any input that a plan comes back, that its lines
// are lines of the text, and that ReadPlan takes what Write wrote.
func FuzzParseTicket(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "ticket", "*.txt"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds in testdata/ticket: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		checkPlan(t, ParseTicket("fuzz", text))
	})
}

// checkPlan checks what holds for every plan.
func checkPlan(t *testing.T, p *Plan) {
	t.Helper()
	inText := func(what string, lines ...int) {
		for _, n := range lines {
			if n < 1 || n > p.Source.Lines {
				t.Errorf("%s: line %d is outside 1..%d", what, n, p.Source.Lines)
			}
		}
	}
	for _, b := range p.Builds {
		inText("build "+b.Label, b.Lines...)
		if len(b.Lines) == 0 {
			t.Errorf("build %q has no line", b.Label)
		}
	}
	for _, r := range p.Runs {
		inText("run "+r.ID, r.Line)
	}
	seen := map[string]bool{}
	for _, a := range p.Artifacts {
		inText("artifact "+a.Ref, append(a.Lines, a.Line)...)
		ref, err := ParseRef(a.Ref)
		if err != nil {
			t.Errorf("artifact %q: %v", a.Ref, err)
		}
		if key := ref.String(); seen[key] && ref.Scheme == "s3" {
			t.Errorf("object %s is there twice", key)
		} else {
			seen[key] = true
		}
	}
	for _, q := range p.Problems {
		inText(q.Code, q.Lines...)
		if q.Text == "" || q.Code == "" {
			t.Errorf("empty problem %+v", q)
		}
	}
	for _, c := range p.Claims {
		inText("claim "+c.Text, c.Line)
		if (c.ComputedPct == nil) != (c.Agrees == nil) {
			t.Errorf("claim %q: computed and agrees must go together", c.Text)
		}
	}
	for _, s := range p.Sweeps {
		for _, r := range s.Ratios {
			if r.Base != s.Series[0].Label {
				t.Errorf("sweep at line %d: ratio against %q, want the first series", s.Line, r.Base)
			}
		}
	}
	if p.Exit.Reason == "" || p.Exit.Code != 0 && p.Exit.Code != 4 {
		t.Errorf("exit %+v", p.Exit)
	}
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		t.Fatalf("Write: %v", err)
	}
	back, err := ReadPlan(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatalf("ReadPlan does not take what Write wrote: %v", err)
	}
	if !reflect.DeepEqual(p, back) {
		t.Errorf("the plan changed on its way through JSON:\n%+v\n%+v", p, back)
	}
}
