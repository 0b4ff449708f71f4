package fetch

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"
)

// zipEnd is the end of a zip's address in a line that goes on after it.
var zipEnd = regexp.MustCompile(`(?i)\.zip(?:\?\S*)?(?:[\s,;|<>"')\]}]|$)`)

// parseList reads a list: one address a line, which may have blanks or a list
// mark before it and other text after it; # begins a comment. Relative paths
// start at dir. nil: the text is not a list.
func parseList(text, dir string) (*Listing, error) {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return nil, nil
	}
	l := &Listing{}
	for i, line := range strings.Split(text, "\n") {
		at := addressIn(line)
		if at == "" {
			continue
		}
		ref, err := ParseRef(at)
		if err != nil {
			return nil, fmt.Errorf("line %d of the list: %w", i+1, err)
		}
		if ref.Scheme == "file" && !path.IsAbs(ref.Path) {
			ref.Path = dir + ref.Path
		}
		l.Artifacts = append(l.Artifacts, ref)
	}
	if len(l.Artifacts) == 0 {
		return nil, nil
	}
	return l, nil
}

// addressIn finds the address in a line of a list: a URL, or the path of a zip.
func addressIn(line string) string {
	line = strings.TrimFunc(line, isBlank)
	if line == "" || line[0] == '#' {
		return ""
	}
	if i := strings.Index(line, "://"); i > 0 {
		start := i
		for start > 0 && isScheme("s"+line[start-1:i]) {
			start--
		}
		line = strings.TrimLeft(line[start:], "0123456789+.-")
	} else {
		line = strings.TrimLeft(line, "-*• \t")
	}
	if m := zipEnd.FindStringIndex(line); m != nil {
		return strings.TrimRight(line[:m[1]], " \t\r,;|<>\"')]}")
	}
	if !isURL(line) {
		return ""
	}
	return strings.Fields(line)[0]
}
