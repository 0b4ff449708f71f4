package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpusPath returns a path among the recordings that are kept beside the repository; the
// test is skipped where they are not.
func corpusPath(t testing.TB, elem ...string) string {
	t.Helper()
	root := os.Getenv("INQUEST_SHARED")
	if root == "" {
		root = filepath.Join("..", "shared")
	}
	if !filepath.IsAbs(root) { // from the root of the module
		root = filepath.Join("..", "..", root)
	}
	path := filepath.Join(append([]string{root, "corpus"}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("recordings not found: set INQUEST_SHARED to the folder that holds corpus/%s", filepath.ToSlash(filepath.Join(elem...)))
	}
	return path
}

// commandAnswer is what a command line printed, and its exit code.
type commandAnswer struct {
	args           []string
	code           int
	stdout, stderr string
}

func runCommand(args ...string) *commandAnswer {
	var out, err bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(""), &out, &err)
	return &commandAnswer{args, code, out.String(), err.String()}
}

func (a *commandAnswer) String() string {
	return fmt.Sprintf("inquest %s: exit %d, %s", strings.Join(a.args, " "), a.code, a.stderr)
}

// mustRun runs a command line that is to end with the given exit code.
func mustRun(t testing.TB, code int, args ...string) *commandAnswer {
	t.Helper()
	a := runCommand(args...)
	if a.code != code {
		t.Fatalf("%v; want exit %d", a, code)
	}
	return a
}

// decodeAnswer reads a JSON answer.
func decodeAnswer[T any](t testing.TB, a *commandAnswer) *T {
	t.Helper()
	v := new(T)
	if err := json.Unmarshal([]byte(a.stdout), v); err != nil {
		t.Fatalf("%v; the answer is no JSON: %v", a, err)
	}
	return v
}

// wantNear checks a number that may be absent against an expected one.
func wantNear(t testing.TB, what string, got *float64, want, tolerance float64) {
	t.Helper()
	if got == nil || math.IsNaN(*got) || math.Abs(*got-want) > tolerance {
		t.Errorf("%s is %s, want %g within %g", what, numberText(got), want, tolerance)
	}
}

// wantWithin checks that a number lies in a range.
func wantWithin(t testing.TB, what string, got *float64, low, high float64) {
	t.Helper()
	if got == nil || !(*got >= low && *got <= high) {
		t.Errorf("%s is %s, want it from %g to %g", what, numberText(got), low, high)
	}
}

func numberText(x *float64) string {
	if x == nil {
		return "not known"
	}
	return fmt.Sprintf("%g", *x)
}

// changePct is the relative change in per cent.
func changePct(pair [2]float64) float64 { return 100 * (pair[1]/pair[0] - 1) }

// averaged is a percentage as the text prints it.
func averaged(pct float64) string { return fmt.Sprintf("%+.1f %%", pct) }

// factorOfChange is head / base of a relative change in per cent.
func factorOfChange(pct *float64) *float64 {
	if pct == nil {
		return nil
	}
	r := 1 + *pct/100
	return &r
}
