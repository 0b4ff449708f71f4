package lake

import (
	"strings"
	"testing"

	"inquest/schemas"
)

func TestSegment(t *testing.T) {
	for in, want := range map[string]string{
		"6.5.0-4131":        "6.5.0-4131",
		"hebe-dura-txn-444": "hebe-dura-txn-444",
		"":                  "_none",
		"_none":             "%5Fnone",
		"..":                "%2E.",
		".hidden":           "%2Ehidden",
		"a/b=c d%":          "a%2Fb%3Dc%20d%25",
		"größe":             "gr%C3%B6%C3%9Fe",
		"under_score":       "under_score",
	} {
		if got := segment(in); got != want {
			t.Errorf("segment(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestLongSegmentsFitAndDiffer(t *testing.T) {
	a, b := segment(strings.Repeat("ä", 100)+"1"), segment(strings.Repeat("ä", 100)+"2")
	if a == b {
		t.Errorf("two long texts share the segment %s", a)
	}
	for _, s := range []string{a, b, segment(strings.Repeat("x", 1000))} {
		if len(s) > maxSegment {
			t.Errorf("segment of %d bytes", len(s))
		}
	}
}

func TestFileKey(t *testing.T) {
	got := fileKey("cpu", "6.5.0-4131", "hebe-444", "172.23.100.190", "0123456789abcdef")
	want := "cpu/v1/build=6.5.0-4131/run=hebe-444/172.23.100.190-0123456789abcdef.parquet"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := fileKey("cpu", "", "r", "n", "d"); got != "cpu/v1/build=_none/run=r/n-d.parquet" {
		t.Errorf("unknown build: %s", got)
	}
}

// Hive-family readers refuse a partition that is also a column.
func TestPathKeysAreNoColumns(t *testing.T) {
	for _, e := range schemas.Dictionary() {
		for _, f := range e.Fields {
			if f.Name == "build" || f.Name == "run" {
				t.Errorf("table %s has a column %s, which the path names", e.Name, f.Name)
			}
		}
	}
}

func TestDigestDependsOnWhatDecidesTheRows(t *testing.T) {
	a := Artifact{Node: "n", ArtifactID: "x", URI: "/here", ETag: "e", FetchedBytes: 5, ParserVersion: "1"}
	copied := a
	copied.URI, copied.ETag, copied.FetchedBytes = "s3://there", "f", 9
	if artifactDigest(&a) != artifactDigest(&copied) {
		t.Error("a copy of an artifact has another digest")
	}
	for name, change := range map[string]func(*Artifact){
		"parser": func(a *Artifact) { a.ParserVersion = "2" },
		"inputs": func(a *Artifact) { a.Inputs = "window" },
		"info":   func(a *Artifact) { a.Info = "{}" },
		"status": func(a *Artifact) { a.Status = "degraded" },
		"build":  func(a *Artifact) { a.BuildID = "b" },
		"node":   func(a *Artifact) { a.Node = "m" },
	} {
		b := a
		change(&b)
		if artifactDigest(&a) == artifactDigest(&b) {
			t.Errorf("another %s gives the same digest", name)
		}
	}
	if digest("ab", "c") == digest("a", "bc") {
		t.Error("the digest does not tell where a text ends")
	}
}
