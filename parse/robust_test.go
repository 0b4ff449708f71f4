package parse

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"inquest/schemas"
)

// checkRows gives the first thing in rows that must never be there.
func checkRows(rows *schemas.Rows) error {
	for i := range rows.CPU {
		r := &rows.CPU[i]
		if r.Source == nil || r.CPU == "" {
			return fmt.Errorf("cpu row %d has no source or no name: %+v", i, *r)
		}
		for _, v := range []float64{r.User, r.Nice, r.System, r.IOWait, r.IRQ, r.SoftIRQ, r.Steal, r.Guest, r.Idle} {
			if v < 0 || math.IsInf(v, 0) {
				return fmt.Errorf("cpu row %d has a share that cannot be: %+v", i, *r)
			}
		}
	}
	for i := range rows.Disk {
		r := &rows.Disk[i]
		if r.Source == nil || r.Device == "" {
			return fmt.Errorf("disk row %d has no source or no device: %+v", i, *r)
		}
		for _, c := range schemas.DiskTable.Columns {
			if c.Type == schemas.Double && (c.Num(r) < 0 || math.IsInf(c.Num(r), 0)) {
				return fmt.Errorf("disk row %d has a %s that cannot be: %v", i, c.Name, c.Num(r))
			}
		}
	}
	for i := range rows.Stats {
		r := &rows.Stats[i]
		if r.Source == nil || r.Key == nil || r.Key.Metric == "" || r.Key.Kind == "" || schemas.IsNull(r.Value) {
			return fmt.Errorf("stats row %d is not complete: %+v", i, *r)
		}
	}
	for i := range rows.Skips {
		if r := &rows.Skips[i]; r.Reason == "" || r.Member == "" {
			return fmt.Errorf("skip %d has no reason or no member: %+v", i, *r)
		}
	}
	return nil
}

// parseAs reads data as one format, whatever Match says.
func parseAs(f *Format, data []byte, rows *schemas.Rows) error {
	l := newLog("sample", "sample", f.Name, bufio.NewReaderSize(bytes.NewReader(data), headSize), rows, Options{})
	err := f.Parse(l)
	l.finish()
	if err == nil {
		err = l.Err()
	}
	return err
}

// silent tells that a text was read without an error and nothing at all came of it.
func silent(data []byte, rows *schemas.Rows, err error) bool {
	return err == nil && len(bytes.TrimSpace(data)) > 0 &&
		len(rows.CPU)+len(rows.Disk)+len(rows.Stats)+len(rows.Settings)+len(rows.Skips) == 0
}

// TestCutAnywhere cuts each sample at many places: what is left is read without a
// panic, without rows that must never be, and never in silence.
func TestCutAnywhere(t *testing.T) {
	for _, s := range samples(t) {
		f := Detect(headOf(s.data))
		if f == nil {
			continue // TestSamples reports it
		}
		step := max(1, len(s.data)/97)
		for n := step; n < len(s.data); n += step {
			var rows schemas.Rows
			err := parseAs(f, s.data[:n], &rows)
			if bad := checkRows(&rows); bad != nil {
				t.Errorf("%s cut at %d: %v", s.path, n, bad)
			}
			if silent(s.data[:n], &rows, err) {
				t.Errorf("%s cut at %d: nothing was read and nothing was said", s.path, n)
			}
		}
	}
}

// TestAsOther reads each sample as every other format.
func TestAsOther(t *testing.T) {
	for _, s := range samples(t) {
		for _, f := range Formats() {
			var rows schemas.Rows
			err := parseAs(f, s.data, &rows)
			if bad := checkRows(&rows); bad != nil {
				t.Errorf("%s read as %s: %v", s.path, f.ID(), bad)
			}
			if silent(s.data, &rows, err) {
				t.Errorf("%s read as %s: nothing was read and nothing was said", s.path, f.ID())
			}
		}
	}
}

// TestSeeds reads what fuzzing has found as every format: which one a seed was found for
// changes with every new format.
func TestSeeds(t *testing.T) {
	seeds, err := filepath.Glob("testdata/fuzz/FuzzParse/*")
	if err != nil || len(seeds) == 0 {
		t.Fatalf("no seeds: %v", err)
	}
	for _, path := range seeds {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(content), "\n")
		quoted := strings.TrimSuffix(strings.TrimPrefix(lines[2], "[]byte("), ")")
		data, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v: %s", path, err, quoted)
		}
		for _, f := range Formats() {
			var rows schemas.Rows
			err := parseAs(f, []byte(data), &rows)
			if bad := checkRows(&rows); bad != nil {
				t.Errorf("%s read as %s: %v", path, f.ID(), bad)
			}
			if silent([]byte(data), &rows, err) {
				t.Errorf("%s read as %s: nothing was read and nothing was said", path, f.ID())
			}
		}
	}
}

// failing gives its bytes and then an error that is not the end.
type failing struct{ r io.Reader }

func (f failing) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// TestReadError ends each sample with a read error half way: the error is returned
// and what was complete before it is kept.
func TestReadError(t *testing.T) {
	for _, s := range samples(t) {
		var rows schemas.Rows
		half := io.MultiReader(bytes.NewReader(s.data[:len(s.data)/2]), failing{strings.NewReader("")})
		_, err := Read("sample", filepath.Base(s.path), half, &rows, Options{})
		if err == nil {
			t.Errorf("%s: a read error half way is not reported", s.path)
		}
		if bad := checkRows(&rows); bad != nil {
			t.Errorf("%s: %v", s.path, bad)
		}
	}
}

// maxRowsOf is how many bytes of rows may come of a member: two letters can be a cell that
// is a row of table stats, and each is read once.
func maxRowsOf(data []byte) int { return 64*len(data) + 64<<10 }

// FuzzParse reads any bytes as any format. What comes of them is in proportion to them,
// and no more than 256 MiB are ever held.
func FuzzParse(f *testing.F) {
	all := Formats()
	for _, s := range samples(f) {
		for i, format := range all {
			if format.Match(headOf(s.data)) > 0 {
				f.Add(uint8(i), s.data[:min(len(s.data), 8<<10)])
			}
		}
	}
	runs, before := 0, heapHeld() // by the tests before this one, when it is not fuzzing
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		Detect(headOf(data))
		if len(all) == 0 {
			return
		}
		format := all[int(which)%len(all)]
		var rows schemas.Rows
		err := parseAs(format, data, &rows)
		if bad := checkRows(&rows); bad != nil {
			t.Fatalf("%s: %v", format.ID(), bad)
		}
		if silent(data, &rows, err) {
			t.Fatalf("%s: nothing was read and nothing was said", format.ID())
		}
		if n := rowsBytes(&rows); n > maxRowsOf(data) {
			t.Fatalf("%s: %d bytes became %d bytes of rows", format.ID(), len(data), n)
		}
		if runs++; runs%256 == 0 {
			if n := heapHeld(); n > before+hostileHeap {
				t.Fatalf("%s, or one of the %d inputs before: a heap of %d MiB more", format.ID(), 256, (n-before)>>20)
			}
		}
	})
}

// heapHeld is how much memory the heap has of the system's.
func heapHeld() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapSys - m.HeapReleased
}
