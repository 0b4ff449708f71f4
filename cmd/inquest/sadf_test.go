package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"inquest/parse"
	"inquest/schemas"
)

// rowsOf reads a file with a reader of binary files.
func rowsOf(t *testing.T, name string, reader parse.Sadf) (*schemas.Rows, error) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var rows schemas.Rows
	_, err = parse.Read(name, filepath.Base(name), bytes.NewReader(b), &rows, parse.Options{Sadf: reader})
	return &rows, err
}

// realSadf is the program of sysstat; the test is skipped where it is absent.
func realSadf(t *testing.T) *sadf {
	t.Helper()
	program, err := exec.LookPath("sadf")
	if err != nil {
		t.Skip("no sadf on the PATH: install the Debian package sysstat")
	}
	return &sadf{program: program, dir: t.TempDir(), limit: time.Minute, most: 1 << 30}
}

func (s *sadf) reader() parse.Sadf {
	return func(r io.Reader, use func(io.Reader) error) error { return s.read(context.Background(), r, use) }
}

// TestSadfReads has a real sadf read a binary file: the rows are those of the text that
// was recorded beside it, and nothing is left in the temporary folder.
func TestSadfReads(t *testing.T) {
	s := realSadf(t)
	got, err := rowsOf(t, corpusPath(t, "logs", "sadc-binary", "local-sa-restart-com.sa"), s.reader())
	if err != nil {
		t.Fatal(err)
	}
	want, err := rowsOf(t, corpusPath(t, "logs", "sadf", "local-sadf-j-restart-com.json"), nil)
	if err != nil {
		t.Fatal(err)
	}
	find := func(cpu string, ts int64) *schemas.CPU {
		for i := range got.CPU {
			if r := &got.CPU[i]; r.CPU == cpu && r.TS == ts {
				return r
			}
		}
		return nil
	}
	if len(want.CPU) == 0 {
		t.Fatal("the text has no rows")
	}
	for i := range want.CPU {
		w := &want.CPU[i]
		g := find(w.CPU, w.TS)
		if g == nil {
			t.Errorf("cpu %s at %d is missing", w.CPU, w.TS)
			continue
		}
		// -u ALL prints irq and softirq apart from system
		system := g.System + g.IRQ + g.SoftIRQ
		for _, x := range [][2]float64{{g.User, w.User}, {g.Nice, w.Nice}, {system, w.System}, {g.IOWait, w.IOWait}, {g.Steal, w.Steal}, {g.Idle, w.Idle}, {g.Busy, w.Busy}} {
			if d := x[0] - x[1]; d > 0.0002 || d < -0.0002 {
				t.Errorf("cpu %s at %d: %+v, want %+v", w.CPU, w.TS, *g, *w)
				break
			}
		}
		if g.Source.TSSource != schemas.Zoned {
			t.Errorf("ts_source %s, want %s", g.Source.TSSource, schemas.Zoned)
		}
	}
	left, err := os.ReadDir(s.dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left in the temporary folder: %v, %v", left, err)
	}
}

// TestSadfRefuses gives a real sadf what is no file of any version.
func TestSadfRefuses(t *testing.T) {
	s := realSadf(t)
	name := filepath.Join(t.TempDir(), "sa30")
	if err := os.WriteFile(name, []byte("\x96\xd5\x75\x21\x0c\x06\x01\x00 and nothing more"), 0o600); err != nil {
		t.Fatal(err)
	}
	rows, err := rowsOf(t, name, s.reader())
	if !errors.Is(err, parse.ErrUnsupported) || !strings.Contains(err.Error(), "sadf -j ended with exit status") || strings.Contains(err.Error(), s.dir) {
		t.Errorf("%v", err)
	}
	if len(rows.Skips) != 1 || rows.Skips[0].Reason != schemas.Unsupported {
		t.Errorf("skips %v", rows.Skips)
	}
}

