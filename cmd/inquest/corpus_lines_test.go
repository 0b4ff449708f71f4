package main

import (
	"archive/zip"
	"bytes"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The lines that findings name are lines of the recorded files, whatever of them has lines.
func TestCorpusEvidenceLines(t *testing.T) {
	base, head := corpusPath(t, "mariadb", "jenkins-myrocks-sweep-101"), corpusPath(t, "mariadb", "jenkins-myrocks-sweep-102")
	c := compareRuns(t, 0, t.TempDir(), "diff", base, head)
	lengths := map[string]map[string]int64{}
	named, without := 0, 0
	for _, f := range c.Findings {
		for _, e := range f.Evidence {
			if lengths[e.Artifact] == nil {
				lengths[e.Artifact] = memberLengths(t, e.Artifact)
			}
			lines := lengths[e.Artifact][e.Member]
			switch {
			case f.Kind == "settings": // of which the member's name is kept, and no lines
				if !endsAMember(lengths[e.Artifact], e.Member) || e.FirstLine != 0 {
					t.Errorf("%s: %s line %d is in no member of %s", f.ID, e.Member, e.FirstLine, e.Artifact)
				}
			case lines == 0:
				t.Errorf("%s: %s is no member of %s", f.ID, e.Member, e.Artifact)
			case e.FirstLine == 0 && e.LastLine == 0 && slices.Contains([]string{".json", ".xml", ".bin"}, path.Ext(e.Member)):
				without++
			case e.FirstLine < 1 || e.LastLine <= e.FirstLine || e.LastLine > lines:
				t.Errorf("%s: %s lines %d-%d of %d", f.ID, e.Member, e.FirstLine, e.LastLine, lines)
			default:
				named++
			}
		}
	}
	if named < 5*without || named == 0 {
		t.Errorf("%d members with lines, %d without", named, without)
	}
}

func endsAMember(members map[string]int64, name string) bool {
	for m := range members {
		if m == name || strings.HasSuffix(m, "/"+name) {
			return true
		}
	}
	return false
}

// memberLengths counts the lines of the members of a zip.
func memberLengths(t *testing.T, file string) map[string]int64 {
	t.Helper()
	z, err := zip.OpenReader(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	out := map[string]int64{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		n := int64(bytes.Count(data, []byte("\n")))
		if len(data) > 0 && data[len(data)-1] != '\n' {
			n++
		}
		out[f.Name] = n
	}
	return out
}
