package fetch

import (
	"regexp"
	"slices"
	"strings"
)

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
	// A value that says the same again ("alpha2 ... alpha2") is one mention.
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
