package fetch

import (
	"fmt"
	"path"
	"strings"
	"time"
)

// A Ref says where bytes are: an object in S3, an address on an HTTP server, or
// a path of this machine. It may name one zip, a folder or prefix, or a glob;
// [Client.Expand] turns the latter into zips. A Ref is comparable.
type Ref struct {
	// Raw is the address as it was given, without the blanks, quotes and
	// punctuation around it. It may hold the secret of a presigned address:
	// print String, never Raw.
	Raw string

	// Scheme is "s3", "http", "https" or "file". Addresses of S3's own hosts
	// become "s3", except presigned ones, which stay "https" because they must
	// be sent as they are.
	Scheme string

	// Bucket and Key name the object, for s3 and for presigned S3 addresses.
	// Key is decoded; it ends in a slash, or is empty, for a prefix.
	Bucket, Key string

	// Region comes from the host name and is empty when that does not say.
	Region string

	// VersionID is the value of versionId, empty for the current version.
	VersionID string

	// Host is the host of an http or https address, with its port.
	Host string

	// Path is the decoded path of an http or https address, or the local path.
	Path string

	// Presigned is set for an address whose query carries a signature: it is
	// sent unchanged, only with GET, and its query is never shown.
	Presigned bool

	// Expires is the end of a presigned address's life, zero when not known.
	Expires time.Time

	altKey  string // s3: what Key is if the address was not percent-encoded
	rawPath string // http: the path as it was written
	query   string // http: the raw query, which may be a secret
	user    string // http: the raw user:password, a secret
}

// ParseRef reads an address in any form that tickets and command lines hold:
// s3://, S3's path style, virtual-hosted, dual-stack, FIPS, console and
// presigned addresses, other http(s) addresses, file:// and local paths.
// Blanks, quotes, <...> and the punctuation of a sentence around it are
// dropped. It touches neither network nor disk. The error says what is wrong
// with the address, without its query.
func ParseRef(s string) (Ref, error) {
	raw := undress(s)
	if raw == "" {
		return Ref{}, fmt.Errorf("empty address: want a path, an https address or s3://bucket/key")
	}
	if rest, ok := cutPrefixFold(raw, "arn:aws:s3:::"); ok {
		return parseS3URI(raw, rest)
	}
	scheme, rest, ok := strings.Cut(raw, "://")
	if ok && isScheme(scheme) {
		switch strings.ToLower(scheme) {
		case "s3", "s3a", "s3n":
			return parseS3URI(raw, rest)
		case "http", "https":
			return parseHTTP(raw, strings.ToLower(scheme), rest)
		case "file":
			return parseFileURI(raw, rest)
		}
		return Ref{}, fmt.Errorf("address %s: scheme %q is not supported: want s3, https, http, file or a local path",
			redactURL(raw), scheme)
	}
	if host, _, ok := strings.Cut(raw, "/"); ok {
		if _, isS3 := s3Host(strings.ToLower(host)); isS3 {
			return parseHTTP(raw, "https", raw)
		}
	}
	if strings.ContainsRune(raw, 0) {
		return Ref{}, fmt.Errorf("path %q holds a NUL byte: no file can have that name", raw)
	}
	return Ref{Raw: raw, Scheme: "file", Path: raw}, nil
}

// String returns the address in one canonical form, fit for logs and reports:
// signatures, passwords and tokens are left out. Two addresses of one object
// of S3 give the same string, whatever form they were written in.
func (r Ref) String() string {
	switch r.Scheme {
	case "s3":
		s := "s3://" + r.Bucket + "/" + r.Key
		if r.VersionID != "" {
			s += "?versionId=" + r.VersionID
		}
		return s
	case "http", "https":
		s := r.Scheme + "://" + r.Host + r.rawPath
		if q := redactQuery(r.query); q != "" && !r.Presigned {
			s += "?" + q
		}
		return s
	}
	return r.Path
}

// Node returns the name of the node that a zip belongs to: the last segment
// of the address without ".zip". Dots belong to the name (10.0.0.190.zip).
func (r Ref) Node() string {
	base := path.Base(strings.TrimRight(r.slashPath(), "/"))
	if base == "." || base == "/" {
		return ""
	}
	return trimZip(base)
}

// RunID returns the id of the run: the segment before the zip, or the last
// segment when the address ends in a slash, without a leading "jenkins-".
// It is empty when the address has no such segment.
func (r Ref) RunID() string {
	p := r.slashPath()
	dir := strings.TrimRight(p[:strings.LastIndexByte(p, '/')+1], "/")
	base := path.Base(dir)
	if dir == "" || base == "." || base == ".." {
		return ""
	}
	return strings.TrimPrefix(base, "jenkins-")
}

// slashPath is the key, or the path with forward slashes.
func (r Ref) slashPath() string {
	switch {
	case r.Scheme == "s3" || r.Key != "":
		return r.Key
	case r.Scheme == "file":
		return toSlash(r.Path)
	}
	return r.Path
}

// isZip reports whether the address names a zip by its ending.
func (r Ref) isZip() bool { return hasZipSuffix(r.slashPath()) }

func hasZipSuffix(s string) bool {
	return len(s) > 4 && strings.EqualFold(s[len(s)-4:], ".zip")
}

func trimZip(s string) string {
	if hasZipSuffix(s) {
		return s[:len(s)-4]
	}
	return s
}
