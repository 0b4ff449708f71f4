package diff

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// nameControls finds the strata that are controls: those the input says, else those that the
// bench says on both sides, whose factors, nodes' roles or runs on both sides are called
// so, or that the ticket calls unaffected. Strata that merely move alike are
// replicates. Where all are controls none is.
func (c *comparer) nameControls() {
	c.control, c.spared = map[*stratumPair]bool{}, map[*stratumPair]string{}
	for _, p := range c.pairs {
		said, known := c.in.Control[p.key]
		because := "it was named"
		if !known {
			said, known = c.benchControl(p)
			because = "its manifests say so"
		}
		words := c.in.Unaffected[p.key]
		switch {
		case known && !said:
			continue
		case known:
		case calledControl(p):
			because = "it is called so"
		case words != "":
			c.spared[p], because = words, "the ticket says "+words
		default:
			continue
		}
		c.control[p] = true
		c.res.Controls = append(c.res.Controls, Control{p.key, p.name, because})
	}
	if n := len(c.control); n > 0 && n == len(c.pairs) {
		c.control, c.spared, c.res.Controls = map[*stratumPair]bool{}, map[*stratumPair]string{}, nil
		c.res.Warnings = append(c.res.Warnings, Warning{Kind: "only_controls",
			Text: "every stratum is called a control, so none is taken for one; name the one under test otherwise"})
	}
}

// benchControl is what the bench says of the runs of a stratum, known when it says the same
// of all. Of runs that it says unlike things of, none is made a control.
func (c *comparer) benchControl(p *stratumPair) (control, known bool) {
	var yes, no []string
	silent := false
	for _, r := range p.runs() {
		switch {
		case r.Control == nil:
			silent = true
			no = append(no, r.name())
		case *r.Control:
			yes = append(yes, r.name())
		default:
			no = append(no, r.name())
		}
	}
	if len(yes) > 0 && len(no) > 0 {
		c.res.Warnings = append(c.res.Warnings, Warning{Kind: "control_unclear",
			Text: fmt.Sprintf("the manifest of %s calls it a control and that of %s does not, so that stratum is taken for none", strings.Join(yes, ", "), strings.Join(no, ", "))})
		return false, true
	}
	return len(yes) > 0, !silent && len(p.runs()) > 0
}

// controlWords are what a stratum without the change is called.
var controlWords = []string{"control", "reference", "baseline", "untouched"}

func calledControl(p *stratumPair) bool {
	for k, v := range p.factors {
		if isControlWord(v) || isControlWord(k) && slices.Contains([]string{"true", "yes", "1", "on"}, strings.ToLower(v)) {
			return true
		}
	}
	all := func(called func(r *Run) bool) bool {
		return !slices.ContainsFunc(p.runs(), func(r *Run) bool { return !called(r) })
	}
	return all(func(r *Run) bool { return isControlWord(r.ID) }) ||
		all(func(r *Run) bool {
			return len(r.Nodes) > 0 && !slices.ContainsFunc(r.Nodes, func(n *Node) bool { return !isControlWord(n.Role) })
		})
}

// isControlWord tells whether one of the words of a name says control, and none says not.
func isControlWord(s string) bool {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(controlWords, w) }) &&
		!slices.ContainsFunc(words, func(w string) bool { return w == "no" || w == "not" || w == "non" || w == "without" })
}
