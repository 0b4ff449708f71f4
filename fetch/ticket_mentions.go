package fetch

import (
	"maps"
	"regexp"
	"slices"
)

// A factorMention is a place where a sentence names the value of a factor.
type factorMention struct {
	at         int
	key, value string
}

// namedStrata are the strata with the factors named for statement k; nil when
// the sentence names none. With as many mentions as statements they go
// together in order; else a statement takes those behind it up to the next,
// or before it where the sentence puts them first.
func (t *ticketReader) namedStrata(text string, kept []statement, k int, strata []*ticketStratum) []*ticketStratum {
	if len(strata) > maxClaimStrata {
		return nil
	}
	mentions := mentionsIn(text, strata)
	if len(mentions) == 0 {
		return nil
	}
	var own []factorMention
	switch {
	case len(kept) == 1:
		own = nearestMentions(mentionsNear(text, mentions, kept[0]), kept[0])
	case len(mentions) == len(kept) && allOneKey(mentions):
		own = mentions[k : k+1]
	default:
		before := mentions[0].at < kept[0].start && mentions[len(mentions)-1].at < kept[len(kept)-1].start
		lo, hi := kept[k].end, len(text)
		if k+1 < len(kept) {
			hi = kept[k+1].start
		}
		if before {
			lo, hi = 0, kept[k].start
			if k > 0 {
				lo = kept[k-1].end
			}
		}
		for _, m := range mentions {
			if m.at >= lo && m.at < hi {
				own = append(own, m)
			}
		}
	}
	if len(own) == 0 { // said before, and still meant
		for _, m := range mentions {
			if m.at < kept[k].start {
				own = []factorMention{m}
			}
		}
	}
	var found []*ticketStratum
	for _, s := range strata {
		if !slices.ContainsFunc(own, func(m factorMention) bool { return s.factors[m.key] != m.value }) {
			found = append(found, s)
		}
	}
	return found
}

var mentionBorder = regexp.MustCompile(`(?i)[;.]\s|\s(?:but|while|whereas|although|though)\s`)

// mentionsNear keeps the mentions of the part of the sentence that the
// statement stands in, if there are any.
func mentionsNear(text string, mentions []factorMention, st statement) []factorMention {
	lo, hi := 0, len(text)
	for _, m := range mentionBorder.FindAllStringIndex(text, -1) {
		if m[1] <= st.start {
			lo = m[1]
		} else if m[0] >= st.end {
			hi = m[0]
			break
		}
	}
	var near []factorMention
	for _, m := range mentions {
		if m.at >= lo && m.at < hi {
			near = append(near, m)
		}
	}
	if near == nil {
		return mentions
	}
	return near
}

// nearestMentions keeps, of two values of one factor, the one nearer to the statement.
func nearestMentions(mentions []factorMention, st statement) []factorMention {
	best := map[string]factorMention{}
	far := func(m factorMention) int { return min(abs(m.at-st.start), abs(m.at-st.end)) }
	for _, m := range mentions {
		if b, known := best[m.key]; !known || far(m) < far(b) {
			best[m.key] = m
		}
	}
	return slices.Collect(maps.Values(best))
}

func allOneKey(m []factorMention) bool {
	return !slices.ContainsFunc(m, func(x factorMention) bool { return x.key != m[0].key })
}
