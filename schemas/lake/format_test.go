package lake

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"inquest/schemas"
)

// The file is for readers that know little: no column may need a newer encoding, page or type.
func TestOldReadersUnderstandTheFiles(t *testing.T) {
	rows := sampleRows(2000, 4)
	for _, table := range sampleTables {
		f := opened(t, encoded(t, table, rows))
		for _, group := range f.Metadata().RowGroups {
			for _, chunk := range group.Columns {
				m := chunk.MetaData
				if m.Codec != format.Zstd {
					t.Errorf("%s.%s: codec %v", table.name(), m.PathInSchema[0], m.Codec)
				}
				for _, e := range m.Encoding {
					if !slices.Contains([]string{"PLAIN", "RLE", "RLE_DICTIONARY"}, e.String()) {
						t.Errorf("%s.%s: encoding %v", table.name(), m.PathInSchema[0], e)
					}
				}
				for _, e := range m.EncodingStats {
					if e.PageType != format.DataPage && e.PageType != format.DictionaryPage {
						t.Errorf("%s.%s: page type %v", table.name(), m.PathInSchema[0], e.PageType)
					}
				}
				if m.Type == format.Int96 || m.Type == format.Float {
					t.Errorf("%s.%s: type %v", table.name(), m.PathInSchema[0], m.Type)
				}
			}
		}
	}
}

