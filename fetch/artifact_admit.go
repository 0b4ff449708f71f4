package fetch

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longName is where a name is said to be odd.
const longName = 4096

// admit reports whether an entry is a member, and notes what is odd about it.
func (a *Artifact) admit(e *entry, lim Limits) bool {
	switch {
	case e.dropped:
		return false
	case e.isSpecial():
		e.problems = []Problem{e.problem(KindLink, "it is a symbolic link or device, and is ignored")}
		return false
	case e.isDir():
		e.problems = nil
		if e.size > 0 {
			e.problems = []Problem{e.problem(KindName, fmt.Sprintf("it is a folder with %d bytes of data, which are ignored", e.size))}
		}
		return false
	}
	if odd := oddName(e.raw); odd != "" {
		p := e.problem(KindName, "its name "+odd)
		p.Kept = "the member; the name is only a label"
		e.problems = append(e.problems, p)
	}
	if e.size > lim.MemberBytes {
		e.refuse(KindLimit, fmt.Sprintf("its size of %d bytes is over the limit of %d", e.size, lim.MemberBytes))
	}
	if e.refusal == nil && e.crc == 0 && e.size != 0 && !e.truncated {
		p := e.problem(KindUnverified, "the zip holds no CRC-32 for it")
		p.Kept = "all of it, unchecked"
		e.problems = append(e.problems, p)
	}
	return true
}

// oddName says what is odd about a name, empty for nothing.
func oddName(raw string) string {
	slashed := strings.ReplaceAll(raw, `\`, "/")
	switch {
	case raw == "":
		return "is empty"
	case len(raw) > longName:
		return fmt.Sprintf("is %d bytes long", len(raw))
	case strings.HasPrefix(slashed, "/"), len(raw) > 1 && raw[1] == ':' && unicode.IsLetter(rune(raw[0])):
		return "is an absolute path"
	case strings.Contains("/"+slashed+"/", "/../"):
		return "leads out of the archive"
	case utf8.ValidString(raw) && !isPrintable(raw):
		return "holds invisible characters"
	}
	return ""
}
