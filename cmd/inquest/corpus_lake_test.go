package main

import (
	"archive/zip"
	"cmp"
	"context"
	"encoding/csv"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"inquest/schemas"
	"inquest/schemas/lake"
)

// What the lake holds of each member is what parse prints for it alone.
func TestCorpusLakeHoldsWhatParsePrints(t *testing.T) {
	for run, wanted := range map[string]func(string) bool{
		corpusPath(t, "mariadb", lateBase):                 func(string) bool { return true },
		corpusPath(t, "mariadb", sweepHead):                func(name string) bool { return strings.Contains(name, "/iostat") || strings.HasPrefix(name, "iostat") },
		corpusPath(t, "couchbase", "650-4131_node-a1.zip"): func(string) bool { return true },
	} {
		t.Run(filepath.Base(run), func(t *testing.T) {
			uri := filepath.Join(t.TempDir(), "lake")
			mustRun(t, 0, "ingest", run, "--lake", uri, "--cache", t.TempDir())
			l, err := lake.Open(uri, lake.Options{Parser: parserVersion})
			if err != nil {
				t.Fatal(err)
			}
			runs, err := l.Runs(context.Background())
			if err != nil || len(runs) != 1 {
				t.Fatalf("runs %v, %v; want one", runs, err)
			}
			data, err := l.Load(context.Background(), runs[0].RunID)
			if err != nil {
				t.Fatal(err)
			}
			for i := range data.Artifacts {
				compared := 0
				eachMember(t, data.Artifacts[i].URI, func(name, file string) {
					if wanted(name) {
						compared += sameAsParsed(t, name, file, data.Rows[i])
					}
				})
				if compared == 0 {
					t.Errorf("no rows of %s were compared", data.Artifacts[i].URI)
				}
			}
		})
	}
}

// eachMember unpacks a zip and visits its members as files.
func eachMember(t *testing.T, zipName string, visit func(name, file string)) {
	t.Helper()
	z, err := zip.OpenReader(zipName)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, m := range z.File {
		if m.FileInfo().IsDir() {
			continue
		}
		r, err := m.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), path.Base(m.Name))
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		visit(m.Name, file)
	}
}

// sameAsParsed compares the rows of a member in all tables of samples; it returns how
// many rows there were.
func sameAsParsed(t *testing.T, member, file string, rows *schemas.Rows) int {
	t.Helper()
	leg := path.Dir(member)
	mine := func(s *schemas.Source) bool {
		base, _, _ := strings.Cut(s.Member, "#") // a section of it, or a part
		return base == path.Base(member) && (leg == "." || strings.HasSuffix(leg, s.Leg))
	}
	return sameTable(t, member, file, schemas.CPUTable, rows.CPU, func(r *schemas.CPU) bool { return mine(r.Source) }) +
		sameTable(t, member, file, schemas.DiskTable, rows.Disk, func(r *schemas.Disk) bool { return mine(r.Source) }) +
		sameTable(t, member, file, schemas.StatTable, rows.Stats, func(r *schemas.Stat) bool { return mine(r.Source) })
}

func sameTable[R any](t *testing.T, member, file string, table schemas.Table[R], rows []R, mine func(*R) bool) int {
	t.Helper()
	a := runCommand("parse", file, "--table", table.Name, "--format", "csv")
	if a.code == 4 {
		return 0 // unknown or not readable: the artifact says so
	}
	printed, err := csv.NewReader(strings.NewReader(a.stdout)).ReadAll()
	if a.code != 0 || err != nil {
		t.Fatalf("%v, %v", a, err)
	}
	var held []*R
	for i := range rows {
		if mine(&rows[i]) {
			held = append(held, &rows[i])
		}
	}
	if len(held) != len(printed)-1 {
		t.Errorf("%s, table %s: %d rows in the lake, parse prints %d", member, table.Name, len(held), len(printed)-1)
		return 0
	}
	if len(held) == 0 {
		return 0
	}
	relative := printed[1][slices.Index(printed[0], "ts_source")] == schemas.Relative
	for j, c := range table.Columns {
		var lakeCells, csvCells []string
		for i, r := range held {
			lakeCells = append(lakeCells, cellAsPrinted(c, r))
			csvCells = append(csvCells, printed[i+1][j])
		}
		slices.Sort(lakeCells)
		slices.Sort(csvCells)
		if c.Type == schemas.Double && !slices.Equal(lakeCells, csvCells) {
			t.Errorf("%s, table %s, column %s: sum %g in the lake, parse prints %g", member, table.Name, c.Name, sumOfCells(lakeCells), sumOfCells(csvCells))
		}
		if c.Type == schemas.Timestamp && !relative && (lakeCells[0] != csvCells[0] || lakeCells[len(held)-1] != csvCells[len(held)-1]) {
			t.Errorf("%s, table %s: from %s to %s in the lake, parse prints %s to %s", member, table.Name,
				lakeCells[0], lakeCells[len(held)-1], csvCells[0], csvCells[len(held)-1])
		}
	}
	return len(held)
}

// cellAsPrinted is a cell as parse prints it.
func cellAsPrinted[R any](c schemas.Column[R], r *R) string {
	switch {
	case c.Type == schemas.Timestamp:
		return time.UnixMicro(c.Time(r)).UTC().Format("2006-01-02T15:04:05.000000Z")
	case c.Type == schemas.Double && schemas.IsNull(c.Num(r)):
		return ""
	case c.Type == schemas.Double:
		return strconv.FormatFloat(c.Num(r), 'f', -1, 64)
	}
	return ""
}

func sumOfCells(cells []string) (s float64) {
	for _, c := range cells {
		x, _ := strconv.ParseFloat(cmp.Or(c, "0"), 64)
		s += x
	}
	return s
}
