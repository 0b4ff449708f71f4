package lake

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"inquest/schemas"
)

// Where things are, relative to the root of the lake.
const (
	commitsPrefix = "_inquest/commits/"
	markerKey     = "_inquest/lake.json"
	noValue       = "_none" // stands for the empty text
	maxSegment    = 160     // file systems take names of 255 bytes
)

// fileKey is the key of a Parquet file. The names of the path are not the names of the
// columns: Hive-family readers refuse a partition that is also a column.
func fileKey(table, build, run, name, digest string) string {
	return tablePrefix(table) + "build=" + segment(build) + "/run=" + segment(run) + "/" + segment(name) + "-" + digest + ".parquet"
}

func tablePrefix(table string) string { return table + "/v" + strconv.Itoa(schemas.Version) + "/" }

func commitPrefix(run string) string { return commitsPrefix + segment(run) + "/" }

// segment makes a part of a path of any text: what is not a letter, digit, dot, dash or
// underscore becomes %XX, and so does a dot or underscore in front, which hides a file.
// A long text is cut and ends in a tilde and its digest.
func segment(s string) string {
	if s == "" {
		return noValue
	}
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' ||
			i > 0 && (c == '.' || c == '_')
		if plain {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	if b.Len() <= maxSegment {
		return b.String()
	}
	cut := strings.TrimRight(b.String()[:maxSegment-17], "%0123456789ABCDEF")
	return cut + "~" + digest(s)
}

// digest is 16 hexadecimal digits that stand for the texts in their order.
func digest(texts ...string) string {
	h := sha256.New()
	var size [8]byte
	for _, t := range texts {
		binary.BigEndian.PutUint64(size[:], uint64(len(t)))
		h.Write(size[:])
		h.Write([]byte(t))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// artifactDigest stands for everything that decides the rows of an artifact and what is
// known beside them. Where its bytes came from is left out: a copy is the same artifact.
func artifactDigest(a *Artifact) string {
	b := *a
	b.URI, b.ETag = "", ""
	return rowDigest(schemas.ArtifactTable, &b)
}

// rowDigest stands for one row of a table.
func rowDigest[R any](t schemas.Table[R], row *R) string {
	texts := []string{t.Name, strconv.Itoa(schemas.Version)}
	for _, c := range t.Columns {
		switch c.Type {
		case schemas.String:
			texts = append(texts, c.Name, c.Str(row))
		case schemas.Int:
			texts = append(texts, c.Name, strconv.FormatInt(c.Int(row), 10))
		case schemas.Timestamp:
			texts = append(texts, c.Name, strconv.FormatInt(c.Time(row), 10))
		case schemas.Double:
			texts = append(texts, c.Name, strconv.FormatFloat(c.Num(row), 'g', -1, 64))
		}
	}
	return digest(texts...)
}
