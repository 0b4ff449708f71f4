package fetch

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

func plus(d int) func(uint32) uint32     { return func(v uint32) uint32 { return v + uint32(d) } }
func fixed(n uint32) func(uint32) uint32 { return func(uint32) uint32 { return n } }

// TestDamagedMember damages one member in each way. The good member before and
// the one after must be read whole, and the problem must name the bad one.
func TestDamagedMember(t *testing.T) {
	text := logText(1000)
	half := deflate(text)[:len(deflate(text))/2]
	flipped := bytes.Clone(text)
	flipped[500] ^= 1
	whole, prefix, nothing := "whole", "prefix", "nothing"
	tests := []struct {
		name    string
		bad     rec
		kinds   string // of problems noted for it
		end     string // kind of the error that ends its reading, "" for io.EOF
		deliver string
	}{
		{"crc off by one", rec{crc: plus(1)}, "checksum", "checksum", whole},
		{"crc absent, stored and flipped", rec{stored: true, packed: flipped, crc: fixed(0)}, "unverified", "", "other"},
		{"crc absent, right data", rec{crc: fixed(0)}, "unverified", "", whole},
		{"stored and flipped", rec{stored: true, packed: flipped}, "checksum", "checksum", "other"},
		{"stream cut in half", rec{packed: half}, "truncated", "truncated", prefix},
		{"stream of noise", rec{packed: append([]byte{0x07}, noise(1, 500)...)}, "corrupt", "corrupt", nothing},
		{"size understated", rec{size: plus(-100)}, "size", "", whole},
		{"size overstated", rec{size: plus(100)}, "size", "", whole},
		{"size wrong, no crc", rec{size: plus(100), crc: fixed(0)}, "unverified size", "size", whole},
		{"stored, size wrong and crc wrong", rec{stored: true, size: plus(1), crc: plus(1)}, "checksum", "checksum", whole},
		{"encrypted", rec{flags: flagEncrypted}, "encrypted", "encrypted", nothing},
		{"encrypted with AES", rec{flags: flagEncrypted, method: 99}, "encrypted", "encrypted", nothing},
		{"Deflate64", rec{method: 9}, "method", "method", nothing},
		{"LZMA", rec{method: 14}, "method", "method", nothing},
		{"XZ", rec{method: 95}, "method", "method", nothing},
		{"PPMd", rec{method: 98}, "method", "method", nothing},
		{"unknown method", rec{method: 4711}, "method", "method", nothing},
		{"local name differs", rec{localName: "other.log"}, "header", "", whole},
		{"signed descriptor", rec{descriptor: "signed"}, "", "", whole},
		{"unsigned descriptor", rec{descriptor: "unsigned"}, "", "", whole},
		{"wrong descriptor", rec{descriptor: "wrong"}, "descriptor", "", whole},
		{"no descriptor", rec{descriptor: "missing"}, "descriptor", "", whole},
		{"offset beyond the end", rec{offset: fixed(1 << 30)}, "directory", "directory", nothing},
		{"offset a little off", rec{offset: plus(-7)}, "directory", "", whole},
		{"compressed size beyond the end", rec{csize: fixed(2 << 30)}, "size", "", whole},
		{"compressed size over the next", rec{csize: plus(60)}, "overlap", "overlap", nothing},
		{"compressed size a little over the next", rec{csize: plus(5)}, "overlap", "overlap", nothing},
		{"sizes all ones without zip64", rec{csize: fixed(math.MaxUint32), size: fixed(math.MaxUint32)}, "size size", "", whole},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bad := tt.bad
			bad.name, bad.data = "run/mpstat.log", text
			data := buildZip(zipShape{}, rec{name: "run/first.log", data: logText(50)}, bad, rec{name: "run/last.log", data: logText(60)})
			a, err := openBytes(t, data, Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := read(member(t, a, "run/mpstat.log"))
			if kindOf(err) != tt.end || err != nil && tt.end == "" {
				t.Errorf("reading ends with %v, want kind %q", err, tt.end)
			}
			if err != nil && !strings.Contains(err.Error(), "node-a.zip: member run/mpstat.log: ") {
				t.Errorf("error names no artifact and member: %v", err)
			}
			switch {
			case tt.deliver == whole && !bytes.Equal(got, text),
				tt.deliver == prefix && (len(got) < len(text)/4 || !bytes.HasPrefix(text, got)),
				tt.deliver == nothing && len(got) > 0,
				tt.deliver == "other" && (len(got) != len(text) || bytes.Equal(got, text)):
				t.Errorf("read %d bytes of %d, want %s", len(got), len(text), tt.deliver)
			}
			if k := kinds(a, "run/mpstat.log"); k != tt.kinds {
				t.Errorf("problems %q, want %q", k, tt.kinds)
			}
			for name, want := range map[string][]byte{"run/first.log": logText(50), "run/last.log": logText(60)} {
				if got, err := read(member(t, a, name)); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s: %d bytes, %v", name, len(got), err)
				}
				if k := kinds(a, name); k != "" {
					t.Errorf("%s has problems %q", name, k)
				}
			}
			if k := kinds(a, ""); k != "" {
				t.Errorf("artifact has problems %q", k)
			}
		})
	}
}
