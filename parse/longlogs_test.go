package parse

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"testing"

	"inquest/schemas"
)

// longLogs are all recordings that can be written at any length, by name.
func longLogs() map[string]longLog {
	all := map[string]longLog{}
	for _, m := range []map[string]longLog{sysstatLogs, tableLogs, sadfLogs, procpsLogs, snapshotLogs, serverLogs, recorderLogs} {
		maps.Copy(all, m)
	}
	return all
}

// intervalsFor is how many intervals of a log make about size bytes.
func intervalsFor(write longLog, size int) int {
	var short, long bytes.Buffer
	write(&short, 10)
	write(&long, 20)
	return max(20, size/((long.Len()-short.Len())/10))
}

func written(write longLog, n int) []byte {
	var b bytes.Buffer
	write(&b, n)
	return b.Bytes()
}

func emptyRows(rows *schemas.Rows) {
	rows.CPU, rows.Disk, rows.Stats = rows.CPU[:0], rows.Disk[:0], rows.Stats[:0]
	rows.Settings, rows.Skips = rows.Settings[:0], rows.Skips[:0]
}

// TestNoAllocationForALine reads a log and one of twice the length into the same rows:
// the second half allocates nothing.
func TestNoAllocationForALine(t *testing.T) {
	for name, write := range longLogs() {
		n := max(200, intervalsFor(write, 256<<10))
		short, long := written(write, n), written(write, 2*n)
		f := Detect(headOf(long))
		if f == nil {
			t.Fatalf("%s: format not known", name)
		}
		var rows schemas.Rows
		read := func(data []byte) float64 {
			return testing.AllocsPerRun(2, func() {
				emptyRows(&rows)
				if err := parseAs(f, data, &rows); err != nil {
					t.Fatal(err)
				}
			})
		}
		read(long) // makes room in rows
		// One for each interval would be n; pools forget at times, with the race detector often.
		if more := read(long) - read(short); more > float64(n)/10+100 && !allocating[name] {
			t.Errorf("%s: %d more intervals took %v more allocations", name, n, more)
		}
		if got := len(rows.CPU) + len(rows.Disk) + len(rows.Stats); got < n {
			t.Errorf("%s: only %d rows of %d intervals", name, got, 2*n)
		}
		for _, s := range rows.Skips {
			if s.Severity() != schemas.Note {
				t.Errorf("%s: %+v", name, s)
			}
		}
	}
}

// allocating are the formats that are read by a library, which allocates.
var allocating = map[string]bool{"sadf-xml": true}

// BenchmarkParse gives the speed of each format on a recording of about 8 MiB, and how
// many allocations a line takes. A format of which no recording can be written is read
// from its first sample, repeated where it is of lines.
func BenchmarkParse(b *testing.B) {
	const size = 8 << 20
	done := map[string]bool{}
	all := longLogs()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		head := written(all[name], 20)
		if f := Detect(headOf(head)); f != nil {
			done[f.ID()] = true
		}
		b.Run(name, func(b *testing.B) {
			data := written(all[name], intervalsFor(all[name], size))
			benchmarkParse(b, Detect(headOf(data)), data)
		})
	}
	for _, s := range samples(b) {
		f := Detect(headOf(s.data))
		if f == nil || done[f.ID()] {
			continue
		}
		done[f.ID()] = true
		b.Run(f.ID()+" sample", func(b *testing.B) {
			data := s.data
			if c := s.data[0]; c != '{' && c != '<' && c != '[' {
				data = bytes.Repeat(s.data, 1+size/len(s.data))
			}
			benchmarkParse(b, f, data)
		})
	}
}

func benchmarkParse(b *testing.B, f *Format, data []byte) {
	var rows schemas.Rows
	var before, after runtime.MemStats
	in := bufio.NewReaderSize(nil, headSize)
	read := func() {
		emptyRows(&rows)
		in.Reset(bytes.NewReader(data))
		l := newLog("sample", "sample", f.Name, in, &rows, Options{})
		_ = f.Parse(l)
		l.finish()
	}
	read() // makes room in rows
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	runtime.ReadMemStats(&before)
	for b.Loop() {
		read()
	}
	runtime.ReadMemStats(&after)
	lines := float64(bytes.Count(data, []byte{'\n'})) * float64(b.N)
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/max(1, lines), "allocs/line")
}

// stamp is the line of time of the nth snapshot.
func stamp(b *bytes.Buffer, n int) {
	fmt.Fprintf(b, "TS %d.000000000 2026-11-30 %s\n", 1796035050+10*n, hms(n))
}
