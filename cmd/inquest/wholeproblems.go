package main

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"inquest/fetch"
	"inquest/parse"
)

// Kinds of problems of an artifact as a whole, none of whose members need be damaged.
const (
	noRows       = "no_rows"       // there is nothing in it that is understood
	severalNodes = "several_nodes" // it looks like the zips of several nodes in one
)

// wholeProblems are what is odd about an artifact as a whole. Nothing is said of rows that
// were lost with damaged members.
func wholeProblems(art *fetch.Artifact, p *parse.Artifact, damaged bool) (out []parse.Problem) {
	wanted := wantedOf(art)
	if !hasRows(p.Rows) && !damaged {
		text := "it holds no member that can hold rows"
		switch n := len(wanted); {
		case n == 1:
			text = "it gives no row: its one member is of no known format that holds samples (inquest formats NODE.zip says more)"
		case n > 1:
			text = fmt.Sprintf("it gives no row: none of its %d members is of a known format that holds samples (inquest formats NODE.zip says more)", n)
		}
		out = append(out, parse.Problem{Kind: noRows, Text: text})
	}
	isZip := func(m *fetch.Member) bool { return strings.EqualFold(path.Ext(m.Name), ".zip") }
	if len(wanted) > 1 && !slices.ContainsFunc(wanted, func(m *fetch.Member) bool { return !isZip(m) }) {
		out = append(out, parse.Problem{Kind: severalNodes, Text: fmt.Sprintf(
			"it holds %d zips and nothing else, as if of several nodes (%s, %s...), but is read as one node: unpack it, and pass the folder",
			len(wanted), shortLabel(wanted[0].Name), shortLabel(wanted[1].Name))})
	}
	return out
}