// fakeSadf is a script in place of sadf.
func fakeSadf(t *testing.T, script string) *sadf {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh on the PATH")
	}
	name := filepath.Join(t.TempDir(), "sadf")
	if err := os.WriteFile(name, []byte("#!"+shell+"\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	return &sadf{program: name, dir: t.TempDir(), limit: time.Minute, most: 1 << 20}
}

// TestSadfOfAnotherKind has scripts in place of sadf: it refuses the version and converts,
// refuses both, hangs with and without a word, prints without end, or is cut short.
func TestSadfOfAnotherKind(t *testing.T) {
	report := func(sec int) string {
		return fmt.Sprintf(`{"timestamp": {"date": "2026-11-30", "time": "10:00:%02d", "utc": 1, "interval": 1}, "cpu-load": [{"cpu": "all", "user": 20.00, "nice": 0.00, "system": 10.00, "iowait": 0.00, "steal": 0.00, "idle": 70.00}]}`, sec)
	}
	begin := `{"sysstat": {"hosts": [{"nodename": "node-a", "file-date": "2026-11-30", "statistics": [`
	whole := begin + report(1) + "," + report(2) + `]}]}}`
	tests := []struct {
		name, script string
		limit        time.Duration
		rows         int
		words        []string // of the error or the skip; none: there is neither
		unsupported  bool
	}{
		{"converts", `case "$1$2" in -jsa) echo "cannot read the format of this file (0x2171)" >&2; exit 3;; -csa) printf converted;; -jconverted) [ "$(cat converted)" = converted ] && echo '` + whole + `';; esac`, 0, 2, nil, false},
		{"refuses", `echo "Invalid system activity file: $2" >&2; exit 3`, 0, 0, []string{"sysstat 12.6.1", "sadf -j ended with exit status 3: Invalid system activity file: sa", "nor can it be converted: sadf -c ended with exit status 3"}, true},
		{"is silent", `exit 0`, 0, 0, []string{"sadf -j printed nothing"}, true},
		{"hangs", `sleep 100`, 300 * time.Millisecond, 0, []string{"sadf -j did not end within 300ms"}, true},
		{"hangs in the middle", `echo '` + begin + report(1) + `,'; sleep 100`, 5 * time.Second, 1, []string{"sadf -j did not end within 5s"}, false},
		{"prints without end", `echo '` + begin + report(1) + `,'; while :; do echo '` + report(2) + `,'; done`, 0, -1, []string{"sadf -j printed more than 1048576 bytes"}, false},
		{"is cut short", `echo '` + begin + report(1) + `,'; echo "End of system activity file unexpected" >&2; exit 2`, 0, 1, []string{"sadf -j ended with exit status 2: End of system activity file unexpected"}, false},
	}
	file := filepath.Join(t.TempDir(), "sa30")
	if err := os.WriteFile(file, []byte("\x96\xd5\x75\x21\x0c\x06\x01\x00 and more"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := fakeSadf(t, tt.script)
			if tt.limit > 0 {
				s.limit = tt.limit
			}
			rows, err := rowsOf(t, file, s.reader())
			if (err != nil) != tt.unsupported || errors.Is(err, parse.ErrUnsupported) != tt.unsupported {
				t.Fatalf("error %v, want one: %t", err, tt.unsupported)
			}
			said := ""
			for _, k := range rows.Skips {
				if k.Severity() == schemas.Loss {
					said += k.Reason + " " + k.Text + "\n"
				}
			}
			if (said == "") != (len(tt.words) == 0) {
				t.Errorf("skips %q, want words %q", said, tt.words)
			}
			if err != nil {
				said = err.Error()
			}
			for _, w := range tt.words {
				if !strings.Contains(said, w) {
					t.Errorf("%q lacks %q", said, w)
				}
			}
			if n := len(rows.CPU); n != tt.rows && tt.rows >= 0 || tt.rows < 0 && n < 10 {
				t.Errorf("%d rows, want %d", n, tt.rows)
			}
			if left, err := os.ReadDir(s.dir); err != nil || len(left) > 0 {
				t.Errorf("left in the temporary folder: %v, %v", left, err)
			}
		})
	}
}

// TestSadfTooLong has a binary file over the bound.
func TestSadfTooLong(t *testing.T) {
	s := fakeSadf(t, `exit 1`)
	s.most = 8
	err := s.read(context.Background(), strings.NewReader("\x96\xd5\x75\x21\x0c\x06\x01\x00 and more"), nil)
	if err == nil || !strings.Contains(err.Error(), "longer than 8 bytes") {
		t.Errorf("%v", err)
	}
}
