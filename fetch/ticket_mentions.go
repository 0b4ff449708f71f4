package fetch

import (
	"maps"
	"regexp"
	"slices"
	"strings"
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
		own = nearest(mentionsNear(text, mentions, kept[0]), kept[0])
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

// nearest keeps, of two values of one factor, the one nearer to the statement.
func nearest(mentions []factorMention, st statement) []factorMention {
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

// mentionsIn finds the values of those factors in which the strata differ.
func mentionsIn(text string, strata []*ticketStratum) []factorMention {
	lower := strings.ToLower(text)
	values := map[string]map[string]bool{}
	for _, s := range strata {
		for k, v := range s.factors {
			if values[k] == nil {
				values[k] = map[string]bool{}
			}
			values[k][v] = true
		}
	}
	var found []factorMention
	for key, set := range values {
		for value := range set {
			places := placesOf(lower, key, value)
			if places == nil && (key == "variant" || key == "test") {
				places = ownWordPlaces(lower, value, set)
			}
			for _, at := range places {
				found = append(found, factorMention{at, key, value})
			}
		}
	}
	slices.SortFunc(found, func(a, b factorMention) int {
		if a.at != b.at {
			return a.at - b.at
		}
		return strings.Compare(a.key+a.value, b.key+b.value)
	})
	// A value that says the same again ("alpha7 ... alpha7") is one mention.
	return slices.CompactFunc(found, func(a, b factorMention) bool { return a.key == b.key && a.value == b.value })
}

// ownWordPlaces finds a word of a heading that the other headings do not have.
func ownWordPlaces(lower, value string, all map[string]bool) (places []int) {
	for _, w := range wordsOf(value) {
		own := len(w) > 2
		for other := range all {
			own = own && (other == value || !hasWord(other, map[string]bool{w: true}))
		}
		if p := wordIndex(lower, w); own && p >= 0 {
			places = append(places, p)
		}
	}
	return places
}

var (
	manyNodes = regexp.MustCompile(`\b(?:multi(?:ple)?|several|many)[- ]?nodes?\b`)
	oneNode   = regexp.MustCompile(`\b(?:single|one|1)[- ]nodes?\b`)
)

// placesOf finds a value; a bare number or a short word such as "on" needs the
// factor's name beside it, a flag is named by its own name.
func placesOf(lower, key, value string) (places []int) {
	value = strings.ToLower(value)
	switch {
	case key == "topology":
		a, b, _ := strings.Cut(value, " -> ")
		for _, arrow := range []string{" -> ", "->", " → ", "→", " => ", " to ", "x"} {
			if p := wordIndex(lower, a+arrow+b); p >= 0 {
				return []int{p}
			}
		}
		shape := manyNodes
		if a == "1" && b == "1" {
			shape = oneNode
		}
		if m := shape.FindStringIndex(lower); m != nil {
			return m[:1]
		}
		return nil
	case value == "true":
		if p := wordIndex(strings.ReplaceAll(lower, "_", " "), strings.ReplaceAll(key, "_", " ")); p >= 0 {
			return []int{p}
		}
		return nil
	}
	for from := 0; from < len(lower); {
		p := wordIndex(lower[from:], value)
		if p < 0 {
			break
		}
		p += from
		if !isNumberCell(value) && len(value) > 3 || keyBeside(lower, p, p+len(value), key) {
			places = append(places, p)
		}
		from = p + len(value)
	}
	return places
}

func keyBeside(lower string, start, end int, key string) bool {
	near := wordsOf(lower[max(0, start-20):start] + " " + lower[end:min(len(lower), end+20)])
	for _, w := range near {
		if w == key || w+"s" == key || w == key+"s" {
			return true
		}
	}
	return false
}
