package fetch

import (
	"fmt"
	"strings"
)

// parseS3URI reads what stands after s3://. The key is percent-decoded; the
// key as written is kept, to be tried when the decoded one does not exist
// (the AWS command line takes it literally).
func parseS3URI(raw, rest string) (Ref, error) {
	r := Ref{Raw: raw, Scheme: "s3"}
	if before, id, ok := cutVersion(rest); ok {
		rest, r.VersionID = before, id
	}
	bucket, key, _ := strings.Cut(rest, "/")
	if err := checkBucket(raw, bucket); err != nil {
		return Ref{}, err
	}
	r.Bucket, r.Key = bucket, unescape(key)
	r.altKey = altKey(r.Key, key)
	return r, nil
}

// cutVersion splits a trailing ?versionId=. A key may itself hold a question
// mark, so nothing else is taken for a query.
func cutVersion(s string) (before, id string, ok bool) {
	i := strings.LastIndexByte(s, '?')
	if i < 0 {
		return s, "", false
	}
	id, ok = cutPrefixFold(s[i+1:], "versionId=")
	if !ok || strings.ContainsAny(id, "&/") {
		return s, "", false
	}
	return s[:i], unescape(id), true
}

// altKey is the second reading of a key: as written when that differs from the
// decoded one, else with '+' for a blank, as S3's console writes it.
func altKey(decoded, written string) string {
	if written != decoded {
		return written
	}
	if alt := strings.ReplaceAll(decoded, "+", " "); alt != decoded {
		return alt
	}
	return ""
}

func checkBucket(raw, bucket string) error {
	if bucket == "" {
		return fmt.Errorf("address %s names no bucket: want s3://bucket/key", redactURL(raw))
	}
	for _, c := range bucket {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && !strings.ContainsRune("0123456789.-_", c) {
			return fmt.Errorf("address %s: %q cannot be a bucket name: want letters, digits, dots and hyphens",
				redactURL(raw), bucket)
		}
	}
	return nil
}

// An s3Endpoint is what the host name of an S3 address tells.
type s3Endpoint struct {
	bucket string // empty: path style
	region string // empty: not said
}

// s3Host reads a lower-case host name of AWS S3: path style
// (s3-us-west-2.amazonaws.com), virtual-hosted (bucket.s3.us-west-2...), dual
// stack, FIPS, transfer acceleration, website, and the partition of China. See
// https://docs.aws.amazon.com/general/latest/gr/s3.html.
func s3Host(host string) (s3Endpoint, bool) {
	host = strings.TrimSuffix(strings.TrimSuffix(host, ":443"), ":80")
	host = strings.TrimSuffix(host, ".")
	name, ok := strings.CutSuffix(host, ".amazonaws.com")
	if !ok {
		if name, ok = strings.CutSuffix(host, ".amazonaws.com.cn"); !ok {
			return s3Endpoint{}, false
		}
	}
	labels := strings.Split(name, ".")
	at := len(labels) - 1
	for at >= 0 && labels[at] != "s3" && !strings.HasPrefix(labels[at], "s3-") {
		at--
	}
	if at < 0 || strings.HasPrefix(labels[at], "s3-accesspoint") {
		return s3Endpoint{}, false
	}
	e := s3Endpoint{bucket: strings.Join(labels[:at], ".")}
	tail := labels[at+1:]
	if len(tail) > 0 && tail[0] == "dualstack" {
		tail = tail[1:]
	}
	switch {
	case len(tail) > 1:
		return s3Endpoint{}, false
	case len(tail) == 1:
		e.region = tail[0]
	default:
		e.region = legacyRegion(strings.TrimPrefix(labels[at], "s3"))
	}
	return e, true
}

// legacyRegion reads the part of a host name between "s3" and the next dot.
func legacyRegion(s string) string {
	for _, kind := range []string{"-fips", "-website", "-dualstack"} {
		s = strings.TrimPrefix(s, kind)
	}
	switch s = strings.TrimPrefix(s, "-"); s {
	case "external-1", "external-2":
		return "us-east-1"
	case "accelerate":
		return ""
	}
	return s
}

// isConsole reports whether host is the S3 console, whose addresses name the
// bucket in the path and the key in the query.
func isConsole(host, path string) bool {
	return strings.HasSuffix(host, "console.aws.amazon.com") &&
		(strings.HasPrefix(path, "/s3/object/") || strings.HasPrefix(path, "/s3/buckets/"))
}
