package main

import (
	"archive/zip"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// commandToRun names the environment variable that makes the test binary the command
// itself, its arguments a line each: a process that a test may kill.
const commandToRun = "INQUEST_TEST_COMMAND"

// realMain names the environment variable that makes the test binary the command itself,
// with its own arguments.
const realMain = "INQUEST_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(realMain) != "" {
		main()
	}
	if args := os.Getenv(commandToRun); args != "" {
		answer := runCommand(strings.Split(args, "\n")...)
		_, _ = os.Stdout.WriteString(answer.stdout)
		_, _ = os.Stderr.WriteString(answer.stderr)
		os.Exit(answer.code)
	}
	testscript.Main(m, map[string]func(){"inquest": main})
}

// TestScripts runs whole commands: each file of testdata holds the commands, their input
// and what must come out. In a script, $DEMO is the folder of the built-in artifacts.
func TestScripts(t *testing.T) {
	demo, err := filepath.Abs("demo")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("DEMO", demo)
			env.Setenv("INQUEST_CACHE", filepath.Join(env.WorkDir, ".cache"))
			env.Setenv("AWS_EC2_METADATA_DISABLED", "true")
			env.Setenv("GORACE", "atexit_sleep_ms=20") // a command under -race waits a second at its end else
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"cutfile":  cutFile,
			"cutload":  cutLoad,
			"exitcode": exitCode,
			"manifest": editManifest,
			"mkzip":    makeZip,
			"mkcloud":  makeCloudRun,
			"mkrun":    makeRun,
			"mktar":    makeTar,
			"same":     sameTree,
		},
	})
}

// exitCode runs a program that must end with the given code: exitcode CODE PROGRAM ARG...
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode CODE PROGRAM ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// makeZip packs the files of a folder, all with one time: mkzip ZIP FOLDER.
func makeZip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: mkzip ZIP FOLDER")
	}
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(args[0])), 0o777))
	out, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	w := zip.NewWriter(out)
	root := ts.MkAbs(args[1])
	ts.Check(filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		f, err := w.CreateHeader(&zip.FileHeader{Name: filepath.ToSlash(rel), Method: zip.Deflate,
			Modified: time.Date(2026, 11, 30, 10, 1, 2, 0, time.UTC)})
		if err != nil {
			return err
		}
		_, err = f.Write(body)
		return err
	}))
	ts.Check(w.Close())
	ts.Check(out.Close())
}

// sameTree compares the files of two folders byte by byte: same FOLDER FOLDER. With !, a
// difference is wanted.
func sameTree(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: same FOLDER FOLDER")
	}
	a, b := tree(ts, args[0]), tree(ts, args[1])
	differs := ""
	for name, body := range a {
		if b[name] != body {
			differs = name
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			differs = name
		}
	}
	if (differs != "") != neg {
		ts.Fatalf("%d files and %d files; different: %q", len(a), len(b), differs)
	}
}

func tree(ts *testscript.TestScript, folder string) map[string]string {
	files := map[string]string{}
	ts.Check(fs.WalkDir(os.DirFS(ts.MkAbs(folder)), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files[name] = ts.ReadFile(filepath.Join(folder, name))
		}
		return err
	}))
	return files
}
