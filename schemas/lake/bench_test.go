package lake

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"inquest/schemas"
)

// countingWriter is a sink that only counts.
type countingWriter int64

func (c *countingWriter) Write(p []byte) (int, error) {
	*c += countingWriter(len(p))
	return len(p), nil
}

// sizes of the rows in memory, for the rates in MB/s.
var rowBytes = map[string]int{"cpu": 8 + 16 + 11*8 + 8, "disk": 8 + 16 + 21*8 + 8, "stats": 8 + 8 + 8 + 8 + 8}

func benchmarkRows(table string) *schemas.Rows {
	all := sampleRows(60_000, 8)
	rows := &schemas.Rows{}
	switch table {
	case "cpu":
		rows.CPU = all.CPU
	case "disk":
		rows.Disk = all.Disk
	default:
		rows.Stats = all.Stats
	}
	return rows
}

// BenchmarkEncode sorts and writes a table of one artifact.
func BenchmarkEncode(b *testing.B) {
	for _, table := range sampleTables[:3] {
		rows := benchmarkRows(table.name())
		n := int(table.count(rows))
		b.Run(table.name(), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(n * rowBytes[table.name()]))
			var out countingWriter
			for b.Loop() {
				out = 0
				if err := table.encode(&out, rows, &Artifact{Node: "node-a", ArtifactID: "aaaa", RunID: "r"}, tool); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "rows/s")
			b.ReportMetric(float64(out)/float64(n), "file-B/row")
		})
	}
}

// BenchmarkDecode reads it back.
func BenchmarkDecode(b *testing.B) {
	for _, table := range sampleTables[:3] {
		rows := benchmarkRows(table.name())
		n := int(table.count(rows))
		file := encoded(b, table, rows)
		b.Run(table.name(), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(n * rowBytes[table.name()]))
			for b.Loop() {
				f := File{Bytes: int64(len(file)), Rows: int64(n)}
				if err := table.decode(bytes.NewReader(file), f, newInterner(), &schemas.Rows{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// BenchmarkCommit is the whole way of a small run: eight nodes, all tables.
func BenchmarkCommit(b *testing.B) {
	l := openLake(b, b.TempDir())
	var batches []Batch
	for n := range 8 {
		batches = append(batches, Batch{Artifact{Node: fmt.Sprint("node-", n), ArtifactID: fmt.Sprint(n), Status: schemas.StatusOK}, sampleRows(600, 4)})
	}
	for i := 0; b.Loop(); i++ {
		if _, err := l.Commit(context.Background(), Run{RunID: fmt.Sprint("run-", i)}, batches); err != nil {
			b.Fatal(err)
		}
	}
}
