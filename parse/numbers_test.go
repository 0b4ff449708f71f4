package parse

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestParseDecimalAsStrconv compares numbers as tools print them, and longer ones, with
// strconv.ParseFloat, to the last bit.
func TestParseDecimalAsStrconv(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	digits := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = '0' + byte(r.IntN(10))
		}
		return string(b)
	}
	for range 300000 {
		s := [...]string{"", "-", "+"}[r.IntN(3)] + digits(r.IntN(18))
		places := 0
		if r.IntN(4) > 0 {
			places = r.IntN(18)
			s += "." + digits(places)
		}
		if r.IntN(20) == 0 {
			s += "e" + strconv.Itoa(r.IntN(40)-20)
		}
		want, err := strconv.ParseFloat(s, 64)
		for _, mark := range []string{".", ","} {
			cell := strings.Replace(s, ".", mark, 1)
			got, gotPlaces, ok := parseDecimal([]byte(cell))
			if ok != (err == nil && math.Abs(want) <= mostNumber) || ok && math.Float64bits(got) != math.Float64bits(want) {
				t.Fatalf("%q is %v %v, want %v %v", cell, got, ok, want, err)
			}
			if ok && !strings.Contains(cell, "e") && gotPlaces != places {
				t.Fatalf("%q has %d digits after the mark, want %d", cell, gotPlaces, places)
			}
		}
	}
}

func TestNoNumbers(t *testing.T) {
	for _, s := range []string{"", "-", "+", ".", ",", "-.", "nan", "inf", "-inf", "0x10", "1_000", "1.2.3", "1,2,3", "12a", "e5", "1e", "1e400", "1e31", "-1e31", "--1", "1-", " 1", "1 "} {
		if v, ok := parseNumber([]byte(s)); ok || !math.IsNaN(v) {
			t.Errorf("%q is taken for %v", s, v)
		}
	}
}
