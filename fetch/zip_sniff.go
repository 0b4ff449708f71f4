package fetch

import (
	"bytes"
	"regexp"
	"strings"
)

// magics are the first bytes of files that are taken for zips, or lie in them.
var magics = []struct{ magic, what string }{
	{"\x1f\x8b\x08", "gzip"},
	{"\x28\xb5\x2f\xfd", "zstd"},
	{"BZh", "bzip2"},
	{"\xfd7zXZ\x00", "xz"},
	{"7z\xbc\xaf\x27\x1c", "7-Zip"},
	{"Rar!\x1a\x07", "RAR"},
	{"\x04\x22\x4d\x18", "lz4"},
	{"LZIP", "lzip"},
	{sigLocal, "zip"},
	{"PK\x05\x06", "zip"},
}

// sniff names the archive or compression that the bytes begin with, empty for
// none that is known.
func sniff(head []byte) string {
	for _, m := range magics {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			if m.what == "bzip2" && (len(head) < 10 || head[3] < '1' || head[3] > '9' || string(head[4:10]) != "1AY&SY") {
				continue
			}
			return m.what
		}
	}
	if len(head) >= 262 && string(head[257:262]) == "ustar" {
		return "tar"
	}
	return ""
}

// Packed tells whether the first 512 bytes of a file are those of a compressed file or an
// archive, of whatever kind.
func Packed(head []byte) bool { return sniff(head) != "" }

var (
	xmlError = regexp.MustCompile(`(?s)^\s*(?:<\?xml[^>]*>)?\s*<Error\b.*</Error>`)
	title    = regexp.MustCompile(`(?is)<title[^>]*>\s*(.*?)\s*</title>`)
	htmlPage = regexp.MustCompile(`(?i)^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body)\b`)
)

// notZip says what the bytes are that stand where a zip should.
func notZip(head []byte) error {
	p := artifactProblem(KindNotZip, "it is not a zip")
	text := bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	switch what := sniff(head); {
	case what == "zip":
		p.Kind, p.Text = KindTruncated, "only a part of a zip's end is there"
	case what != "":
		p.Text = "it is not a zip but " + what
	case xmlError.Match(text):
		code, message, _ := parseErrorXML(xmlError.Find(text))
		p.Text = "it is not a zip: the server sent an XML error: " + strings.TrimSuffix(code+": "+message, ": ")
	case htmlPage.Match(text):
		p.Text = "it is not a zip: the server sent an HTML page"
		if m := title.FindSubmatch(text); m != nil {
			p.Text += ` titled "` + short(label(string(m[1]))) + `"`
		}
		p.Text += " (a login, or a folder, whose address ends in a slash?)"
	case bytes.HasPrefix(text, []byte("version https://git-lfs")):
		p.Text = "it is not a zip but a pointer to a file in Git LFS: fetch the file itself"
	case len(bytes.Trim(head, "\x00")) == 0:
		p.Text = "it is not a zip: it holds only zero bytes"
	case len(head) < headSize && isPrintable(strings.Join(strings.Fields(string(text)), " ")):
		p.Text = "it is not a zip but text: " + short(label(strings.Join(strings.Fields(string(text)), " ")))
	}
	return fail(p, nil)
}
