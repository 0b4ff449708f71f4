package parse

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// TestExplain names the lines that decide, counted as in the file, and what is near.
func TestExplain(t *testing.T) {
	banner := "Linux 6.1.0 (db1) \t11/30/26 \t_x86_64_\t(2 CPU)\n\n"
	sar := banner + "10:36:13        CPU     %user     %nice   %system   %iowait    %steal     %idle\n" +
		"10:36:15        all     81.25      0.00     17.50      0.50      0.50      0.25\n"
	vmstat := "procs -----------memory----------\n r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"
	tests := []struct {
		name, text, format string
		lines              []int64 // that decide
		near               string  // the nearest format
		lacks              string  // what it lacks
		at                 int64   // the line that is near
	}{
		{"sar", sar, "sar", []int64{3}, "iostat", "avg-cpu", 3},
		{"vmstat", vmstat, "vmstat", []int64{2}, "", "", 0},
		{"after a stamp", "Linux OSWbb v7.3.3\nzzz ***Mon Nov 30 10:00:03 UTC 2026\n" + vmstat, "vmstat", []int64{4}, "", "", 0},
		{"other system", strings.Replace(vmstat, " si   so    bi    bo", " re  mf", 1), "", nil, "vmstat", "si so bi bo UTC", 2},
		{"words", "hello, world\n", "", nil, "", "", 0},
		{"nothing", "", "", nil, "", "", 0},
		{"binary", "\x96\xd5\x75\x21\x0c\x06\x01\x00", "sadc", []int64{1}, "", "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x, err := Explain(strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := x.Format; (got == nil) != (tt.format == "") || got != nil && got.ID() != tt.format {
				t.Errorf("format %v, want %q", got, tt.format)
			}
			var lines []int64
			for _, e := range x.Why {
				lines = append(lines, e.Line)
			}
			if !slices.Equal(lines, tt.lines) {
				t.Errorf("by %v, want lines %v", x.Why, tt.lines)
			}
			switch {
			case tt.near == "":
				if len(x.Near) > 0 {
					t.Errorf("near %+v, want nothing", x.Near[0])
				}
			case len(x.Near) == 0:
				t.Errorf("nothing is near, want %s", tt.near)
			default:
				n := x.Near[0]
				if n.Format.ID() != tt.near || strings.Join(n.Lacks, " ") != tt.lacks || n.Line != tt.at || n.Has+len(n.Lacks) != n.Of {
					t.Errorf("near %s, line %d, %d of %d, lacks %q; want %s, line %d, lacks %q", n.Format.ID(), n.Line, n.Has, n.Of, n.Lacks, tt.near, tt.at, tt.lacks)
				}
			}
		})
	}
	if _, err := Explain(iotest.ErrReader(errors.New("no disk"))); err == nil {
		t.Error("a text that cannot be read gave no error")
	}
}

// TestExplainSamples has reasons for every sample, in lines that the file has.
func TestExplainSamples(t *testing.T) {
	for _, s := range samples(t) {
		t.Run(filepath.Base(s.path), func(t *testing.T) {
			x, err := Explain(bytes.NewReader(s.data))
			if err != nil || x.Format == nil || x.Format.Name != s.format || len(x.Why) == 0 {
				t.Fatalf("%+v, %v", x, err)
			}
			if len(x.Near) > maxNear || len(x.Also) > 0 {
				t.Errorf("near %v, also %v", x.Near, x.Also)
			}
			lines := bytes.Split(s.data, []byte{'\n'})
			for _, e := range x.Why {
				if int(e.Line) > len(lines) {
					t.Errorf("line %d of %d", e.Line, len(lines))
				}
			}
		})
	}
}

// TestExplainTwice explains the same text twice, with the same answer.
func TestExplainTwice(t *testing.T) {
	b, err := os.ReadFile("testdata/sar/u-ISO.txt")
	if err != nil {
		t.Fatal(err)
	}
	one, _ := Explain(bytes.NewReader(b))
	two, _ := Explain(bytes.NewReader(b))
	for i := range one.Near {
		if one.Near[i].Format != two.Near[i].Format || one.Near[i].Line != two.Near[i].Line {
			t.Errorf("%+v and %+v", one.Near[i], two.Near[i])
		}
	}
}
