package diff

import (
	"fmt"
	"strings"
)

// processors is the number of processors of a node on one side; 0 when it is not known, or not one number.
func processors(runs []*Run, name string) int {
	count := 0
	for _, r := range runs {
		n := r.node(name)
		if n == nil {
			continue
		}
		if n.CPUs <= 0 || count > 0 && count != n.CPUs {
			return 0
		}
		count = n.CPUs
	}
	return count
}

// unlikeProcessors is how many processors nodes have in the base and in the head, where
// these differ and are the same for all of them.
func unlikeProcessors(pairs []*stratumPair, nodes []string) (base, head int, unlike bool) {
	for _, p := range pairs {
		for _, name := range nodes {
			if !p.onBoth(name) {
				continue
			}
			b, h := processors(p.base, name), processors(p.head, name)
			if b == 0 || h == 0 || base > 0 && (b != base || h != head) {
				return 0, 0, false
			}
			base, head = b, h
		}
	}
	return base, head, base != head
}

// shareOfProcessors says of a share of all processors that it is one: with another number of
// them it moves while the processors do as much.
func (c *comparer) shareOfProcessors(f *Finding) {
	if !strings.HasPrefix(f.Metric, "cpu.") || f.Kind == "volatility" || f.Grade == "X" {
		return
	}
	if b, h, unlike := unlikeProcessors(c.pairs, c.agree[f]); unlike {
		word := "more"
		if f.Direction == "lower" {
			word = "less"
		}
		f.Not = append(f.Not, fmt.Sprintf("not %s CPU time by itself: it is a share of all processors, of which there are %d in the base and %d in the head", word, b, h))
	}
}
