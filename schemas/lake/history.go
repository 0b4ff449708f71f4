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
// artifact of a node, and those without rows only where no other has what they lack.
func (h *history) resolve() {
	slices.SortFunc(h.commits, newer)
	seen := make(map[identity]bool)
	full := make(map[string]bool)    // nodes and addresses that gave rows
	replaced := make(map[string]int) // digest to the sequence of the last commit that replaced it
	var found []current
	for _, c := range h.commits {
		for _, d := range c.Replaces {
			replaced[d] = max(replaced[d], c.Sequence)
		}
		for _, e := range c.Artifacts {
			id := identityOf(e.Node, e.ArtifactID, e.URI)
			if replaced[e.Digest] > c.Sequence || seen[id] {
				continue
			}
			seen[id] = true
			if e.hasRows() {
				full["node "+e.Node], full["at "+e.URI] = true, true
			}
			found = append(found, current{e, c})
		}
	}
	for _, e := range found {
		if e.hasRows() || !full["node "+e.Node] && (e.URI == "" || !full["at "+e.URI]) {
			h.current = append(h.current, e)
		}
	}
	slices.SortFunc(h.current, func(a, b current) int {
		return cmp.Or(strings.Compare(a.Node, b.Node), strings.Compare(a.ArtifactID, b.ArtifactID), strings.Compare(a.URI, b.URI))
	})
}

// identity tells artifacts of a run apart. One that could not be had has only an address.
type identity struct{ node, id string }

func identityOf(node, id, uri string) identity {
	if id == "" {
		id = "at " + uri
	}
	return identity{node, id}
}

func (e *Entry) hasRows() bool {
	return slices.ContainsFunc(e.Files, func(f File) bool { return f.Table != artifactsName })
}

// replaces tells whether a new entry takes the place of an older one: of the same
// artifact or address, whatever node it was thought to be, or of the same node without
// rows. An entry without rows never takes the place of rows.
func (e *Entry) replaces(old *Entry) bool {
	if e.Digest == old.Digest || old.hasRows() && !e.hasRows() {
		return false
	}
	return e.ArtifactID != "" && e.ArtifactID == old.ArtifactID || e.URI != "" && e.URI == old.URI ||
		e.Node == old.Node && !old.hasRows()
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
