package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "variables",
		Doc:      "SHOW GLOBAL VARIABLES, with tabs or as a drawn table, with or without the statement before it",
		Source:   "the mysql client of MariaDB and MySQL; pt-stalk of percona-toolkit",
		Specimen: "Variable_name\tValue\nallow_suspicious_udfs\tOFF\nalter_algorithm\tDEFAULT\n",
		Tables:   []string{"settings"},
		Match: func(h Head) int {
			if name := firstVariable(h); len(name) > 0 && name[0] >= 'a' && name[0] <= 'z' {
				return 90
			}
			return 0
		},
		Parse: parseVariables,
	})
}

func parseVariables(l *Log) error {
	before := l.said()
	open, bare := false, true // inside a table; no header or statement so far
	for l.Next() {
		line := l.Line()
		name, value, ok := cutVariable(line)
		switch {
		case isBlank(line):
			open = false
		case line[0] == '+' || (line[0] == '#' && !open):
		case ok && text(name) == "Variable_name":
			open, bare = true, false
		case ok && (open || bare) && isVariableName(name):
			l.Setting(string(name), string(value), schemas.ScopeServer)
		case open:
			l.Skip(schemas.CutRow, text(line))
		case isStatement(line): // pt-stalk writes each statement before its result
			bare = false
		case bytes.IndexByte(line, '\t') > 0: // the result of another statement
		default:
			l.Skip(schemas.ForeignText, text(line))
		}
	}
	l.sayNoData(before)
	return nil
}

// isStatement tells a line of SQL that a client has echoed.
func isStatement(line []byte) bool {
	word, _, _ := bytes.Cut(bytes.TrimLeft(line, " "), []byte{' '})
	return bytes.EqualFold(word, []byte("show")) || bytes.EqualFold(word, []byte("select"))
}
