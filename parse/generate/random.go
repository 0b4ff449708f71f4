package generate

import (
	"hash/fnv"
	"math/rand/v2"
	"strconv"
)

// random is the stream of random numbers of one part of a spec, told by its names and
// numbers. What one part draws does not depend on what others draw.
func (s *Spec) random(parts ...any) *rand.Rand {
	h := fnv.New64a()
	for _, p := range parts {
		text, ok := p.(string)
		if !ok {
			text = strconv.Itoa(p.(int))
		}
		_, _ = h.Write(append([]byte(text), 0)) // a hash never fails
	}
	return rand.New(rand.NewPCG(s.Seed, h.Sum64()))
}
