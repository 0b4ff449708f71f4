package lake

import (
	"slices"
	"testing"

	"inquest/schemas"
)

// A column that is added to a table must find its place when rows are read back.
func TestEveryColumnHasAPlace(t *testing.T) {
	unplaced(t, schemas.CPUTable, cpuBinding)
	unplaced(t, schemas.DiskTable, diskBinding)
	unplaced(t, schemas.StatTable, statsBinding)
	unplaced(t, schemas.SettingTable, settingsBinding)
	unplaced(t, schemas.SkipTable, skipsBinding, "severity")
	unplaced(t, schemas.RunTable, runBinding, "build_version", "build_number")
	unplaced(t, schemas.ArtifactTable, artifactBinding)
}

func unplaced[R any](t *testing.T, table schemas.Table[R], b binding[R], derived ...string) {
	t.Helper()
	for _, c := range table.Columns {
		placed := b.ints[c.Name] != nil || b.nums[c.Name] != nil || b.texts[c.Name] != nil ||
			b.source != nil && slices.Contains(sourceColumns[:], c.Name) ||
			b.key != nil && slices.Contains(keyColumns[:], c.Name)
		if placed == slices.Contains(derived, c.Name) {
			t.Errorf("table %s, column %s: has a place: %v, is derived: %v", table.Name, c.Name, placed, !placed)
		}
	}
}

func TestLongTextNamesColumns(t *testing.T) {
	columns := make(map[string]bool)
	for _, e := range schemas.Dictionary() {
		for _, f := range e.Fields {
			columns[e.Name+"."+f.Name] = f.Type == schemas.String
		}
	}
	for name := range longText {
		if !columns[name] {
			t.Errorf("%s is not a column of text", name)
		}
	}
}
