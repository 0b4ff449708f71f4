package fetch

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestOtherWriters reads what the usual programs make of one folder.
func TestOtherWriters(t *testing.T) {
	writers := map[string][]string{
		"zip":                 {"zip", "-qr", "OUT", "run"},
		"zip from a pipe":     {"sh", "-c", "zip -qr - run | cat > OUT"},
		"zip with zip64":      {"zip", "-qr", "-fz", "OUT", "run"},
		"python zipfile":      {"python3", "-m", "zipfile", "-c", "OUT", "run"},
		"python, to a stream": {"python3", "-c", "import sys, zipfile\nz = zipfile.ZipFile(open('/dev/fd/1', 'wb', buffering=0), 'w', zipfile.ZIP_DEFLATED)\nfor n in 'run/a.log', 'run/sub/b.log': z.write(n)\nz.close()"},
		"7-Zip":               {"7z", "a", "-bd", "-tzip", "OUT", "run"},
	}
	for name, args := range writers {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(args[0]); err != nil {
				t.Skipf("%s is not installed", args[0])
			}
			dir := t.TempDir()
			files := map[string][]byte{"run/a.log": logText(1000), "run/sub/b.log": logText(7), "run/sub/empty.log": nil}
			for n, data := range files {
				path := filepath.Join(dir, n)
				if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			out := filepath.Join(dir, "out.zip")
			for i := range args {
				args[i] = string(bytes.ReplaceAll([]byte(args[i]), []byte("OUT"), []byte(out)))
			}
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Dir = dir
			piped, err := cmd.Output()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if name == "python, to a stream" {
				delete(files, "run/sub/empty.log")
				if err := os.WriteFile(out, piped, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			a, err := NewClient(Options{}).Open(context.Background(), fileRef(out))
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			if len(a.Members) != len(files) {
				t.Errorf("%d members of %d", len(a.Members), len(files))
			}
			for n, want := range files {
				if got, err := read(member(t, a, n)); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s: %d bytes, %v", n, len(got), err)
				}
			}
			if p := a.Found(); len(p) > 0 {
				t.Errorf("problems %v", p)
			}
		})
	}
}
