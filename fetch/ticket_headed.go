package fetch

import (
	"regexp"
	"strings"
)

// tabbed reads a header and rows between tabs; blank lines may lie between.
func (f *tableFinder) tabbed(i int) int {
	cut := func(l *ticketLine) []string {
		if !strings.Contains(strings.TrimSpace(l.raw), "\t") {
			return nil
		}
		return trimAll(strings.Split(strings.Trim(l.raw, " "), "\t"))
	}
	if end := f.headed(i, cut, true); end > i {
		return end
	}
	return f.headed(i, func(l *ticketLine) []string { // several tabs used for alignment
		if !strings.Contains(strings.TrimSpace(l.raw), "\t") {
			return nil
		}
		return trimAll(strings.FieldsFunc(strings.TrimSpace(l.raw), func(r rune) bool { return r == '\t' }))
	}, true)
}

// separated reads comma or semicolon separated values below a header.
func (f *tableFinder) separated(i int) int {
	for _, sep := range []string{";", ","} {
		cut := func(l *ticketLine) []string {
			if !strings.Contains(l.text, sep) || l.bullet || len(l.addrs) > 0 {
				return nil
			}
			return trimAll(strings.Split(l.text, sep))
		}
		if end := f.headed(i, cut, true); end > i {
			return end
		}
	}
	return i
}

var (
	cutThousands = regexp.MustCompile(`\d,\d{3}\b`)                // a sentence with 191,277.98 in it, and no header
	assigned     = regexp.MustCompile(`[A-Za-z]\s*[=:]\s*[\d.]+$`) // "good = 41200" is a name with its number
)

// headed reads a header line and the numeric rows that have as many cells.
func (f *tableFinder) headed(i int, cut func(*ticketLine) []string, skipBlank bool) int {
	head := cut(&f.lines[i])
	if len(head) < 2 || !looksLikeHeader(head) || cutThousands.MatchString(strings.Join(head, ",")) {
		return i
	}
	t := ticketTable{header: head, line: f.lines[i].no}
	end := i + 1
	for j := i + 1; j < len(f.lines); j++ {
		if f.lines[j].blank() {
			if skipBlank {
				continue
			}
			break
		}
		cells := cut(&f.lines[j])
		if len(cells) != len(head) || assigned.MatchString(cells[0]) || !isNumericRow(cells) && !(len(t.rows) > 0 && isRowWithoutValue(cells)) {
			break
		}
		t.rows = append(t.rows, tableRow{j, f.lines[j].no, cells})
		end = j + 1
	}
	if len(t.rows) < 2 {
		return i
	}
	return f.add(t, i, end)
}
