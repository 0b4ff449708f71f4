package parse

import (
	"bytes"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "server-version",
		Doc:      "SELECT VERSION(), @@version_comment ...: one row with tabs between",
		Source:   "the mysql client of MariaDB and MySQL",
		Specimen: "VERSION()\t@@version_comment\t@@hostname\n10.11.19-MariaDB\tDebian 12\tnode-a\n",
		Tables:   []string{"settings"},
		Match: func(h Head) int {
			if lines := h.dataLines(3); h.Whole && len(lines) == 2 && isVersionHeader(lines[0]) {
				return 85
			}
			return 0
		},
		Parse: parseServerVersion,
	})
}

// isVersionHeader tells a header of system variables and functions only, the version
// among them.
func isVersionHeader(line []byte) bool {
	version := false
	for _, name := range cutSep(line, '\t', nil) {
		isVersion := bytes.EqualFold(name, []byte("version()")) || bytes.EqualFold(name, []byte("@@version"))
		if !isVersion && !bytes.HasPrefix(name, []byte("@@")) {
			return false
		}
		version = version || isVersion
	}
	return version
}

func parseServerVersion(l *Log) error {
	before := l.said()
	var names []string
	for l.Next() {
		cells := cutSep(l.Line(), '\t', nil)
		switch {
		case isBlank(l.Line()):
		case names == nil && isVersionHeader(l.Line()):
			for _, b := range cells {
				name := bytes.ToLower(bytes.TrimPrefix(b, []byte("@@")))
				names = append(names, string(bytes.TrimSuffix(name, []byte("()"))))
			}
		case len(cells) == len(names):
			for i, b := range cells {
				l.Setting(names[i], string(b), schemas.ScopeServer)
			}
		default:
			l.Skip(schemas.ForeignText, text(l.Line()))
		}
	}
	l.sayNoData(before)
	return nil
}