// Text as bytes and time as a bare integer are what other files are criticised for.
func TestSchemaDump(t *testing.T) {
	dump := func(table string, fields []schemas.Field) string { return schemaOf(table, fields).String() }
	disk, _ := schemas.Lookup("disk")
	got := dump("disk", append(disk.Fields[4:7:7], disk.Fields[7], disk.Fields[len(disk.Fields)-1]))
	want := `message disk {
	required binary artifact_id (STRING);
	required int64 ts (TIMESTAMP(isAdjustedToUTC=true,unit=MICROS));
	required binary device (STRING);
	optional double transfers_per_second;
	required binary leg (STRING);
}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	got = dump("runs", schemas.RunTable.Fields()[4:10])
	want = `message runs {
	optional int64 build_number (INT(64,true));
	required binary job (STRING);
	optional int64 job_number (INT(64,true));
	required binary test (STRING);
	required binary labels (STRING);
	optional int64 started_at (TIMESTAMP(isAdjustedToUTC=true,unit=MICROS));
}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The old annotations must be there too, for readers older than logical types.
func TestConvertedTypes(t *testing.T) {
	f := opened(t, encoded(t, &cpuTable, sampleRows(1, 1)))
	for _, e := range f.Metadata().Schema[1:] {
		var want thrift.Null[deprecated.ConvertedType]
		switch {
		case e.Name == "ts":
			want = thrift.New(deprecated.TimestampMicros)
		case e.Type.V == format.ByteArray:
			want = thrift.New(deprecated.UTF8)
		}
		if e.ConvertedType != want {
			t.Errorf("column %s: converted type %v, want %v", e.Name, e.ConvertedType, want)
		}
	}
}

func TestColumnsOfTheFilesAreThoseOfTheDictionary(t *testing.T) {
	rows := sampleRows(1, 1)
	for _, table := range sampleTables {
		entry, ok := schemas.Lookup(table.name())
		if !ok {
			t.Fatalf("table %s is not in the dictionary", table.name())
		}
		var got, want []string
		for _, c := range opened(t, encoded(t, table, rows)).Root().Columns() {
			got = append(got, fmt.Sprint(c.Name(), " null=", c.Optional()))
		}
		for _, f := range entry.Fields {
			want = append(want, fmt.Sprint(f.Name, " null=", f.Null))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("table %s: %s", table.name(), diff)
		}
	}
}

func TestFooter(t *testing.T) {
	f := opened(t, encoded(t, &statsTable, sampleRows(2, 1)))
	if got, want := f.Metadata().CreatedBy, "inquest version 1.2.3(build abc)"; got != want {
		t.Errorf("created_by %q, want %q", got, want)
	}
	for key, want := range map[string]string{"inquest.schema_version": "1", "inquest.parser": "7", "inquest.artifact_id": "aaaa"} {
		if got, _ := f.Lookup(key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
}

// SortingColumns is only a claim: the rows must be in that order.
func TestRowsAreSortedAsDeclared(t *testing.T) {
	rows := sampleRows(300, 12)
	for _, table := range sampleTables {
		f := opened(t, encoded(t, table, rows))
		declared := f.RowGroups()[0].SortingColumns()
		if len(declared) < 2 {
			t.Fatalf("table %s declares %d sorting columns", table.name(), len(declared))
		}
		columns := f.Root().Columns()
		var sorting []int
		for _, s := range declared {
			if s.Descending() {
				t.Errorf("table %s: descending", table.name())
			}
			sorting = append(sorting, slices.IndexFunc(columns, func(c *parquet.Column) bool { return c.Name() == s.Path()[0] }))
		}
		var last parquet.Row
		for i, row := range allRows(t, f) {
			for _, c := range sorting {
				if i == 0 {
					break
				}
				order := columns[c].Type().Compare(last[c], row[c])
				if order > 0 {
					t.Fatalf("table %s: row %d is before the row above in column %s", table.name(), i, columns[c].Name())
				}
				if order < 0 {
					break
				}
			}
			last = row.Clone()
		}
	}
}

func allRows(t *testing.T, f *parquet.File) []parquet.Row {
	t.Helper()
	rows := make([]parquet.Row, f.NumRows())
	r := parquet.NewReader(f)
	defer r.Close()
	for done := 0; done < len(rows); {
		n, err := r.ReadRows(rows[done:])
		if done += n; n == 0 && err != nil {
			t.Fatal(err)
		}
	}
	return rows
}

// A reader that goes by the page index must not skip a page with what it looks for.
func TestPageIndexHoldsForAllValues(t *testing.T) {
	rows := sampleRows(1000, 4)
	for i := range 3000 {
		rows.Skips = append(rows.Skips, schemas.Skip{Member: fmt.Sprint("m", i), Text: strings.Repeat("λ is long ", i%300)})
		rows.Settings = append(rows.Settings, schemas.Setting{Name: fmt.Sprint("n", i), Value: strings.Repeat("\U0010FFFF", i%9), Source: &schemas.Source{}})
	}
	for _, table := range sampleTables {
		f := opened(t, encoded(t, table, rows))
		for _, group := range f.RowGroups() {
			for i, chunk := range group.ColumnChunks() {
				name := table.name() + "." + f.Root().Columns()[i].Name()
				index, err := chunk.ColumnIndex()
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				checkBounds(t, name, chunk, index)
			}
		}
	}
}

func checkBounds(t *testing.T, name string, chunk parquet.ColumnChunk, index parquet.ColumnIndex) {
	t.Helper()
	pages := chunk.Pages()
	defer pages.Close()
	compare := chunk.Type().Compare
	for i := range index.NumPages() {
		page, err := pages.ReadPage()
		if err != nil {
			t.Fatalf("%s: page %d: %v", name, i, err)
		}
		values := make([]parquet.Value, page.NumValues())
		if n, _ := page.Values().ReadValues(values); n != len(values) {
			t.Fatalf("%s: page %d: %d of %d values", name, i, n, len(values))
		}
		for _, v := range values {
			if v.IsNull() {
				continue
			}
			if index.NullPage(i) || compare(v, index.MinValue(i)) < 0 || compare(v, index.MaxValue(i)) > 0 {
				t.Errorf("%s: page %d: the index excludes %.40v", name, i, v)
				break
			}
		}
		parquet.Release(page)
	}
}

// The footer repeats the bounds of each column; long text must stay out of it.
func TestLongTextStaysOutOfTheFooter(t *testing.T) {
	long := strings.Repeat("a very long report ", 10_000)
	var b bytes.Buffer
	if err := Encode(&b, schemas.ArtifactTable, []Artifact{{Info: long}}, tool); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 10_000 {
		t.Errorf("%d bytes for text that packs to a few hundred", b.Len())
	}
}
