package parse

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"inquest/schemas"
)

// sameForms are files of testdata that show one recording in several forms. The first
// is what the others are compared with.
var sameForms = [][]string{
	{"sadf/d-restart-com.csv", "sadf/p-restart-com.tsv", "sadf/restart-com.json", "sadf/restart-com.xml",
		"sar/restart-com-C.txt", "sar/restart-com-en_US-12h.txt"},
	{"sar/u-C-utf8-bom.txt", "sar/u-C-crlf.txt", "sar/u-fr_FR.txt", "sar/u-ISO.txt", "sar/u-en_GB.txt", "sar/ud-de_DE.txt",
		"sar/ur-ja_JP.txt", "sar/uALL-PALL-C.txt", "sadf/d-PALL.csv", "sadf/d-u-de_DE-comma.csv", "sadf/dU-epoch-uq.csv", "sadf/u-d-r-cut.xml"},
	{"sadf/dh-PALL-d.csv", "sar/dp-pretty-dev-last-C.txt", "sar/ud-de_DE.txt", "sadf/p-PALL-d.tsv", "sadf/d-r-n-q-cut.json",
		"sadf/u-d-r-cut.xml"},
}

// sampleKey says which sample of the whole machine or of a device a row is.
type sampleKey struct {
	ts   int64
	what string
}

// TestSameRecording reads one recording in several forms: samples that two of them
// have in common hold the same numbers.
func TestSameRecording(t *testing.T) {
	for _, forms := range sameForms {
		first := numbersOf(t, forms[0])
		for _, form := range forms[1:] {
			common := 0
			for key, got := range numbersOf(t, form) {
				want, ok := first[key]
				if !ok {
					continue
				}
				common++
				for i := range want {
					if math.Abs(got[i]-want[i]) > 1e-9*(1+math.Abs(want[i])) || math.IsNaN(got[i]) != math.IsNaN(want[i]) {
						t.Errorf("%s: %v differs from %s: %v, want %v", form, key, forms[0], got, want)
						break
					}
				}
			}
			if common < 4 {
				t.Errorf("%s has only %d samples in common with %s", form, common, forms[0])
			}
		}
	}
}

// rowsOfFile reads a file of testdata.
func rowsOfFile(t *testing.T, file string) *schemas.Rows {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	var rows schemas.Rows
	if _, err := Read(file, file, bytes.NewReader(data), &rows, Options{}); err != nil {
		t.Fatal(err)
	}
	return &rows
}

// numbersOf gives the numbers of each sample of a file of testdata.
func numbersOf(t *testing.T, file string) map[sampleKey][]float64 {
	t.Helper()
	rows := rowsOfFile(t, file)
	out := map[sampleKey][]float64{}
	for _, r := range rows.CPU {
		out[sampleKey{r.TS, "cpu " + r.CPU}] = []float64{r.User, r.Nice, r.IOWait, r.Steal, r.Idle, r.Busy}
	}
	for _, r := range rows.Disk {
		out[sampleKey{r.TS, "disk " + r.Device}] = []float64{r.TransfersPerSecond, r.ReadBytesPerSecond, r.WrittenBytesPerSecond,
			r.DiscardedBytesPerSecond, r.RequestBytes, r.AwaitSeconds, r.QueueLength, r.IOTimeRatio}
	}
	return out
}
