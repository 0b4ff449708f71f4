package parse

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"inquest/schemas"
)

// TestNamesAsMap compares names with a map, for names in order and out of it.
func TestNamesAsMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	n, want := newNames[int](testLog("")), map[string]int{}
	at := 0
	for i := range 20000 {
		if at++; r.IntN(10) == 0 {
			at = r.IntN(300)
		}
		name := "name " + strconv.Itoa(at%300)
		e := n.find([]byte(name))
		value, known := want[name]
		switch {
		case (e != nil) != known:
			t.Fatalf("step %d: %s found %v, want %v", i, name, e != nil, known)
		case known && (e.name != name || e.value != value):
			t.Fatalf("step %d: found %s %d, want %s %d", i, e.name, e.value, name, value)
		case !known:
			n.add([]byte(name), i)
			want[name] = i
		}
	}
}

// TestKeyIsInterned asks for keys in order and out of it.
func TestKeyIsInterned(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	l, have := testLog(""), map[schemas.StatKey]*schemas.StatKey{}
	at := 0
	for range 20000 {
		if at++; r.IntN(10) == 0 {
			at = r.IntN(300)
		}
		want := schemas.StatKey{Metric: "m" + strconv.Itoa(at%20), Labels: strconv.Itoa(at % 15), Kind: schemas.Gauge, Unit: "count"}
		got := l.Key(want.Metric, want.Labels, want.Kind, want.Unit)
		if *got != want {
			t.Fatalf("key %+v, want %+v", *got, want)
		}
		if p := have[want]; p != nil && p != got {
			t.Fatalf("two keys of %+v", want)
		}
		have[want] = got
	}
}

// TestTooManyNames ends a log when its names take too much memory, and says where.
func TestTooManyNames(t *testing.T) {
	l := testLog(strings.Repeat("a line\n", 10))
	for l.Next() {
		l.Key(strings.Repeat("x", maxHeld/4)+strconv.FormatInt(l.Num(), 10), "", schemas.Gauge, "")
	}
	skips := l.Rows.Skips
	if l.Num() != 4 || l.Err() != nil || len(skips) != 1 || skips[0].Reason != schemas.Unsupported || skips[0].Line != 4 {
		t.Errorf("it ended at line %d, error %v, with %+v", l.Num(), l.Err(), skips)
	}
}

// testLog reads a text as no format.
func testLog(text string) *Log {
	return newLog("file", "member", "format", bufio.NewReader(strings.NewReader(text)), &schemas.Rows{}, Options{})
}

func TestCutFew(t *testing.T) {
	for _, x := range []struct {
		line string
		ok   bool
	}{{"", true}, {"a b c", true}, {"  a\tb c ", true}, {"a b c d", false}, {"a b c  ", true}} {
		var room [3][]byte
		f, ok := cutFew([]byte(x.line), room[:0])
		all := cutFields([]byte(x.line), nil)
		if ok != x.ok || ok != (len(all) <= 3) || !bytes.Equal(bytes.Join(f, []byte{'|'}), bytes.Join(all[:min(3, len(all))], []byte{'|'})) {
			t.Errorf("%q: %q %v, all fields are %q", x.line, f, ok, all)
		}
	}
}
