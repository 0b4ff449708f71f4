package parse

import (
	"encoding/json"
	"strings"
)

// label is a label set as table stats holds it: a JSON object. The names are given in
// order, each followed by its value.
func label(pairs ...string) string {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		if i == 0 {
			b.WriteByte('{')
		} else {
			b.WriteByte(',')
		}
		b.Write(jsonText(pairs[i]))
		b.WriteByte(':')
		b.Write(jsonText(pairs[i+1]))
	}
	b.WriteByte('}')
	return b.String()
}

// jsonText quotes a string; bytes that are no UTF-8 become the replacement character.
func jsonText(s string) []byte {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return []byte(`""`) // a string always encodes
	}
	return []byte(strings.TrimSuffix(b.String(), "\n"))
}
