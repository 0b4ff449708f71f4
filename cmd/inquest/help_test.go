package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// TestHelpNamesExitCodes asks every command for its help, new ones too.
func TestHelpNamesExitCodes(t *testing.T) {
	commands := (&app{}).root().Commands()
	for i := 0; i < len(commands); i++ {
		cmd := commands[i]
		commands = append(commands, cmd.Commands()...)
		name := strings.TrimPrefix(cmd.CommandPath(), "inquest ")
		t.Run(name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if code := run(context.Background(), append(strings.Fields(name), "--help"), nil, &stdout, &stderr); code != 0 || stderr.Len() > 0 {
				t.Errorf("exit %d, standard error %q", code, &stderr)
			}
			_, codes, found := strings.Cut(stdout.String(), "Exit codes: 0 ")
			if !found || !strings.Contains(codes, "2 usage") {
				t.Errorf("the help does not name the exit codes:\n%s", &stdout)
			}
			if !strings.Contains(stdout.String(), "inquest "+name) {
				t.Errorf("the help does not show how to call it:\n%s", &stdout)
			}
		})
	}
}
