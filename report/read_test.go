package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/report/diff"
)

func TestReadTakesBackWhatWasWritten(t *testing.T) {
	for name, r := range results() {
		want := normal(r)
		got, err := Read(strings.NewReader(render(t, "json", r)))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s.json: %s", name, d)
		}
		page := render(t, "html", r)
		got, err = Read(strings.NewReader("\ufeff\n" + page))
		if err != nil {
			t.Fatal(err)
		}
		if again := render(t, "html", got); again != page {
			t.Errorf("%s.html: rendered again from itself it differs: %s", name, cmp.Diff(page, again))
		}
		got.Charts, want.Charts = nil, nil
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s.html: %s", name, d)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	page := render(t, "html", regression())
	for name, test := range map[string]struct{ in, hint string }{
		"empty":       {"", "pass findings.json or report.html"},
		"log":         {"12:00:01 cpu 1 2 3", "pass findings.json or report.html"},
		"cut":         {`{"schema_version": 1, "findings": [`, "pass findings.json"},
		"other":       {`{"builds": []}`, "schema_version is missing"},
		"other page":  {"<html></html>", "pass a report.html"},
		"cut page":    {page[:strings.Index(page, dataOpen)+200], "copy the whole file"},
		"wrong types": {`{"schema_version": 1, "findings": 3}`, "pass findings.json"},
	} {
		_, err := Read(strings.NewReader(test.in))
		if !errors.Is(err, ErrNotFindings) || !strings.Contains(err.Error(), test.hint) {
			t.Errorf("%s: %v, want a hint %q", name, err, test.hint)
		}
	}
	if _, err := Read(strings.NewReader(`{"schema_version": 99}`)); err == nil || !strings.Contains(err.Error(), "newer than 1") {
		t.Errorf("a newer schema: %v", err)
	}
}

func TestJSONIsTheResult(t *testing.T) {
	for name, r := range results() {
		got := []byte(render(t, "json", r))
		var compact bytes.Buffer
		if err := json.Compact(&compact, got); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want, err := encode(normal(r), false)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), compact.String()); d != "" {
			t.Errorf("%s: indenting changed the JSON: %s", name, d)
		}
		for _, key := range []string{"settings", "claims", "findings", "not_tested", "warnings", "charts", "because", "not", "same_as", "evidence", "runs", "idle", "missing"} {
			if bytes.Contains(got, []byte(`"`+key+`": null`)) {
				t.Errorf("%s: %s is null, not an empty list", name, key)
			}
		}
	}
	odd := `{"a":["x,]","\"[",[1,2],[]],"b":{},"c":[{"d":null}],"e":"{\\"}`
	var back bytes.Buffer
	if err := json.Compact(&back, indentJSON([]byte(odd))); err != nil || back.String() != odd {
		t.Errorf("%v: %s", err, &back)
	}
}

// FuzzRead: whatever is read can be rendered, and reads back the same.
func FuzzRead(f *testing.F) {
	for _, r := range results() {
		var b bytes.Buffer
		small := *r
		small.Charts = nil
		if err := JSON(&b, &small); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte(`{"schema_version":1,"findings":[null,{"ci_pct":[1e308,-1e308],"base":1e-320,"head":-1e308,"unit":"seconds","pct":1e308}],"charts":[{"lines":[{"load_s":-1,"points":[[null,1],[1e308,1e308],[-1e308,2]]}]}]}`))
	f.Add([]byte(dataOpen + `{"schema_version":1}</script>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		for format := range formats {
			render(t, format, r)
		}
		if again, err := Read(strings.NewReader(render(t, "json", r))); err != nil {
			t.Fatal(err)
		} else if d := cmp.Diff(r, again); d != "" {
			t.Fatal(d)
		}
		var _ *diff.Result = Redact(r)
	})
}
