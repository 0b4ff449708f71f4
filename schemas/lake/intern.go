package lake

import "inquest/schemas"

// interner keeps one copy of each text, source and series of an artifact, so that a
// million rows read back share what they shared when they were written.
type interner struct {
	codes   map[string]uint32
	texts   []string
	sources map[sourceCode]*schemas.Source
	keys    map[keyCode]*schemas.StatKey
}

// The columns that make up a source and a series, as codes of their texts.
type (
	sourceCode [5]uint32
	keyCode    [4]uint32
)

var (
	sourceColumns = [5]string{"format", "member", "leg", "ts_source", "coverage"}
	keyColumns    = [4]string{"metric", "labels", "kind", "unit"}
)

// newInterner holds the empty text as code 0, which is what an absent column reads as.
func newInterner() *interner {
	return &interner{codes: map[string]uint32{"": 0}, texts: []string{""},
		sources: make(map[sourceCode]*schemas.Source), keys: make(map[keyCode]*schemas.StatKey)}
}

// code numbers a text. It copies b only when the text is new.
func (n *interner) code(b []byte) uint32 {
	c, ok := n.codes[string(b)]
	if !ok {
		c = uint32(len(n.texts))
		s := string(b)
		n.texts = append(n.texts, s)
		n.codes[s] = c
	}
	return c
}

func (n *interner) source(c sourceCode) *schemas.Source {
	s, ok := n.sources[c]
	if !ok {
		s = &schemas.Source{Format: n.texts[c[0]], Member: n.texts[c[1]], Leg: n.texts[c[2]],
			TSSource: n.texts[c[3]], Coverage: n.texts[c[4]]}
		n.sources[c] = s
	}
	return s
}

func (n *interner) key(c keyCode) *schemas.StatKey {
	k, ok := n.keys[c]
	if !ok {
		k = &schemas.StatKey{Metric: n.texts[c[0]], Labels: n.texts[c[1]], Kind: n.texts[c[2]], Unit: n.texts[c[3]]}
		n.keys[c] = k
	}
	return k
}
