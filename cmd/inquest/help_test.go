package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// TestHelpNamesExitCodes asks every command for its help, new ones too.
func TestHelpNamesExitCodes(t *testing.T) {
	for _, cmd := range (&app{}).root().Commands() {
		t.Run(cmd.Name(), func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if code := run(context.Background(), []string{cmd.Name(), "--help"}, nil, &stdout, &stderr); code != 0 || stderr.Len() > 0 {
				t.Errorf("exit %d, standard error %q", code, &stderr)
			}
			_, codes, found := strings.Cut(stdout.String(), "Exit codes: 0 ")
			if !found || !strings.Contains(codes, "2 usage") {
				t.Errorf("the help does not name the exit codes:\n%s", &stdout)
			}
			if !strings.Contains(stdout.String(), "inquest "+cmd.Name()) {
				t.Errorf("the help does not show how to call it:\n%s", &stdout)
			}
		})
	}
}
