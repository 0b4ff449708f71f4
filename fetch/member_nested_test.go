package fetch

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func gzipped(t testing.TB, b []byte) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	_, err := w.Write(b)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func zstded(t testing.TB, b []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(b, nil)
}

// bzipped is the text "hello, bzip2\n" as bzip2 writes it.
var bzipped = []byte("\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\xb1\x23\xde\x43\x00\x00\x03\x59\x80\x00\x10\x40\x04\x10\x00\x12\x64\xc0\x10\x20\x00\x31\x03\x40\xd0\x20\x01\xa6\x91\x03\xab\x6c\x82\x84\xf8\xbb\x92\x29\xc2\x84\x85\x89\x1e\xf2\x18")

// tarred packs name, content pairs, and a link that must be passed over.
func tarred(t testing.TB, files ...string) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := tar.NewWriter(&buf)
	err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeSymlink, Name: "link", Linkname: "/etc/passwd"})
	for i := 0; i < len(files); i += 2 {
		err = errors.Join(err, w.WriteHeader(&tar.Header{Name: files[i], Mode: 0o644, Size: int64(len(files[i+1]))}))
		_, err2 := w.Write([]byte(files[i+1]))
		err = errors.Join(err, err2)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// walk lists what Walk delivers as "name=content", long contents by length.
func walk(m *Member) ([]string, error) {
	var out []string
	err := m.Walk(context.Background(), func(f File, r io.Reader) error {
		b, err := io.ReadAll(r)
		if len(b) > 40 {
			out = append(out, fmt.Sprintf("%s=%d bytes", f.Name, len(b)))
		} else {
			out = append(out, f.Name+"="+string(b))
		}
		return err
	})
	return out, err
}

func TestWalk(t *testing.T) {
	gz := func(b []byte) []byte { return gzipped(t, b) }
	inZip := func(name string, b []byte) []byte { return buildZip(zipShape{}, rec{name: name, data: b}) }
	text := []byte("12:00:01 all\n")
	whole := tarred(t, "var/log/syslog", "one\n", "./b.log.gz", string(gz([]byte("two\n"))))
	tests := []struct {
		name  string
		data  []byte
		want  []string
		end   string // kind of the error
		kinds string // of all problems
	}{
		{"plain.log", text, []string{"plain.log=12:00:01 all\n"}, "", ""},
		{"empty.log", nil, []string{"empty.log="}, "", ""},
		{"a.log.gz", gz(text), []string{"a.log.gz=12:00:01 all\n"}, "", ""},
		{"rotated.gz", append(gz([]byte("one\n")), gz([]byte("two\n"))...), []string{"rotated.gz=one\ntwo\n"}, "", ""},
		{"no-suffix", gz(text), []string{"no-suffix=12:00:01 all\n"}, "", ""},
		{"a.log.zst", zstded(t, text), []string{"a.log.zst=12:00:01 all\n"}, "", ""},
		{"two.zst", append(zstded(t, []byte("one\n")), zstded(t, []byte("two\n"))...), []string{"two.zst=one\ntwo\n"}, "", ""},
		{"a.log.bz2", bzipped, []string{"a.log.bz2=hello, bzip2\n"}, "", ""},
		{"a.tar", whole, []string{"a.tar/var/log/syslog=one\n", "a.tar/b.log.gz=two\n"}, "", "link"},
		{"syslog.tar.gz", gz(whole), []string{"syslog.tar.gz/var/log/syslog=one\n", "syslog.tar.gz/b.log.gz=two\n"}, "", "link"},
		{"empty.tar.gz", gz(nil), []string{"empty.tar.gz="}, "", ""},
		{"cut.gz", gz(noise(1, 5000))[:2000], []string{"cut.gz=1951 bytes"}, "truncated", "truncated"},
		{"tail.gz", gz(text)[:len(gz(text))-4], []string{"tail.gz=12:00:01 all\n"}, "truncated", "truncated"},
		{"header.gz", gz(text)[:6], []string{"header.gz="}, "truncated", "truncated"},
		{"wrong.gz", damage(gz(text), -6), []string{"wrong.gz=12:00:01 all\n"}, "corrupt", "corrupt"},
		{"garbage.gz", append(gz(text), "garbage"...), []string{"garbage.gz=12:00:01 all\n"}, "", "trailing"},
		{"cut.tar", whole[:1800], []string{"cut.tar/var/log/syslog=one\n"}, "truncated", "truncated link"},
		{"cut.tar.gz", gz(whole[:1800]), []string{"cut.tar.gz/var/log/syslog=one\n"}, "truncated", "truncated link"},
		{"inner.zip", inZip("x.log", text), []string{"inner.zip/x.log=12:00:01 all\n"}, "", ""},
		{"bad.zip", inZip("x.log", text)[:45], []string{"bad.zip/x.log=12:00"}, "truncated", "truncated truncated truncated"},
		{"depth3.gz", gz(gz(gz(text))), []string{"depth3.gz=12:00:01 all\n"}, "", ""},
		{"depth4.gz", gz(gz(gz(gz(text)))), nil, "", "nested"},
		{"zips3.zip", inZip("1.zip", inZip("2.zip", inZip("x.log", text))), []string{"zips3.zip/1.zip/2.zip/x.log=12:00:01 all\n"}, "", ""},
		{"zips4.zip", inZip("1.zip", inZip("2.zip", inZip("3.zip", inZip("x.log", text)))), nil, "", "nested"},
		{"a.log.xz", xzText, []string{"a.log.xz=hello, xz\n"}, "", ""},
		{"two.xz", append(bytes.Clone(xzText), xzText...), []string{"two.xz=hello, xz\nhello, xz\n"}, "", ""},
		{"cut.xz", xzText[:len(xzText)-20], []string{"cut.xz=hello, xz\n"}, "truncated", "truncated"},
		{"wrong.xz", damage(xzText, -30), []string{"wrong.xz=hello, xz\n"}, "corrupt", "corrupt"},
		{"begin.xz", []byte("\xfd7zXZ\x00more"), []string{"begin.xz="}, "truncated", "truncated"},
		{"large.xz", xzLarge, []string{"large.xz="}, "limit", "limit"},
		{"logs.tar.xz", xzTar, []string{"logs.tar.xz/var/log/one=one\n", "logs.tar.xz/two.log=two\n"}, "", ""},
		{"logs.txz", xzTar, []string{"logs.txz/var/log/one=one\n", "logs.txz/two.log=two\n"}, "", ""},
		{"logs.tar.bz2", bzTar, []string{"logs.tar.bz2/var/log/one=one\n", "logs.tar.bz2/two.log=two\n"}, "", ""},
		{"logs.tar.zst", zstded(t, whole), []string{"logs.tar.zst/var/log/syslog=one\n", "logs.tar.zst/b.log.gz=two\n"}, "", "link"},
		{"zip.tar.gz", gz(tarred(t, "in.zip", string(inZip("x.log", text)))), []string{"zip.tar.gz/in.zip/x.log=12:00:01 all\n"}, "", "link"},
		{"tar.zip", inZip("logs.tar.xz", xzTar), []string{"tar.zip/logs.tar.xz/var/log/one=one\n", "tar.zip/logs.tar.xz/two.log=two\n"}, "", ""},
		{"spoilt.tar", tarred(t, "a.gz", string(gz(text)[:12]), "b.tar", string(whole[:1800]), "c.log", "three\n"),
			[]string{"spoilt.tar/a.gz=", "spoilt.tar/b.tar/var/log/syslog=one\n", "spoilt.tar/c.log=three\n"}, "truncated", "truncated truncated link link"},
		{"deep.tar", tarred(t, "1.tar", string(tarred(t, "2.tar", string(tarred(t, "3.tar", string(whole))))), "b", "flat\n"),
			[]string{"deep.tar/b=flat\n"}, "", "nested link link link"},
		{"out.tar", tarred(t, "../../etc/passwd", "x\n", "/abs", "y\n"), []string{"out.tar/../../etc/passwd=x\n", "out.tar/abs=y\n"}, "", "link name"},
		{"a.7z", []byte("7z\xbc\xaf\x27\x1cmore"), nil, "", "nested"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, err := openBytes(t, buildZip(zipShape{}, rec{name: tt.name, data: tt.data, stored: true}, rec{name: "g.log", data: logText(9)}), Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := walk(a.Members[0])
			if kindOf(err) != tt.end || err != nil && tt.end == "" {
				t.Errorf("error %v, want kind %q", err, tt.end)
			}
			if tt.name == "cut.gz" { // how much comes out depends on the encoder
				if len(got) != 1 || !strings.HasPrefix(got[0], "cut.gz=") {
					t.Errorf("got %q", got)
				}
			} else if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			var k []string
			for _, p := range a.Found() {
				k = append(k, p.Kind)
			}
			if strings.Join(k, " ") != tt.kinds {
				t.Errorf("problems %q, want %q: %v", k, tt.kinds, a.Found())
			}
			for _, p := range a.Found() {
				if stem, _, _ := strings.Cut(tt.name, "."); !strings.HasPrefix(p.Member, stem) {
					t.Errorf("the problem does not name the member: %+v", p)
				}
			}
			if got, err := walk(member(t, a, "g.log")); err != nil || len(got) != 1 || got[0] != fmt.Sprintf("g.log=%d bytes", len(logText(9))) {
				t.Errorf("g.log: %q, %v", got, err)
			}
		})
	}
}

// damage flips a byte, counted from the end if negative.
func damage(b []byte, at int) []byte {
	b = bytes.Clone(b)
	b[(at+len(b))%len(b)] ^= 0xff
	return b
}

// TestWalkChecksOuterCRC has a gzip member that is right in itself under a
// wrong CRC-32 of the zip.
func TestWalkChecksOuterCRC(t *testing.T) {
	a, err := openBytes(t, buildZip(zipShape{}, rec{name: "a.log.gz", data: gzipped(t, logText(10)), crc: plus(1)}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := walk(a.Members[0]); kindOf(err) != KindChecksum || len(got) != 1 {
		t.Errorf("%q, %v", got, err)
	}
	if b, err := read(a.Members[0]); kindOf(err) != KindChecksum || !bytes.Equal(b, logText(10)) {
		t.Errorf("%d bytes, %v", len(b), err)
	}
}

// TestSupportedMethods reads members packed with bzip2 and zstd.
func TestSupportedMethods(t *testing.T) {
	text := logText(100)
	a, err := openBytes(t, buildZip(zipShape{},
		rec{name: "b.log", data: []byte("hello, bzip2\n"), method: 12, packed: bzipped},
		rec{name: "z.log", data: text, method: 93, packed: zstded(t, text)},
		rec{name: "old.log", data: text, method: 20, packed: zstded(t, text)},
	), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{"b.log": []byte("hello, bzip2\n"), "z.log": text, "old.log": text} {
		if got, err := read(member(t, a, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// TestWalkStops ends with the error of the callback, and with the context.
func TestWalkStops(t *testing.T) {
	a, err := openBytes(t, buildZip(zipShape{}, rec{name: "a.tar", data: tarred(t, "one", "1", "two", "2")}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	calls, stop := 0, errors.New("enough")
	err = a.Members[0].Walk(context.Background(), func(File, io.Reader) error { calls++; return stop })
	if !errors.Is(err, stop) || calls != 1 {
		t.Errorf("%d calls, %v", calls, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	err = a.Members[0].Walk(ctx, func(File, io.Reader) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestXZDamaged flips each byte of an xz stream: what comes out is an error or the text,
// never a panic, and never another text without an error.
func TestXZDamaged(t *testing.T) {
	whole, err := io.ReadAll(&xzStreams{r: bytes.NewReader(xzTar)})
	if err != nil {
		t.Fatal(err)
	}
	for at := range xzTar {
		got, err := io.ReadAll(&xzStreams{r: bytes.NewReader(damage(xzTar, at))})
		if err == nil && !bytes.Equal(got, whole) {
			t.Errorf("byte %d: another text without an error", at)
		}
		if got, err := io.ReadAll(&xzStreams{r: bytes.NewReader(xzTar[:at])}); err == nil {
			t.Errorf("cut at %d: %d bytes without an error", at, len(got))
		}
	}
}
