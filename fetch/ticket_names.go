package fetch

import "strings"

// maxLabelPairs bounds the comparison of the labels of two tables.
const maxLabelPairs = 1 << 20

// maxTablesBack is how many tables before a table may hold the same labels.
const maxTablesBack = 16

// nameCurves makes builds of the series' labels. A label of a later table may
// leave out an ending that all have in the earlier one ("feb10" for
// "feb10.full"); one that differs from a missing label by a letter is
// reported and stays a series of its own.
func (t *ticketReader) nameCurves() {
	for i := range t.curves {
		var earlier *curveTable
		suffix := ""
		for j := max(0, i-maxTablesBack); j < i; j++ {
			if n, end := sharedLabels(&t.curves[j], &t.curves[i]); n > 0 {
				earlier, suffix = &t.curves[j], end
				break
			}
		}
		for k := range t.curves[i].series {
			s := &t.curves[i].series[k]
			switch {
			case hasWord(s.label, metricWords) && !isBuildName(s.label), s.label == "", s.label == "unnamed":
			case earlier == nil || earlier.labels()[s.label]:
				s.build = s.label
			case earlier.labels()[s.label+suffix]:
				s.build = s.label + suffix
			default:
				if near, line := t.misspelt(earlier, &t.curves[i], s.label, suffix); near != "" {
					t.problem(LevelWarning, "label-unmatched", []int{line, s.line},
						"%q at line %d matches no label of the table at line %d; it is one letter from %q, but was neither merged with it nor dropped",
						s.label, s.line, earlier.line, near)
					continue
				}
				s.build = s.label
			}
			t.builds.confirm(s.build, s.line)
			t.builds.mark(s.build, s.note)
		}
	}
}

func (c *curveTable) labels() map[string]bool {
	if c.byName == nil {
		c.byName = make(map[string]bool, len(c.series))
		for _, s := range c.series {
			c.byName[s.label] = true
		}
	}
	return c.byName
}

// sharedLabels counts the labels of b that a has, as they are or with one
// ending that at least two of them lack.
func sharedLabels(a, b *curveTable) (n int, suffix string) {
	endings := map[string]int{}
	if len(a.series)*len(b.series) > maxLabelPairs {
		return 0, ""
	}
	for _, s := range b.series {
		if a.labels()[s.label] {
			n++
			continue
		}
		for _, e := range a.series {
			if end, ok := strings.CutPrefix(e.label, s.label); ok && end != "" && strings.ContainsAny(end[:1], ".-_ ") {
				endings[end]++
			}
		}
	}
	best := 1
	for end, count := range endings {
		if count > best || count == best && count > 1 && end < suffix {
			best, suffix = count, end
		}
	}
	if suffix != "" {
		n += best
	}
	return n, suffix
}

// misspelt finds the label of the earlier table that this one does not have
// and that is one letter away.
func (t *ticketReader) misspelt(earlier, now *curveTable, label, suffix string) (string, int) {
	for _, e := range earlier.series {
		short := strings.TrimSuffix(e.label, suffix)
		if now.labels()[e.label] || now.labels()[short] {
			continue
		}
		if oneLetterApart(label, e.label) || oneLetterApart(label, short) {
			return e.label, e.line
		}
	}
	return "", 0
}

// oneLetterApart reports one letter changed, added, left out or swapped with
// its neighbour inside a word of four letters or more. Digits never: 10.2 and
// 10.3 are two versions.
func oneLetterApart(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || a == b {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	restA, restB := a[i:], b[i:]
	switch {
	case len(a) < len(b):
		return restA == restB[1:] && isLetter(restB[0]) && wordLength(b, i) >= 4
	case restA[1:] == restB[1:]:
		return isLetter(restA[0]) && isLetter(restB[0]) && wordLength(a, i) >= 4
	}
	return len(restA) > 1 && restA[0] == restB[1] && restA[1] == restB[0] && restA[2:] == restB[2:] &&
		isLetter(restA[0]) && isLetter(restA[1]) && wordLength(a, i) >= 4
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// wordLength is the number of letters in a row around position i.
func wordLength(s string, i int) int {
	from, to := i, i
	for from > 0 && isLetter(s[from-1]) {
		from--
	}
	for to < len(s) && isLetter(s[to]) {
		to++
	}
	return to - from
}
