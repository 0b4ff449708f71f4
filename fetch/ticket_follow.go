package fetch

import "strings"

// A followKind is what comes after a line.
type followKind int

const (
	nothingFollows followKind = iota
	textFollows
	runFollows     // a line with a CI address
	archiveFollows // a line with an archive
	addressFollows // a line with another address
	labelFollows   // a line that is only a build
	deeperFollows  // a deeper bullet with a CI address or a build
)

func (t *ticketReader) after(i int) followKind {
	j := i + 1
	for j < len(t.lines) && t.lines[j].blank() {
		j++
	}
	if j >= len(t.lines) {
		return nothingFollows
	}
	l := &t.lines[j]
	kind := textFollows
	for _, a := range l.addrs {
		switch _, isRun := ciRunOf(a.ref); {
		case isArchive(a.ref) && kind != runFollows:
			kind = archiveFollows
		case isRun:
			kind = runFollows
		case kind == textFollows:
			kind = addressFollows
		}
	}
	if kind == textFollows {
		if labels := labelsIn(l.text); len(labels) == 1 && labels[0].end-labels[0].start >= len(strings.Trim(l.text, ": ")) {
			kind = labelFollows
		}
	}
	if l.bullet && l.depth > t.lines[i].depth && t.lines[i].bullet && (kind == runFollows || kind == labelFollows) {
		kind = deeperFollows
	}
	return kind
}
