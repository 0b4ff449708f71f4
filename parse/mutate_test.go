package parse

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"inquest/schemas"
)

// mutatedSize is how much of a sample is mutated: headers matter more than the tenth page.
const mutatedSize = 4 << 10

// betweenWords are what ends a word.
const betweenWords = " \t\n,;|:"

// mutatedGaps are what may stand between words.
var mutatedGaps = []string{" ", "\t", "  ", "", ",", ";", ":", "\n", "\r\n", "\r", "\x00", `"`, "'", "|", "_", "-", "/", "%", "=", "*",
	"[", "]", "{", "}", "(", ")", "<", ">", "\xff", "é", "\ufeff"}

// mutatedWords are words that a reader may trip over.
var mutatedWords = []string{"0", "-1", "1", "99", "100", "1e308", "-1e308", "NaN", "inf", "-", "--", "_", "__", "_x_", ":", "::", ".", "12:00:00",
	"24:00:00", "23:59:60", "00:00:00", "AM", "PM", "all", "18446744073709551615", "9223372036854775808", "-9223372036854775808",
	"1970-01-01", "2026/02/30", "9999-12-31", "01/01/70", "Average:", "LINUX", "null", "true", "{}", "[]", `""`}

// mutator changes a text where its structure is: words, gaps and lines. Fuzzing changes
// bytes and seldom gets as far as another header that is one.
type mutator struct {
	*rand.Rand
	words [][]byte // of all samples
}

// newMutator collects the words of the samples.
func newMutator(all []sample) *mutator {
	m := &mutator{}
	seen := map[string]bool{}
	for _, s := range all {
		for _, w := range bytes.Fields(s.data[:min(len(s.data), mutatedSize)]) {
			if len(w) < 40 && !seen[string(w)] {
				seen[string(w)] = true
				m.words = append(m.words, w)
			}
		}
	}
	for _, w := range mutatedWords {
		for range 1 + len(m.words)/len(mutatedWords)/4 { // every fifth is one of them
			m.words = append(m.words, []byte(w))
		}
	}
	return m
}

// mutate changes the text a few times, each time the same for the same seed.
func (m *mutator) mutate(data []byte, seed string, n int) []byte {
	h := fnv.New64a()
	h.Write([]byte(seed))
	m.Rand = rand.New(rand.NewPCG(h.Sum64(), uint64(n)))
	out := bytes.Clone(data)
	for range 1 + m.IntN(4) {
		out = m.once(out)
	}
	return out
}

func (m *mutator) once(b []byte) []byte {
	if len(b) == 0 {
		return bytes.Clone(m.word())
	}
	switch m.IntN(12) {
	case 0, 1, 2: // another word
		at, end := m.span(b, betweenWords)
		return slices.Replace(b, at, end, m.word()...)
	case 3, 4: // a word fewer
		at, end := m.span(b, betweenWords)
		return slices.Delete(b, at, end)
	case 5: // a word more
		at, _ := m.span(b, betweenWords)
		return slices.Insert(b, at, append(bytes.Clone(m.word()), m.gap()...)...)
	case 6: // another gap
		_, at := m.span(b, betweenWords)
		return slices.Replace(b, at, min(at+1, len(b)), []byte(m.gap())...)
	case 7: // a line fewer
		at, end := m.span(b, "\n")
		return slices.Delete(b, at, min(end+1, len(b)))
	case 8: // a line at another place, or twice
		at, end := m.span(b, "\n")
		line := append(bytes.Clone(b[at:end]), '\n')
		if m.IntN(2) == 0 {
			b = slices.Delete(b, at, end)
		}
		to, _ := m.span(b, "\n")
		return slices.Insert(b, to, line...)
	case 9: // a cut line
		at, end := m.span(b, "\n")
		return slices.Delete(b, at+m.IntN(end-at+1), end)
	case 10: // cut
		return b[:m.IntN(len(b))]
	default: // another byte
		b[m.IntN(len(b))] = byte(m.IntN(256))
		return b
	}
}

// span finds a piece between separators.
func (m *mutator) span(b []byte, separators string) (at, end int) {
	if len(b) == 0 {
		return 0, 0
	}
	i := m.IntN(len(b))
	at, end = bytes.LastIndexAny(b[:i], separators)+1, len(b)
	if n := bytes.IndexAny(b[i:], separators); n >= 0 {
		end = i + n
	}
	return at, end
}

func (m *mutator) word() []byte { return m.words[m.IntN(len(m.words))] }
func (m *mutator) gap() string  { return mutatedGaps[m.IntN(len(mutatedGaps))] }

