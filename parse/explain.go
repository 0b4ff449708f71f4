package parse

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Explanation says what a member is taken for, and why.
type Explanation struct {
	Format *Format    // nil: not known
	Score  int        // how surely, 1 to 100; see Format.Match
	Why    []Evidence // the lines without which it would not be taken for it
	Also   []*Format  // others that match, less surely
	Near   []NearMiss // formats that it resembles and is not, the nearest first
}

// Evidence is a line of a member.
type Evidence struct {
	Line int64 // from 1
	Text string
}

// NearMiss is a format that a member resembles: one of its lines has at least half of the
// words of a line by which that format is known.
type NearMiss struct {
	Format *Format
	Evidence
	Wanted string   // the line of the format's specimen
	Has    int      // how many of its words are there
	Of     int      // of how many
	Lacks  []string // the words that are not
}

const (
	maxEvidence = 4 // lines that are told
	maxNear     = 3
	minNear     = 3 // words that a line must have in common
)

// Explain reads the beginning of a member and says what it is taken for and why.
func Explain(r io.Reader) (Explanation, error) {
	br := bufio.NewReaderSize(r, headSize)
	b, err := br.Peek(headSize)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) && len(b) == 0 {
		return Explanation{}, err
	}
	h := newHead(b, err != nil)
	before := int64(bytes.Count(b[:len(b)-len(h.Bytes)], []byte{'\n'})) // lines of a collector
	x := Explanation{Format: Detect(h)}
	var others []*Format
	for _, f := range formats {
		switch score := f.Match(h); {
		case f == x.Format:
			x.Score = score
		case score > 0:
			x.Also = append(x.Also, f)
		default:
			others = append(others, f)
		}
	}
	if x.Format != nil {
		x.Why = why(x.Format, h)
	}
	x.Near = nearMisses(h, others)
	for i := range x.Why {
		x.Why[i].Line += before
	}
	for i := range x.Near {
		x.Near[i].Line += before
	}
	return x, nil
}

// why finds the lines by which a format is known. It asks Match itself: the shortest
// beginning that matches, less each line that it also matches without.
func why(f *Format, h Head) []Evidence {
	matches := func(lines [][]byte) bool {
		return f.Match(Head{Bytes: append(bytes.Join(lines, []byte{'\n'}), '\n'), Lines: lines, Whole: h.Whole && len(lines) == len(h.Lines)}) > 0
	}
	n := 1
	for n <= len(h.Lines) && !matches(h.Lines[:n]) {
		n++
	}
	if n > len(h.Lines) || !isText(h.Bytes) { // by its bytes, or a line longer than the head
		return []Evidence{{1, firstBytes(h.Bytes)}}
	}
	numbers := make([]int64, n)
	lines := slices.Clone(h.Lines[:n])
	for i := range numbers {
		numbers[i] = int64(i) + 1
	}
	for i := len(lines) - 1; i >= 0 && len(lines) > 1; i-- {
		if less := slices.Delete(slices.Clone(lines), i, i+1); matches(less) {
			lines, numbers = less, slices.Delete(numbers, i, i+1)
		}
	}
	var out []Evidence
	for i, line := range lines {
		if len(out) < maxEvidence {
			out = append(out, Evidence{numbers[i], shown(line)})
		}
	}
	return out
}

// isText tells whether bytes have none that a text does not have.
func isText(b []byte) bool { return bytes.IndexByte(b, 0) < 0 }

// firstBytes shows the beginning of a member that is known by its bytes.
func firstBytes(b []byte) string {
	if isText(b) {
		line, _, _ := bytes.Cut(b, []byte{'\n'})
		return shown(line)
	}
	return fmt.Sprintf("bytes % x", b[:min(8, len(b))])
}

// shown is a line for people: printable, not long.
func shown(line []byte) string {
	const most = 120
	out := make([]rune, 0, most)
	for _, c := range string(bytes.TrimRight(line, " \t\r")) {
		switch {
		case len(out) == most:
			return string(out) + "..."
		case c == '\t':
			c = ' '
		case c < ' ' || c == 0x7f || c >= 0x80 && c < 0xa0 || c == '\u202e' || c == 0xfffd:
			c = '?'
		}
		out = append(out, c)
	}
	return string(out)
}
