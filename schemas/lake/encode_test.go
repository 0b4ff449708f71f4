package lake

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"inquest/schemas"
)

// encoded is the file that the rows of one table make.
func encoded(t testing.TB, table sampleTable, rows *schemas.Rows) []byte {
	t.Helper()
	var b bytes.Buffer
	a := &Artifact{Product: "couchbase", BuildID: "6.5.0-4131", RunID: "hebe-dura-txn-444", Node: "node-a", ArtifactID: "aaaa", ParserVersion: "7"}
	if err := table.encode(&b, rows, a, tool); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// decoded reads the file back.
func decoded(t testing.TB, table sampleTable, b []byte, n int) *schemas.Rows {
	t.Helper()
	rows := &schemas.Rows{}
	if err := table.decode(bytes.NewReader(b), File{Bytes: int64(len(b)), Rows: int64(n)}, newInterner(), rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

func opened(t testing.TB, b []byte) *parquet.File {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A number may be zero, minus zero or unknown, and a text may be empty. parquet-go has
// written zero as null in some releases.
func TestZeroNullAndEmptyStayApart(t *testing.T) {
	src := &schemas.Source{}
	c := schemas.NewCPU(0, "", src)
	c.User, c.System, c.Nice = 0, math.Copysign(0, -1), math.Inf(1)
	rows := &schemas.Rows{CPU: []schemas.CPU{c}}
	got := decoded(t, &cpuTable, encoded(t, &cpuTable, rows), 1).CPU[0]
	if got.User != 0 || math.Signbit(got.User) {
		t.Errorf("0 came back as %v", got.User)
	}
	if got.System != 0 || !math.Signbit(got.System) {
		t.Errorf("-0 came back as %v", got.System)
	}
	if !math.IsNaN(got.Nice) {
		t.Errorf("an infinity came back as %v, want null", got.Nice)
	}
	if !math.IsNaN(got.IRQ) {
		t.Errorf("null came back as %v", got.IRQ)
	}
	if got.CPU != "" || got.TS != 0 || *got.Source != (schemas.Source{}) {
		t.Errorf("empty text or instant 0 came back as %+v", got)
	}
}

func TestNullsAreNullsForOtherReaders(t *testing.T) {
	c := schemas.NewCPU(0, "all", &schemas.Source{})
	c.User = 0
	f := opened(t, encoded(t, &cpuTable, &schemas.Rows{CPU: []schemas.CPU{c, c}}))
	nulls := make(map[string]int64)
	for _, chunk := range f.Metadata().RowGroups[0].Columns {
		nulls[chunk.MetaData.PathInSchema[0]] = chunk.MetaData.Statistics.NullCount
	}
	for name, want := range map[string]int64{"user": 0, "irq": 2, "cpu": 0, "leg": 0, "ts": 0} {
		if nulls[name] != want {
			t.Errorf("column %s has %d nulls, want %d", name, nulls[name], want)
		}
	}
}

func TestUnknownInstantsAndNumbersOfRunsAreNull(t *testing.T) {
	var b bytes.Buffer
	if err := Encode(&b, schemas.RunTable, []Run{{RunID: "r", BuildID: "nightly"}}, tool); err != nil {
		t.Fatal(err)
	}
	for _, chunk := range opened(t, b.Bytes()).Metadata().RowGroups[0].Columns {
		name, want := chunk.MetaData.PathInSchema[0], int64(0)
		switch name {
		case "build_number", "job_number", "started_at", "ended_at":
			want = 1
		}
		if got := chunk.MetaData.Statistics.NullCount; got != want {
			t.Errorf("column %s has %d nulls, want %d", name, got, want)
		}
	}
}

func TestTextThatIsNotUTF8(t *testing.T) {
	rows := &schemas.Rows{
		Disk:  []schemas.Disk{schemas.NewDisk(1, "sd\xff", &schemas.Source{})},
		Skips: []schemas.Skip{{Text: "caf\xe9 10%"}},
	}
	if got := decoded(t, &diskTable, encoded(t, &diskTable, rows), 1).Disk[0].Device; got != "sd\uFFFD" {
		t.Errorf("device %q, want a replacement character", got)
	}
	if got := decoded(t, &skipsTable, encoded(t, &skipsTable, rows), 1).Skips[0].Text; got != "caf\uFFFD 10%" {
		t.Errorf("text %q, want a replacement character", got)
	}
}

func TestSameRowsGiveSameBytes(t *testing.T) {
	rows := sampleRows(3000, 8)
	for _, table := range sampleTables {
		first := encoded(t, table, rows)
		if again := encoded(t, table, sampleRows(3000, 8)); !bytes.Equal(first, again) {
			t.Errorf("table %s: the same rows gave other bytes", table.name())
		}
	}
}

// Members are parsed at the same time, so they come in any order.
func TestOrderOfMembersDoesNotMatter(t *testing.T) {
	one := &schemas.Source{Format: "sar", Member: "sar.txt", TSSource: schemas.Zoned}
	two := &schemas.Source{Format: "mpstat", Member: "mpstat.txt", TSSource: schemas.Zoned}
	var sar, mpstat []schemas.CPU
	for i := range 100 {
		for _, cpu := range []string{"all", "0", "10", "9"} {
			sar = append(sar, schemas.NewCPU(int64(i)*second, cpu, one))
			mpstat = append(mpstat, schemas.NewCPU(int64(i)*second, cpu, two))
		}
	}
	a := encoded(t, &cpuTable, &schemas.Rows{CPU: append(append([]schemas.CPU{}, sar...), mpstat...)})
	b := encoded(t, &cpuTable, &schemas.Rows{CPU: append(append([]schemas.CPU{}, mpstat...), sar...)})
	if !bytes.Equal(a, b) {
		t.Error("the order of the members changed the bytes")
	}
}

func TestManyRowGroups(t *testing.T) {
	n := groupRows + blockRows + 7
	rows := sampleRows(n/4, 4)
	b := encoded(t, &cpuTable, rows)
	f := opened(t, b)
	if groups := len(f.RowGroups()); groups != 2 {
		t.Fatalf("%d row groups, want 2", groups)
	}
	if got := f.RowGroups()[0].NumRows(); got != groupRows {
		t.Errorf("the first row group has %d rows, want %d", got, groupRows)
	}
	got := decoded(t, &cpuTable, b, len(rows.CPU))
	for i, want := range permuted(t, &cpuTable, rows) {
		if w, g := rowDigest(schemas.CPUTable, &want), rowDigest(schemas.CPUTable, &got.CPU[i]); w != g {
			t.Fatalf("row %d is %+v, want %+v", i, got.CPU[i], want)
		}
	}
}

// The dictionary of a column must not grow without end.
func TestDictionaryGivesWayToPlainText(t *testing.T) {
	var rows schemas.Rows
	for i := range 20_000 {
		name := strings.Repeat("x", 400) + string(rune('a'+i%26)) + strings.Repeat("y", i%200)
		rows.Settings = append(rows.Settings, schemas.Setting{Name: name, Source: &schemas.Source{}})
	}
	b := encoded(t, &settingsTable, &rows)
	var dictionary, plain int
	for _, chunk := range opened(t, b).Metadata().RowGroups[0].Columns {
		if chunk.MetaData.PathInSchema[0] != "name" {
			continue
		}
		for _, e := range chunk.MetaData.EncodingStats {
			switch e.Encoding.String() {
			case "RLE_DICTIONARY":
				dictionary += int(e.Count)
			case "PLAIN":
				plain += int(e.Count)
			}
		}
	}
	if dictionary == 0 || plain < 2 { // one PLAIN page is the dictionary itself
		t.Errorf("%d dictionary and %d plain pages, want some of both", dictionary, plain)
	}
	got := decoded(t, &settingsTable, b, len(rows.Settings))
	if diff := cmp.Diff(inOrder(t, &rows).Settings, got.Settings); diff != "" {
		t.Error(diff)
	}
}

type failing struct{ after int }

var errFull = errors.New("no space")

func (f *failing) Write(p []byte) (int, error) {
	if f.after -= len(p); f.after < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// parquet-go buffers: the error of the sink may come as late as in Close.
func TestFailingSinkIsNotSilent(t *testing.T) {
	rows := sampleRows(100, 4)
	var whole bytes.Buffer
	if err := cpuTable.encode(&whole, rows, &Artifact{}, tool); err != nil {
		t.Fatal(err)
	}
	size := whole.Len()
	for _, after := range []int{0, 3, size / 2, size - 1} {
		err := cpuTable.encode(&failing{after}, rows, &Artifact{}, tool)
		if !errors.Is(err, errFull) {
			t.Errorf("sink of %d bytes: error %v, want that of the sink", after, err)
		}
	}
	if err := cpuTable.encode(&failing{size}, rows, &Artifact{}, tool); err != nil {
		t.Errorf("sink of the right size: %v", err)
	}
}

// A second Close of a parquet writer adds a second footer.
func TestOneFooter(t *testing.T) {
	b := encoded(t, &statsTable, sampleRows(10, 1))
	if n := bytes.Count(b, []byte("PAR1")); n != 2 {
		t.Errorf("the magic word is there %d times, want at the start and at the end", n)
	}
}

func TestEncodeOfFindings(t *testing.T) {
	f := schemas.NewFinding("f1")
	f.Pct, f.Text = -15.8, "throughput lower"
	var b bytes.Buffer
	if err := Encode(&b, schemas.FindingTable, []schemas.Finding{f}, tool); err != nil {
		t.Fatal(err)
	}
	file := opened(t, b.Bytes())
	if file.NumRows() != 1 || len(file.Root().Columns()) != len(schemas.FindingTable.Columns) {
		t.Errorf("%d rows, %d columns", file.NumRows(), len(file.Root().Columns()))
	}
	if err := Encode(io.Discard, schemas.FindingTable, nil, tool); err != nil {
		t.Errorf("no findings: %v", err)
	}
}

// Columns are added within a version; files from before must stay readable.
func TestColumnsThatAFileLacks(t *testing.T) {
	old := schemas.CPUTable
	old.Columns = append([]schemas.Column[schemas.CPU]{}, old.Columns[:3]...) // ts, cpu, user
	var b bytes.Buffer
	c := schemas.NewCPU(5, "all", &schemas.Source{Format: "sar"})
	c.User, c.Idle = 0.25, 0.5
	if err := Encode(&b, old, []schemas.CPU{c}, tool); err != nil {
		t.Fatal(err)
	}
	got := decoded(t, &cpuTable, b.Bytes(), 1).CPU[0]
	if got.TS != 5 || got.CPU != "all" || got.User != 0.25 {
		t.Errorf("the columns that are there read as %+v", got)
	}
	if !math.IsNaN(got.Idle) || got.Source == nil || got.Source.Format != "" {
		t.Errorf("the columns that are not read as %v and %+v, want null and empty", got.Idle, got.Source)
	}
}

func TestColumnOfAnotherType(t *testing.T) {
	other := schemas.Table[schemas.CPU]{Name: "cpu", Columns: []schemas.Column[schemas.CPU]{
		{Name: "user", Type: schemas.String, Str: func(*schemas.CPU) string { return "much" }}}}
	var b bytes.Buffer
	if err := Encode(&b, other, make([]schemas.CPU, 1), tool); err != nil {
		t.Fatal(err)
	}
	err := cpuTable.decode(bytes.NewReader(b.Bytes()), File{Bytes: int64(b.Len()), Rows: 1}, newInterner(), &schemas.Rows{})
	if err == nil || !strings.Contains(err.Error(), `column "user"`) {
		t.Errorf("error %v, want one that names the column", err)
	}
}
