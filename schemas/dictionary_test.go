package schemas

import (
	"regexp"
	"strings"
	"testing"
)

var columnName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func TestDictionaryIsComplete(t *testing.T) {
	tables := make(map[string]bool)
	for _, e := range Dictionary() {
		if e.Doc == "" || tables[e.Name] {
			t.Errorf("table %s has no meaning or is there twice", e.Name)
		}
		tables[e.Name] = true
		columns := make(map[string]bool)
		for _, f := range e.Fields {
			if columns[f.Name] || !columnName.MatchString(f.Name) {
				t.Errorf("%s.%s is there twice or not in snake case", e.Name, f.Name)
			}
			columns[f.Name] = true
			if f.Doc == "" || strings.HasSuffix(f.Doc, ".") {
				t.Errorf("%s.%s: meaning %q", e.Name, f.Name, f.Doc)
			}
			if f.Type == Double && f.Unit == "" && !unitElsewhere[e.Name+"."+f.Name] {
				t.Errorf("%s.%s is a number without a unit", e.Name, f.Name)
			}
			if f.Type == String && (f.Null || f.Unit != "") {
				t.Errorf("%s.%s is text with a unit or null", e.Name, f.Name)
			}
		}
	}
	for _, name := range []string{"runs", "artifacts", "cpu", "disk", "stats", "settings", "skips", "findings", "diffs"} {
		if !tables[name] {
			t.Errorf("table %s is not in the dictionary", name)
		}
	}
}

// unitElsewhere names the numbers whose unit is in another column, or that have none.
var unitElsewhere = map[string]bool{
	"stats.value": true, "findings.base_value": true, "findings.head_value": true,
	"findings.effect_log": true, "findings.se_run": true, "findings.se_node": true,
}

func TestRowsReadFromArtifactsCarryTheirIdentity(t *testing.T) {
	for _, name := range []string{"artifacts", "cpu", "disk", "stats", "settings", "skips"} {
		e, ok := Lookup(name)
		if !ok {
			t.Fatalf("no table %s", name)
		}
		for i, want := range []string{"product", "build_id", "run_id", "node", "artifact_id"} {
			if got := e.Fields[i].Name; got != want {
				t.Errorf("column %d of %s is %s, want %s", i, name, got, want)
			}
		}
	}
	if _, ok := Lookup("nothing"); ok {
		t.Error("a table that there is not was found")
	}
}

func TestZeroUnknownNamesColumns(t *testing.T) {
	null := make(map[string]bool)
	for _, e := range Dictionary() {
		for _, f := range e.Fields {
			null[e.Name+"."+f.Name] = f.Null
		}
	}
	for name := range zeroUnknown {
		if !null[name] {
			t.Errorf("%s is not a column that may be null", name)
		}
	}
}

func TestBuildParts(t *testing.T) {
	for label, want := range map[string]struct {
		version string
		number  int64
	}{
		"6.5.0-4131": {"6.5.0", 4131}, "10.2-base": {"10.2-base", 0}, "": {"", 0}, "4131": {"4131", 0},
		"7.6.0-": {"7.6.0-", 0}, "a-99999999999999999999": {"a-99999999999999999999", 0}, "a--5": {"a-", 5},
	} {
		if v, n := BuildParts(label); v != want.version || n != want.number {
			t.Errorf("BuildParts(%q) = %q, %d; want %q, %d", label, v, n, want.version, want.number)
		}
	}
}

func TestNewFindingKnowsNoNumber(t *testing.T) {
	f := NewFinding("f1")
	for _, c := range FindingTable.Columns {
		if c.Type == Double && !IsNull(c.Num(&f)) {
			t.Errorf("column %s of a new finding is %v", c.Name, c.Num(&f))
		}
	}
}
