package fetch

import (
	"bytes"
	"context"
	"io"
	"testing"
)

// inMemory is a content for tests.
type inMemory struct{ *bytes.Reader }

func inMemoryOf(b []byte) inMemory { return inMemory{bytes.NewReader(b)} }

func (m inMemory) Size() int64                      { return m.Reader.Size() }
func (inMemory) ensure(context.Context, span) error { return nil }
func (inMemory) Close() error                       { return nil }

// FuzzDirectory reads anything as a zip, with small limits: no panic, no
// endless work, no member that is larger than the limit, and problems fit to
// be shown.
func FuzzDirectory(f *testing.F) {
	text := logText(20)
	f.Add(buildZip(zipShape{}, rec{name: "a.log", data: text}, rec{name: "b.log", data: text, stored: true}))
	f.Add(buildZip(zipShape{count: 3, before: []byte("xx"), after: []byte("yy")}, rec{name: "a.log", data: text, descriptor: "signed"}))
	f.Add(buildZip(zipShape{dirOffset: 7}, rec{name: "a.log", data: text, descriptor: "unsigned"}, rec{name: "a.log", data: text}))
	f.Add(buildZip(zipShape{comment: []byte(sigEnd)}, rec{name: "x.zip", data: buildZip(zipShape{}, rec{name: "y", data: text})}))
	f.Add(buildZip(zipShape{}, rec{name: "a", data: text, csize: fixed(1<<32 - 1), offset: plus(3)})[:120])
	f.Add([]byte(sigEnd64 + sigLocator64 + sigEnd))
	lim := Limits{MemberBytes: 1 << 20, ArtifactBytes: 4 << 20, DirectoryBytes: 1 << 20, Members: 1000}.withDefaults()
	f.Fuzz(func(t *testing.T, data []byte) {
		src := inMemory{bytes.NewReader(data)}
		d, err := readDirectory(context.Background(), src, lim)
		if err != nil {
			return
		}
		a := &Artifact{Ref: Ref{Scheme: "file", Path: "fuzz.zip"}, Size: src.Size(), client: NewClient(Options{Limits: lim}), src: src}
		a.fill(d, lim)
		names := map[string]bool{}
		for _, m := range a.Members {
			if names[m.Name] {
				t.Errorf("two members of the name %q", m.Name)
			}
			names[m.Name] = true
			var n int64
			err := m.Walk(context.Background(), func(_ File, r io.Reader) error {
				k, err := io.Copy(io.Discard, r)
				n = max(n, k)
				return err
			})
			if n > lim.MemberBytes+bufferSize || err == nil && !m.Readable() {
				t.Errorf("%q: %d bytes, %v", m.Name, n, err)
			}
			if err != nil && !isProblem(err) {
				t.Errorf("%q: an error that is no problem: %v", m.Name, err)
			}
		}
		for _, p := range a.Found() {
			if s := p.String(); p.Kind == "" || p.Text == "" || !isPrintable(s) {
				t.Errorf("problem %+q", p)
			}
		}
	})
}

// BenchmarkDecompress reads a deflated log of 16 MB, with its CRC-32.
func BenchmarkDecompress(b *testing.B) {
	text := logText(400_000)
	a, err := openBytes(b, buildZip(zipShape{}, rec{name: "mpstat.log", data: text}), Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r, err := a.Members[0].Open(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		if n, err := io.Copy(io.Discard, struct{ io.Reader }{r}); err != nil || n != int64(len(text)) {
			b.Fatal(n, err)
		}
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDirectory opens a zip of a thousand members.
func BenchmarkDirectory(b *testing.B) {
	recs := make([]rec, 1000)
	for i := range recs {
		recs[i] = rec{name: string(rune('a'+i%26)) + "/" + string(logText(1)[:8]) + string(rune(0x100+i)), data: []byte("x"), stored: true}
	}
	src := inMemory{bytes.NewReader(buildZip(zipShape{}, recs...))}
	lim := DefaultLimits()
	b.ReportAllocs()
	for b.Loop() {
		if d, err := readDirectory(context.Background(), src, lim); err != nil || len(d.entries) != len(recs) {
			b.Fatal(err)
		}
	}
}
