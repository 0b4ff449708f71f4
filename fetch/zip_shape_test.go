package fetch

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestDamagedShape damages what is around the members. All must be read.
func TestDamagedShape(t *testing.T) {
	fakeEnd := append([]byte("a comment with "), sigEnd...)
	fakeEnd = append(fakeEnd, bytes.Repeat([]byte("x"), 60-len(fakeEnd))...)
	realEnd := buildZip(zipShape{}) // an end record that is right in itself
	tests := []struct {
		name  string
		shape zipShape
		kinds string
	}{
		{"sound", zipShape{}, ""},
		{"count too large", zipShape{count: 2}, "directory"},
		{"count too small", zipShape{count: -1}, "directory"},
		{"count zero", zipShape{count: -3}, "directory"},
		{"directory offset too small", zipShape{dirOffset: -7}, "directory"},
		{"directory offset too large", zipShape{dirOffset: 7}, "directory"},
		{"directory offset beyond the end", zipShape{dirOffset: 1 << 30}, "directory"},
		{"directory size too small", zipShape{dirSize: -20}, "directory"},
		{"directory size too large", zipShape{dirSize: 20}, "directory"},
		{"directory size and offset wrong", zipShape{dirSize: 11, dirOffset: 13}, "directory"},
		{"zeros before", zipShape{before: make([]byte, 1000)}, "trailing"},
		{"a script before", zipShape{before: []byte("#!/bin/sh\nexit 0\n")}, "trailing"},
		{"100 bytes after", zipShape{after: noise(1, 100)}, "trailing"},
		{"70 KB after", zipShape{after: noise(2, 70_000)}, "trailing"},
		{"300 KB after", zipShape{after: noise(3, 300_000)}, "trailing"},
		{"3 MB after", zipShape{after: noise(4, 3_000_000)}, "directory"},
		{"comment", zipShape{comment: []byte("by the bench")}, ""},
		{"longest comment", zipShape{comment: bytes.Repeat([]byte("c"), 65535)}, ""},
		{"end signature in the comment", zipShape{comment: fakeEnd}, ""},
		{"end record in the comment", zipShape{comment: append(bytes.Clone(realEnd), "more"...)}, ""},
		{"end record ends the comment", zipShape{comment: append([]byte("see "), realEnd...)}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			recs := []rec{{name: "a.log", data: logText(300)}, {name: "b.log", data: logText(400), stored: true}, {name: "c.log", data: logText(500)}}
			a, err := openBytes(t, buildZip(tt.shape, recs...), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(a.Members) != 3 {
				t.Errorf("%d members: %v", len(a.Members), a.Problems)
			}
			for _, r := range recs {
				if got, err := read(member(t, a, r.name)); err != nil || !bytes.Equal(got, r.data) {
					t.Errorf("%s: %d bytes, %v", r.name, len(got), err)
				}
			}
			if k := kinds(a, ""); k != tt.kinds {
				t.Errorf("problems %q, want %q: %v", k, tt.kinds, a.Found())
			}
		})
	}
}

