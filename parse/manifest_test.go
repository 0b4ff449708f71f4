package parse

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"inquest/schemas"
)

// manifestRow is one line of the list of recordings.
type manifestRow struct{ file, said string }

// manifestRows reads the list of recordings: what is known of each, in words.
func manifestRows(t *testing.T, name string) []manifestRow {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	header := strings.Split(lines[0], "\t")
	var out []manifestRow
	for _, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		row := map[string]string{}
		for i, h := range header {
			if i < len(cells) {
				row[h] = cells[i]
			}
		}
		out = append(out, manifestRow{row["file"], row["spot_values"]})
	}
	return out
}

// aNumber is a number in the words of the list, with the unit that is glued to it.
var aNumber = regexp.MustCompile(`\d+(?:[.,]\d+)?(?:[kKMGT]i?B?|m?s)?`)

// scales are by what a printed number may have been multiplied to be in a base unit.
var scales = []float64{1, 0.01, 0.001, 1e-6, 512, 1024, 1 << 20, 1 << 30, 1 << 40}

// foundNumbers are the numbers that came out of a recording: values of rows, and what
// stands in the lines that gave no row, which are kept in the skips.
type foundNumbers struct {
	values []float64 // sorted, without sign
	words  map[string]bool
}

func (f *foundNumbers) value(v float64) {
	if !schemas.IsNull(v) {
		f.values = append(f.values, math.Abs(v))
	}
}

func (f *foundNumbers) text(s string) {
	for _, w := range aNumber.FindAllString(s, -1) {
		w = strings.Replace(w, ",", ".", 1)
		f.words[w] = true
		f.words[strings.TrimPrefix(w, "-")] = true
	}
}

// allNumbers are those of the rows, of how many there are, and of what the skips say.
func allNumbers(rows *schemas.Rows) *foundNumbers {
	f := &foundNumbers{words: map[string]bool{}}
	counts := map[string]float64{}
	for i := range rows.CPU {
		r := &rows.CPU[i]
		counts["cpu "+r.CPU]++
		f.text(instant(r.TS) + " " + r.CPU)
		for _, c := range schemas.CPUTable.Columns {
			if c.Num != nil {
				f.value(c.Num(r))
			}
		}
	}
	for i := range rows.Disk {
		r := &rows.Disk[i]
		counts["disk "+r.Device]++
		f.text(instant(r.TS) + " " + r.Device)
		for _, c := range schemas.DiskTable.Columns {
			if c.Num != nil {
				f.value(c.Num(r))
			}
		}
	}
	for i := range rows.Stats {
		r := &rows.Stats[i]
		counts["stats "+r.Key.Metric+r.Key.Labels]++
		f.text(instant(r.TS) + " " + r.Key.Metric + " " + r.Key.Labels)
		f.value(r.Value)
	}
	for _, n := range counts {
		f.value(n)
		f.value(n + 1) // with the one that is since boot
	}
	for i := range rows.Skips {
		f.text(rows.Skips[i].Text)
	}
	for i := range rows.Settings {
		f.text(rows.Settings[i].Value)
	}
	slices.Sort(f.values)
	return f
}

// has tells whether a number of the list is one that was found.
func (f *foundNumbers) has(word string) bool {
	plain := strings.TrimRight(strings.Replace(word, ",", ".", 1), "kKMGTiBms")
	if f.words[word] || f.words[plain] {
		return true
	}
	v, err := strconv.ParseFloat(plain, 64)
	if err != nil {
		return false
	}
	_, decimals, _ := strings.Cut(plain, ".")
	half := 0.5 * math.Pow10(-len(decimals))
	for _, s := range scales {
		lo, hi := (math.Abs(v)-half)*s, (math.Abs(v)+half)*s
		i, _ := slices.BinarySearch(f.values, lo*(1-1e-9))
		if i < len(f.values) && f.values[i] <= hi*(1+1e-9) {
			return true
		}
	}
	return false
}

// TestManifest goes through the list of recordings: each is read, and every number that
// is known of it comes out again, in a row or in a line that is told to be no sample.
func TestManifest(t *testing.T) {
	root := shared(t, "corpus/logs")
	files, whole := 0, 0
	for _, row := range manifestRows(t, path.Join(root, "MANIFEST.tsv")) {
		files++
		t.Run(row.file, func(t *testing.T) {
			data, err := os.ReadFile(path.Join(root, row.file))
			if err != nil {
				t.Fatal(err)
			}
			var rows schemas.Rows
			_, err = Read(row.file, path.Base(row.file), bytes.NewReader(data), &rows, Options{})
			if err != nil && !errors.Is(err, ErrUnsupported) {
				t.Fatal(err)
			}
			found := allNumbers(&rows)
			if err != nil {
				found.text(err.Error())
			}
			said := row.said
			for _, other := range notOfRows[row.file] {
				if !strings.Contains(said, other.words) {
					t.Errorf("the list does not say %q", other.words)
				}
				if other.why != inWords && !slices.ContainsFunc(rows.Skips, func(s schemas.Skip) bool { return s.Reason == other.why }) {
					t.Errorf("%q is %s, and no line is told to be that", other.words, other.why)
				}
				said = strings.Replace(said, other.words, " ", 1)
			}
			missing := 0
			for _, word := range aNumber.FindAllString(said, -1) {
				if !found.has(word) {
					missing++
					t.Errorf("%s is known of it and was not found: %s", word, row.said)
				}
			}
			if missing == 0 {
				whole++
			}
		})
	}
	t.Logf("%d of %d recordings give all that is known of them", whole, files)
}
