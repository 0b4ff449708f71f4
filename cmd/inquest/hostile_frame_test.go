package main

import (
	"bytes"
	"testing"
)

// framed is a recipe that changes what stands around M, N and G, of which all rows arrive.
func framed(name string, f zipFrame, status string, problems ...string) hostileZip {
	z := hostileZip{name: name, status: status, problems: problems, rows: map[string]int{memberM: rowsM, "n.log": 40, memberG: rowsG}}
	z.zip = func() []byte { return zipOf(f, partM(), zipPart{name: "n.log", data: mpstatText(14, 40)}, partG()) }
	return z
}

// cutZip is a recipe that cuts the end of a zip off; G comes first.
func cutZip(name string, keep func(n int) int, rows int, status string, problems ...string) hostileZip {
	z := hostileZip{name: name, status: status, problems: problems, rows: map[string]int{memberG: rowsG, memberM: rows}, whole: rowsM}
	z.zip = func() []byte {
		whole := zipOf(zipFrame{}, partG(), partM())
		return whole[:keep(len(whole))]
	}
	return z
}

// notZip is a file of that name which holds no members.
func notZip(name string, data []byte, err string, problems ...string) hostileZip {
	return hostileZip{name: name, zip: func() []byte { return data }, status: "failed", err: err, exit: 4, rows: map[string]int{}, problems: problems}
}

// TestHostileFrames damages what is around the members, and opens what is no zip at all.
func TestHostileFrames(t *testing.T) {
	signature := append([]byte("see PK\x05\x06 "), bytes.Repeat([]byte("x"), 51)...)
	inComment := append([]byte("of another zip: "), zipOf(zipFrame{})...)
	for _, z := range []hostileZip{
		framed("16 count of 5 for 3", zipFrame{count: 2}, "degraded", "directory"),
		framed("16 count of 2 for 3", zipFrame{count: -1}, "degraded", "directory"),
		framed("17 directory offset too small", zipFrame{dirOffset: -7}, "degraded", "directory"),
		framed("17 directory offset too large", zipFrame{dirOffset: 7}, "degraded", "directory"),
		framed("18 1,000 zero bytes before", zipFrame{before: make([]byte, 1000)}, "ok", "trailing"),
		framed("18 100 bytes after", zipFrame{after: randomBytes(1, 100)}, "ok", "trailing"),
		framed("18 70,000 bytes after", zipFrame{after: randomBytes(2, 70_000)}, "ok", "trailing"),
		framed("19 end signature in the comment", zipFrame{comment: signature}, "ok"),
		framed("19 end record in the comment", zipFrame{comment: append(bytes.Clone(inComment), "more"...)}, "ok"),
		framed("19 end record ends the comment", zipFrame{comment: inComment}, "ok"),
		cutZip("20 cut at half", func(n int) int { return n / 2 }, -1, "degraded", "truncated", "truncated "+memberM, "truncated "+memberM),
		cutZip("20 cut 10 bytes before the end", func(n int) int { return n - 10 }, rowsM, "degraded", "directory"),
		notZip("21 empty file", nil, "is empty (0 bytes)"),
		notZip("21 end record only", zipOf(zipFrame{}), "the zip has no members", "empty"),
		notZip("21 error of S3", append([]byte(`<?xml version="1.0" encoding="UTF-8"?>`+"\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>"),
			append(bytes.Repeat([]byte("7"), 262), "</RequestId></Error>"...)...), "the server sent an XML error: AccessDenied"),
		notZip("6 the only member is encrypted", zipOf(zipFrame{}, zipPart{name: memberM, data: mpstatText(10, 20), flags: 1}),
			"it is encrypted", "encrypted "+memberM),
	} {
		t.Run(z.name, z.check)
	}
}
