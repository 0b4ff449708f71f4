package diff

import (
	"cmp"
	"maps"
	"slices"
)

// nameStrata gives the strata names for sentences: the factors that all have in common say
// nothing there, and of the others as many are left out, those of long values first, as
// can be with no two names alike and none empty.
func nameStrata(pairs []*stratumPair) {
	kept := map[string]bool{}
	for _, p := range pairs {
		for k := range p.factors {
			kept[k] = true
		}
	}
	width := func(factor string) int {
		n := 0
		for _, p := range pairs {
			n = max(n, len(p.factors[factor]))
		}
		return n
	}
	common := func(factor string) bool {
		first, has := pairs[0].factors[factor]
		return !slices.ContainsFunc(pairs, func(p *stratumPair) bool {
			v, ok := p.factors[factor]
			return v != first || ok != has
		})
	}
	order := slices.SortedFunc(maps.Keys(kept), func(a, b string) int {
		return cmp.Or(cmp.Compare(b2i(common(b)), b2i(common(a))), cmp.Compare(width(b), width(a)), cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	for _, factor := range order {
		delete(kept, factor)
		if !apartBy(pairs, kept) {
			kept[factor] = true
		}
	}
	for _, p := range pairs {
		p.name = cmp.Or(stratumKey(only(p.factors, kept)), p.key)
	}
}

// apartBy tells whether every stratum has some of the factors kept, and no two have the same.
func apartBy(pairs []*stratumPair, kept map[string]bool) bool {
	seen := map[string]bool{}
	for _, p := range pairs {
		name := stratumKey(only(p.factors, kept))
		if name == "" || seen[name] {
			return false
		}
		seen[name] = true
	}
	return true
}

// only is the factors that are kept.
func only(factors map[string]string, kept map[string]bool) map[string]string {
	out := maps.Clone(factors)
	maps.DeleteFunc(out, func(k, _ string) bool { return !kept[k] })
	return out
}

// nameOf is the name for sentences of the stratum of a key.
func (c *comparer) nameOf(key string) string {
	for _, p := range c.pairs {
		if p.key == key {
			return p.name
		}
	}
	return key
}
