package fetch

import "strings"

// listed reads a label with the numbers of its runs below, one a line:
//
//	Last good (9c1fa2e4):
//	- 41200
//	- 40900
//
// Two such lists make a table with a row for each label.
func (f *tableFinder) listed(i int) int {
	t := ticketTable{line: f.lines[i].no, header: []string{"build", "", "verdict"}}
	seen := map[string]bool{}
	end := i
	for j := i; j < len(f.lines); {
		label, verdict := listLabel(&f.lines[j])
		if label == "" || seen[label] {
			break
		}
		seen[label] = true
		var values []string
		k := f.next(j + 1)
		for k < len(f.lines) && isListedNumber(&f.lines[k]) {
			values, end = append(values, f.lines[k].text), k+1
			k = f.next(k + 1)
		}
		if values == nil {
			break
		}
		t.rows = append(t.rows, tableRow{j, f.lines[j].no, []string{label, strings.Join(values, "; "), verdict}})
		j = k
	}
	if len(t.rows) < 2 {
		return i
	}
	return f.add(t, i, end)
}

// listLabel is the build or side that a line with a colon at its end names.
func listLabel(l *ticketLine) (label, verdict string) {
	text := strings.TrimRight(l.text, ": ")
	if !strings.HasSuffix(l.text, ":") || len(l.addrs) > 0 || len(text) > 80 || len(wordsOf(text)) > 6 {
		return "", ""
	}
	if best, ok := bestLabel(labelsIn(text), len(text)); ok && best.kind > bareVersion {
		return best.label, verdictOf(text)
	}
	if isBuildName(text) {
		return text, verdictOf(text)
	}
	return "", ""
}

func isListedNumber(l *ticketLine) bool {
	return l.bullet && len(l.addrs) == 0 && isNumberCell(l.text) && len(numbersInCell(l.text)) == 1
}
