package main

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"
)

// unicodePath is an Info-ZIP Unicode Path extra field (APPNOTE 4.6.9) that belongs to the
// name whose CRC-32 it has.
func unicodePath(of, name string) []byte {
	b := binary.LittleEndian.AppendUint16([]byte{0x75, 0x70}, uint16(5+len(name)))
	b = binary.LittleEndian.AppendUint32(append(b, 1), crc32.ChecksumIEEE([]byte(of)))
	return append(b, name...)
}

// TestHostileNames has members with every kind of odd name. Each is read, under a label that
// can be shown, and none is a path that is written to.
func TestHostileNames(t *testing.T) {
	long := strings.Repeat("n", 60_000)
	const latin, unicode = "9, 11 a name that is decoded", "9 a name that acts on a terminal"
	for _, n := range []struct {
		recipe, raw, label string
		extra              []byte
		odd                bool
	}{
		{"9 leads out", "../../x.log", "../../x.log", nil, true},
		{"9 leads out with backslashes", `..\..\x.log`, "../../x.log", nil, true},
		{"9 absolute", "/abs.log", "abs.log", nil, true},
		{"9 drive", "C:/x.log", "C:/x.log", nil, true},
		{"9 backslash", `a\b.txt`, "a/b.txt", nil, false},
		{latin, "caf\xe9.log", "cafΘ.log", nil, false},
		{unicode, "nul\x00.log", `nul\x00.log`, nil, true},
		{unicode, "esc\x1b[2J.log", `esc\x1b[2J.log`, nil, true},
		{unicode, "rtl\u202egol.txt", `rtl\u202egol.txt`, nil, true},
		{unicode, "line\nbreak.log", `line\x0abreak.log`, nil, true},
		{"9 very long", long, long, nil, true},
		{"9 empty", "", "(unnamed)", nil, true},
		{latin, "x\x81.log", "xü.log", unicodePath("x\x81.log", "xü.log"), false},
		{"11 an extra field of another name", "y\x81.log", "yü.log", unicodePath("other", "yö.log"), false},
	} {
		name := n.raw
		if len(name) > 40 || name == "" {
			name = ""
		}
		t.Run(n.recipe+" "+strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", ""), ""), func(t *testing.T) {
			z := hostileZip{rows: map[string]int{memberG: rowsG, n.label: 20}, status: "ok"}
			if n.odd {
				z.problems = []string{"name " + n.label}
			}
			z.zip = func() []byte {
				return zipOf(zipFrame{}, zipPart{name: n.raw, data: mpstatText(10, 20), extra: n.extra}, partG())
			}
			z.check(t)
		})
	}
}

// TestHostileRepeats has several members of one name, and entries that are no files.
func TestHostileRepeats(t *testing.T) {
	one, two := mpstatText(10, 20), mpstatText(11, 30)
	link := zipPart{name: memberM, data: []byte("/etc/passwd"), stored: true, mode: 0o120777}
	for _, z := range []struct {
		hostileZip
		parts []zipPart
	}{
		{hostileZip{name: "10 alike", rows: map[string]int{memberM: 20}, status: "ok", problems: []string{"repeated " + memberM}},
			[]zipPart{{name: memberM, data: one}, {name: memberM, data: one}}},
		{hostileZip{name: "10 unlike", rows: map[string]int{memberM: 30}, status: "degraded", problems: []string{"duplicate " + memberM}},
			[]zipPart{{name: memberM, data: one}, {name: memberM, data: two}}},
		{hostileZip{name: "10 unlike, the last is encrypted", rows: map[string]int{memberM: 20}, status: "degraded", problems: []string{"duplicate " + memberM, "encrypted " + memberM}},
			[]zipPart{{name: memberM, data: one}, {name: memberM, data: two, flags: 1}}},
		{hostileZip{name: "10 other case", rows: map[string]int{memberM: 20, "MPSTAT.log": 30}, status: "ok", problems: []string{"name MPSTAT.log"}},
			[]zipPart{{name: memberM, data: one}, {name: "MPSTAT.log", data: two}}},
		{hostileZip{name: "12 symbolic link", rows: map[string]int{}, status: "ok", problems: []string{"link " + memberM}}, []zipPart{link}},
		{hostileZip{name: "13 folder with data", rows: map[string]int{}, status: "ok", problems: []string{"name dir"}},
			[]zipPart{{name: "dir/", data: one}}},
	} {
		t.Run(z.name, func(t *testing.T) {
			z.rows[memberG] = rowsG
			z.zip = func() []byte { return zipOf(zipFrame{}, append(z.parts, partG())...) }
			z.check(t)
		})
	}
}
