package fetch

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"
)

// unicodePath is an Info-ZIP Unicode Path extra field.
func unicodePath(rawName, name string) []byte {
	b := []byte{0x75, 0x70}
	b = binary.LittleEndian.AppendUint16(b, uint16(5+len(name)))
	b = append(b, 1)
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE([]byte(rawName)))
	return append(b, name...)
}

// TestMemberNames checks labels, and that no name costs a member.
func TestMemberNames(t *testing.T) {
	long := strings.Repeat("n", 60_000)
	tests := []struct {
		raw   string
		flags uint16
		extra []byte
		want  string
		kinds string
	}{
		{raw: "cbcollect/couchbase.log", want: "cbcollect/couchbase.log"},
		{raw: "top/././stats_snapshot/index", want: "top/stats_snapshot/index"},
		{raw: "../../x", want: "../../x", kinds: "name"},
		{raw: "a/../../b", want: "a/../../b", kinds: "name"},
		{raw: "/abs", want: "abs", kinds: "name"},
		{raw: "C:/x", want: "C:/x", kinds: "name"},
		{raw: `a\b.txt`, want: "a/b.txt"},
		{raw: `..\evil`, want: "../evil", kinds: "name"},
		{raw: "caf\xe9", want: "cafΘ"},
		{raw: "nul\x00.log", want: `nul\x00.log`, kinds: "name"},
		{raw: "esc\x1b[2J.log", want: `esc\x1b[2J.log`, kinds: "name"},
		{raw: "rtl\u202egol.txt", flags: flagUTF8, want: `rtl\u202egol.txt`, kinds: "name"},
		{raw: "übung.log", flags: flagUTF8, want: "übung.log"},
		{raw: "unmarked-ü.log", want: "unmarked-ü.log"},
		{raw: "x\x81.log", extra: unicodePath("x\x81.log", "xü.log"), want: "xü.log"},
		{raw: "y\x81.log", extra: unicodePath("other", "yü.log"), want: "yü.log"},
		{raw: "line\nbreak", want: `line\x0abreak`, kinds: "name"},
		{raw: long, want: long, kinds: "name"},
		{raw: "", want: "(unnamed)", kinds: "name"},
	}
	var recs []rec
	for _, tt := range tests {
		recs = append(recs, rec{name: tt.raw, data: []byte(tt.raw + "!"), flags: tt.flags, extra: tt.extra})
	}
	a, err := openBytes(t, buildZip(zipShape{}, recs...), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, tt := range tests {
		m := member(t, a, tt.want)
		if m.RawName != tt.raw {
			t.Errorf("%q: raw name %q", tt.raw, m.RawName)
		}
		if got, err := read(m); err != nil || !bytes.Equal(got, recs[i].data) {
			t.Errorf("%q: read %q, %v", tt.raw, got, err)
		}
		if k := kinds(a, tt.want); k != tt.kinds {
			t.Errorf("%q: problems %q, want %q", tt.raw, k, tt.kinds)
		}
	}
	for _, p := range a.Found() {
		if s := p.String(); !isPrintable(s) || len(s) > 1000 {
			t.Errorf("problem is not fit to be shown: %.200q", s)
		}
	}
}

// TestDuplicateNames has members of one name in each combination.
func TestDuplicateNames(t *testing.T) {
	one, two := logText(10), logText(20)
	tests := []struct {
		name  string
		recs  []rec
		want  []byte
		kinds string
	}{
		{"alike", []rec{{name: "a.log", data: one}, {name: "a.log", data: one}}, one, "repeated"},
		{"unlike", []rec{{name: "a.log", data: one}, {name: "a.log", data: two}}, two, "duplicate"},
		{"unlike, first again", []rec{{name: "a.log", data: one}, {name: "a.log", data: two}, {name: "a.log", data: one}}, one, "duplicate"},
		{"after cleaning", []rec{{name: "./a.log", data: one}, {name: `.\a.log`, data: two}}, two, "duplicate"},
		{"last is encrypted", []rec{{name: "a.log", data: one}, {name: "a.log", data: two, flags: flagEncrypted}}, one, "duplicate encrypted"},
		{"other case", []rec{{name: "a.log", data: one}, {name: "A.log", data: two}}, one, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, err := openBytes(t, buildZip(zipShape{}, append(tt.recs, rec{name: "z.log", data: one})...), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got, err := read(member(t, a, "a.log")); err != nil || !bytes.Equal(got, tt.want) {
				t.Errorf("read %d bytes, %v", len(got), err)
			}
			if k := kinds(a, "a.log"); k != tt.kinds {
				t.Errorf("problems %q, want %q", k, tt.kinds)
			}
			if tt.name == "other case" && (len(a.Members) != 3 || kinds(a, "A.log") != "name") {
				t.Errorf("%d members, problems %v", len(a.Members), a.Problems)
			}
		})
	}
}

// TestNoFiles has entries that are no files.
func TestNoFiles(t *testing.T) {
	a, err := openBytes(t, buildZip(zipShape{},
		rec{name: "link.log", data: []byte("/etc/passwd"), stored: true, external: 0o120777 << 16},
		rec{name: "pipe", external: 0o010644 << 16},
		rec{name: "device", data: []byte("data"), external: 0o020644 << 16},
		rec{name: "-", data: logText(6), external: 0o010600 << 16}, // as Info-ZIP marks what came through a pipe
		rec{name: "folder/"},
		rec{name: "full/", data: []byte("data")},
		rec{name: "good.log", data: logText(5)},
	), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Members) != 2 || a.Members[0].Name != "-" || a.Members[1].Name != "good.log" {
		t.Errorf("members %v", a.Members)
	}
	for name, want := range map[string]string{"link.log": "link", "pipe": "link", "device": "link", "-": "", "folder": "", "full": "name", "good.log": ""} {
		if k := kinds(a, name); k != want {
			t.Errorf("%s: problems %q, want %q", name, k, want)
		}
	}
}
