package parse

import (
	"bufio"
	"errors"
	"strings"
	"testing"

	"inquest/schemas"
)

// TestGuarded lets a reader fall over at its second line: what came before it is kept, and
// the line is named.
func TestGuarded(t *testing.T) {
	var rows schemas.Rows
	l := newLog("artifact", "member", "none", bufio.NewReader(strings.NewReader("a\nb\n")), &rows, Options{})
	err := guarded(l, func(l *Log) error {
		var none []int
		for i := 0; l.Next(); i++ {
			if i == 1 {
				return errors.New(string(rune(none[i])))
			}
			l.Setting("name", text(l.Line()), schemas.ScopeBench)
		}
		return nil
	})
	if !errors.Is(err, errParser) || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("error %v, want one of a reader's fault at line 2", err)
	}
	if len(rows.Settings) != 1 || len(rows.Skips) != 1 || rows.Skips[0].Line != 2 || rows.Skips[0].Text != "b" {
		t.Errorf("settings %v and skips %v, want one each, the skip of line 2", rows.Settings, rows.Skips)
	}
}