// TestCutZip cuts a zip at every kind of place and counts what is saved.
func TestCutZip(t *testing.T) {
	for _, style := range []rec{{}, {stored: true}, {descriptor: "signed"}, {descriptor: "unsigned"}, {stored: true, descriptor: "signed"}} {
		var recs []rec
		for i := range 5 {
			r := style
			r.name, r.data = fmt.Sprintf("m%d.log", i), logText(500+i)
			recs = append(recs, r)
		}
		whole := buildZip(zipShape{}, recs...)
		dir := bytes.Index(whole, []byte(sigDirectory))
		last := bytes.LastIndex(whole[:dir], []byte(sigLocal))
		tests := []struct {
			name       string
			keep       int
			good       int // members that are read whole
			cut        int // members that are read in part
			kind, kept string
		}{
			{"10 bytes before the end", len(whole) - 10, 5, 0, "directory", "all members"},
			{"end record", len(whole) - lenEnd, 5, 0, "directory", "all members"},
			{"in the directory", dir + 100, 5, 0, "truncated", "5 members, by their local headers"},
			{"before the directory", dir, 5, 0, "truncated", "5 members, by their local headers"},
			{"in the last member", last + 200, 4, 1, "truncated", "5 members, by their local headers"},
			{"in the last local header", last + 20, 4, 0, "truncated", "4 members, by their local headers"},
		}
		for _, tt := range tests {
			name := fmt.Sprintf("%s, stored %v, descriptor %q", tt.name, style.stored, style.descriptor)
			if tt.name == "before the directory" && style.descriptor != "" {
				continue // nothing tells where the last member ends; see TestCutBehindDescriptor
			}
			t.Run(name, func(t *testing.T) {
				a, err := openBytes(t, whole[:tt.keep], Options{})
				if err != nil {
					t.Fatal(err)
				}
				good, cut := 0, 0
				for i, m := range a.Members {
					got, err := read(m)
					switch {
					case err == nil && bytes.Equal(got, recs[i].data):
						good++
					case kindOf(err) == KindTruncated && bytes.HasPrefix(recs[i].data, got):
						cut++
					default:
						t.Errorf("%s: %d bytes, %v", m.Name, len(got), err)
					}
				}
				if good != tt.good || cut != tt.cut {
					t.Errorf("%d whole and %d cut members, want %d and %d: %v", good, cut, tt.good, tt.cut, a.Found())
				}
				if p := a.Problems[0]; p.Kind != tt.kind || p.Kept != tt.kept || !p.Degrades() {
					t.Errorf("first problem: %+v", p)
				}
			})
		}
	}
}

// TestInnerZipOfCutZip has a stored zip as the last whole member of a zip that
// is cut: its end record must not be taken for that of the outer zip.
func TestInnerZipOfCutZip(t *testing.T) {
	inner := buildZip(zipShape{}, rec{name: "inner.log", data: logText(100)})
	whole := buildZip(zipShape{}, rec{name: "a.log", data: logText(200)},
		rec{name: "inner.zip", data: inner, stored: true}, rec{name: "b.log", data: logText(300)})
	cut := bytes.LastIndex(whole[:bytes.Index(whole, []byte(sigDirectory+"\x14\x03"))], []byte(sigLocal))
	if i := bytes.LastIndex(whole, []byte("b.log")); i > 0 {
		cut = bytes.LastIndex(whole[:bytes.LastIndex(whole[:i], []byte("inner.zip"))], []byte("b.log")) + 30
	}
	a, err := openBytes(t, whole[:cut], Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range a.Members {
		names = append(names, m.Name)
	}
	if got := strings.Join(names, " "); got != "a.log inner.zip b.log" {
		t.Errorf("members %q: %v", got, a.Problems)
	}
	if got, err := read(member(t, a, "inner.zip")); err != nil || !bytes.Equal(got, inner) {
		t.Errorf("inner.zip: %d bytes, %v", len(got), err)
	}
}

// TestNotAZip opens what is no zip; the error says what it is.
func TestNotAZip(t *testing.T) {
	tests := []struct{ name, data, kind, want string }{
		{"empty", "", KindEmpty, "the file is empty"},
		{"S3 error", `<?xml version="1.0" encoding="UTF-8"?>` + "\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>X</RequestId></Error>", KindNotZip, "the server sent an XML error: AccessDenied: Access Denied"},
		{"HTML page", "<!DOCTYPE html><html><head><title>Sign in\x1b[31m</title></head></html>", KindNotZip, `an HTML page titled "Sign in\x1b[31m"`},
		{"text", "404 not\nfound\n", KindNotZip, "text: 404 not found"},
		{"gzip", "\x1f\x8b\x08\x00rest of it", KindNotZip, "not a zip but gzip"},
		{"LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n", KindNotZip, "Git LFS"},
		{"zeros", string(make([]byte, 5000)), KindNotZip, "only zero bytes"},
		{"noise", string(noise(9, 5000)), KindNotZip, "it is not a zip"},
		{"part of an end", sigEnd + "\x00\x00", KindTruncated, "a part of a zip's end"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := openBytes(t, []byte(tt.data), Options{})
			if kindOf(err) != tt.kind || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want kind %q with %q", err, tt.kind, tt.want)
			}
		})
	}
}

// TestEmptyZip opens a zip that has only an end record.
func TestEmptyZip(t *testing.T) {
	a, err := openBytes(t, buildZip(zipShape{}), Options{})
	if err != nil || len(a.Members) != 0 || kinds(a, "") != "empty" {
		t.Errorf("%v, %+v", err, a)
	}
}