// mutations is how many changes are made: as many as INQUEST_MUTATIONS says.
func mutations(t *testing.T, usual int) int {
	t.Helper()
	s := os.Getenv("INQUEST_MUTATIONS")
	if s == "" {
		return usual
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("INQUEST_MUTATIONS: %v", err)
	}
	return n
}

// TestMutations reads samples that were changed in their words and lines, as what they were
// and as what they are now taken for. The changes are the same in every run;
// INQUEST_MUTATIONS says how many a sample instead of a few.
func TestMutations(t *testing.T) {
	count := mutations(t, 20)
	all := append(samples(t), recordings(t)...)
	m := newMutator(all)
	for _, s := range all {
		data := s.data[:min(len(s.data), mutatedSize)]
		var as []*Format
		for _, f := range Formats() {
			if f.Match(headOf(data)) > 0 {
				as = append(as, f)
			}
		}
		for n := range count {
			text := m.mutate(data, s.path, n)
			for _, f := range as {
				checkMutated(t, fmt.Sprintf("%s, change %d, as %s", s.path, n, f.ID()), text,
					func(rows *schemas.Rows) error { return parseAs(f, text, rows) })
			}
			checkMutated(t, fmt.Sprintf("%s, change %d", s.path, n), text, func(rows *schemas.Rows) error {
				_, err := Read("sample", "sample", bytes.NewReader(text), rows, Options{})
				return err
			})
		}
	}
}

// recordings are the logs that are not part of the repository, where they are there.
func recordings(t *testing.T) (out []sample) {
	t.Helper()
	root := os.Getenv("INQUEST_SHARED")
	if root == "" {
		return nil
	}
	paths, err := filepath.Glob(filepath.Join(root, "corpus/logs/*/*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, sample{path: filepath.Base(path), data: data})
	}
	return out
}

// checkMutated reads a text and looks at what comes of it.
func checkMutated(t *testing.T, name string, text []byte, read func(*schemas.Rows) error) {
	t.Helper()
	var rows schemas.Rows
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s: %v\n%s\n%.2000q", name, p, debug.Stack(), text)
		}
	}()
	err := read(&rows)
	if errors.Is(err, errParser) {
		t.Errorf("%s: %v\n%.2000q", name, err, text)
	}
	if bad := checkRows(&rows); bad != nil {
		t.Errorf("%s: %v\n%.2000q", name, bad, text)
	}
	if silent(text, &rows, err) {
		t.Errorf("%s: nothing was read and nothing was said\n%.2000q", name, text)
	}
	if n := rowsBytes(&rows); n > maxRowsOf(text) {
		t.Errorf("%s: %d bytes became %d bytes of rows\n%.2000q", name, len(text), n, text)
	}
}

// TestMutatedArtifacts reads changed samples together, as the members of a node's zip: the
// survey of what they tell each other, the legs and the windows read them too.
func TestMutatedArtifacts(t *testing.T) {
	const members = 8
	all := append(samples(t), recordings(t)...)
	m := newMutator(all)
	for n := range mutations(t, 60) {
		r := rand.New(rand.NewPCG(9, uint64(n)))
		var files []File
		for i := range members {
			s := all[r.IntN(len(all))]
			text := m.mutate(s.data[:min(len(s.data), mutatedSize)], s.path, n)
			if _, err := Explain(bytes.NewReader(text)); err != nil {
				t.Errorf("%s, change %d: explain: %v", s.path, n, err)
			}
			folder := []string{"", "t8/", "t16/", "node-a/"}[r.IntN(4)]
			files = append(files, File{Name: fmt.Sprintf("%s%d-%s", folder, i, filepath.Base(s.path)), Size: int64(len(text)),
				Modified: time.Date(2026, 11, 30, 12, 0, i, 0, time.UTC),
				Open:     func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }})
		}
		a, err := ReadArtifact(t.Context(), files, ArtifactOptions{File: "mutated.zip"})
		if err != nil || len(a.Members) < members {
			t.Errorf("artifact %d: %v, %d members of %d", n, err, len(a.Members), members)
			continue
		}
		if bad := checkRows(a.Rows); bad != nil {
			t.Errorf("artifact %d: %v", n, bad)
		}
		for _, p := range a.Problems {
			if strings.Contains(p.Text, errParser.Error()) {
				t.Errorf("artifact %d: %s: %s", n, p.Member, p.Text)
			}
		}
	}
}
