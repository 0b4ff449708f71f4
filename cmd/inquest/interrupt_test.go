package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// TestInterrupted ends a comparison before it is done: no half answer, and a code of its own.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	code := run(ctx, []string{"diff", "demo/jenkins-myrocks-late-201", "demo/jenkins-myrocks-late-202", "--cache", t.TempDir()},
		strings.NewReader(""), &stdout, &stderr)
	if code != 130 || stdout.Len() > 0 || !strings.HasPrefix(stderr.String(), "inquest: interrupted") {
		t.Errorf("exit %d, want 130; standard output %q, standard error %q", code, &stdout, &stderr)
	}
}
