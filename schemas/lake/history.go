package lake

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// history is what the commits of one run add up to.
type history struct {
	commits []*Commit // the newest first
	current []current // what counts, by node and artifact
}

// current is an entry that counts, with the commit that brought it.
type current struct {
	Entry
	commit *Commit
}

// history reads the commits of a run. An unknown run has none.
func (l *Lake) history(ctx context.Context, runID string) (*history, error) {
	return l.historyAt(ctx, commitPrefix(runID))
}

func (l *Lake) historyAt(ctx context.Context, prefix string) (*history, error) {
	objects, err := l.store.list(ctx, prefix)
	if err != nil {
		return nil, err
	}
	h := &history{}
	for _, o := range objects {
		if !strings.HasSuffix(o.Key, ".json") {
			continue
		}
		b, err := l.store.read(ctx, o.Key, 0, -1)
		if err != nil {
			return nil, err
		}
		c, err := unmarshalCommit(b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.Key, err)
		}
		h.commits = append(h.commits, c)
	}
	h.resolve()
	return h, nil
}

// resolve finds the entries that count: those that no later commit replaced, one for each
// node and artifact, and for a node without rows only when it has no other.
func (h *history) resolve() {
	slices.SortFunc(h.commits, newer)
	type artifact struct{ node, id string }
	seen := make(map[artifact]bool)
	hasRows := make(map[string]bool)
	replaced := make(map[string]int) // digest to the sequence of the last commit that replaced it
	var found []current
	for _, c := range h.commits {
		for _, d := range c.Replaces {
			replaced[d] = max(replaced[d], c.Sequence)
		}
		for _, e := range c.Artifacts {
			id := artifact{e.Node, e.ArtifactID}
			if replaced[e.Digest] > c.Sequence || seen[id] {
				continue
			}
			seen[id] = true
			hasRows[e.Node] = hasRows[e.Node] || e.hasRows()
			found = append(found, current{e, c})
		}
	}
	for _, e := range found {
		if e.hasRows() || !hasRows[e.Node] {
			h.current = append(h.current, e)
		}
	}
	slices.SortFunc(h.current, func(a, b current) int {
		return cmp.Or(strings.Compare(a.Node, b.Node), strings.Compare(a.ArtifactID, b.ArtifactID))
	})
}

func (e *Entry) hasRows() bool {
	for _, f := range e.Files {
		if f.Rows > 0 && f.Table != artifactsName {
			return true
		}
	}
	return false
}

// replaces tells whether a new entry takes the place of an older one: the same artifact,
// or one from the same address, or one that had nothing. An entry without rows never
// hides rows.
func (e *Entry) replaces(old *Entry) bool {
	if e.Node != old.Node || e.Digest == old.Digest || old.hasRows() && !e.hasRows() {
		return false
	}
	return e.ArtifactID == old.ArtifactID || e.URI != "" && e.URI == old.URI || !old.hasRows()
}

// run is the run as the newest commit has it.
func (h *history) run() Run { return h.commits[0].Run }

// sequence is that of the newest commit, 0 when there is none.
func (h *history) sequence() int {
	if len(h.commits) == 0 {
		return 0
	}
	return h.commits[0].Sequence
}

// holds returns the newest commit when the run and all artifacts of c are there already.
func (h *history) holds(c *Commit) *Commit {
	if len(h.commits) == 0 || h.commits[0].RunFile.Key != c.RunFile.Key {
		return nil
	}
	for _, e := range c.Artifacts {
		if !slices.ContainsFunc(h.current, func(o current) bool { return o.Digest == e.Digest }) {
			return nil
		}
	}
	return h.commits[0]
}
