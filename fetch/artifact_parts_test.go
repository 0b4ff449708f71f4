package fetch

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// partsZip is what a multipart upload of 8 and 5 MiB left: about 13 MiB, with the
// ETag of two parts.
func partsZip() ([]byte, []rec) {
	var recs []rec
	for i := range 13 {
		recs = append(recs, rec{name: fmt.Sprintf("m%02d.log", i), data: noise(uint64(i), 1<<20-200), stored: true})
	}
	return buildZip(zipShape{}, recs...), recs
}

// TestUnequalParts downloads an object whose parts have unlike sizes. A downloader that
// asks by part number writes the second at a wrong place, and says nothing
// (aws/aws-sdk-go-v2#3526). Here no part is asked for, only an answer with the range
// asked for is believed, and the CRC-32 has the last word.
func TestUnequalParts(t *testing.T) {
	data, recs := partsZip()
	const part = 8 << 20
	ends := func(r request) *fault { // as if a range ended where its part ends
		var a, b int64
		if _, err := fmt.Sscanf(r.rng, "bytes=%d-%d", &a, &b); err == nil && a < part && b >= part {
			return &fault{short: b - part + 1}
		}
		return nil
	}
	tests := []struct {
		name  string
		fault func(request) *fault
	}{
		{"honest", func(request) *fault { return nil }},
		{"a range ends with its part", ends},
		{"once", func(r request) *fault {
			if r.n == 2 {
				return ends(r)
			}
			return nil
		}},
		{"the second part at another place, once", func(r request) *fault {
			if r.n == 2 {
				return &fault{damage: part + 100}
			}
			return nil
		}},
	}
	for _, tt := range tests {
		for _, scheme := range []string{"s3", "http"} {
			t.Run(tt.name+" "+scheme, func(t *testing.T) {
				s := newTestServer(t)
				s.objects["b/node.zip"] = testObject{data, `"9bb58f26192e4ba00f01e2e7b136bbd8-2"`}
				faults := 0
				s.fault = func(r request) *fault {
					f := tt.fault(r)
					if f != nil {
						faults++
					}
					return f
				}
				ref := mustRef(t, "s3://b/node.zip")
				if scheme == "http" {
					ref = mustRef(t, s.URL+"/b/node.zip")
				}
				if err := fetchAll(t, s.plainClient(Options{CacheDir: t.TempDir()}), ref, recs); err != nil {
					t.Fatal(err)
				}
				requests, _ := s.seen()
				if (faults > 0) == (tt.name == "honest") {
					t.Errorf("%d wrong answers", faults)
				}
				for _, r := range requests {
					if strings.Contains(r.query, "partNumber") {
						t.Errorf("asked for a part: %+v", r)
					}
				}
			})
		}
	}
}

// TestShiftedPage has an object in which a page of bytes stands at another place, as
// such a downloader would have stored it: the member is named, the others are whole.
func TestShiftedPage(t *testing.T) {
	data, recs := partsZip()
	at := bytes.Index(data, recs[7].data)
	copy(data[at+8192:at+12288], slices.Clone(data[at+4096:at+8192]))
	s := newTestServer(t)
	s.put("b/node.zip", data)
	a, err := s.client(Options{CacheDir: t.TempDir()}).Open(context.Background(), mustRef(t, "s3://b/node.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := a.Prefetch(context.Background(), a.Members); err != nil {
		t.Fatal(err)
	}
	for i, r := range recs {
		got, err := read(member(t, a, r.name))
		if i == 7 && (kindOf(err) != KindChecksum || !strings.Contains(err.Error(), "node.zip: member m07.log: its CRC-32")) {
			t.Errorf("%s: %v", r.name, err)
		}
		if i != 7 && (err != nil || !bytes.Equal(got, r.data)) {
			t.Errorf("%s: %d bytes, %v", r.name, len(got), err)
		}
	}
}

// TestRequestsPerMember wants every second of forty members, with gaps that are too large
// to be read along. Each costs one request, its local header none of its own
// (greggman/unzipit#11), and all together no more than one request.
func TestRequestsPerMember(t *testing.T) {
	s := newTestServer(t)
	data, _ := bigZip()
	s.put("b/node.zip", data)
	for _, tt := range []struct{ step, most int }{{2, 1 + 20}, {1, 1 + (len(data)+partSize-1)/partSize}} {
		s.reset()
		a, err := s.client(Options{CacheDir: t.TempDir()}).Open(context.Background(), mustRef(t, "s3://b/node.zip"))
		if err != nil {
			t.Fatal(err)
		}
		var want []*Member
		for i := 0; i < len(a.Members); i += tt.step {
			want = append(want, a.Members[i])
		}
		if err := a.Prefetch(context.Background(), want); err != nil {
			t.Error(err)
		}
		for _, m := range want {
			if _, err := read(m); err != nil {
				t.Error(err)
			}
		}
		if requests, _ := s.seen(); len(requests) > tt.most {
			t.Errorf("%d requests for %d members, want at most %d", len(requests), len(want), tt.most)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}
