package fetch

import (
	"fmt"
	"net/url"
	"strings"
)

// parseHTTP reads what stands after http:// or https://. It is more lenient
// than net/url: blanks and stray per cent signs stay in the path.
func parseHTTP(raw, scheme, rest string) (Ref, error) {
	rest, _, _ = strings.Cut(rest, "#")
	rest, query, _ := strings.Cut(rest, "?")
	authority, path := rest, "/"
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		authority, path = rest[:i], rest[i:]
	}
	var user string
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		user, authority = authority[:i], authority[i+1:]
	}
	host := strings.ToLower(authority)
	if u, err := url.Parse(scheme + "://" + host + "/"); err != nil || u.Hostname() == "" {
		return Ref{}, fmt.Errorf("address %s: %q is no host name", redactURL(raw), host)
	}
	r := Ref{Raw: raw, Scheme: scheme, Host: host, Path: unescape(path), rawPath: path, query: query, user: user}
	values := parseQuery(query)
	if isConsole(host, path) {
		return parseConsole(raw, path, values)
	}
	e, isS3 := s3Host(host)
	if isS3 {
		if err := r.setObject(e, path); err != nil {
			return Ref{}, err
		}
		r.VersionID = values.Get("versionId")
	}
	if signed, expires := presigned(values); signed {
		r.Presigned, r.Expires = true, expires
		return r, nil
	}
	if isS3 {
		if r.Key == "" { // a listing: ?list-type=2&prefix=run/
			r.Key = values.Get("prefix")
		}
		r.Scheme, r.Host, r.Path, r.rawPath, r.query, r.user = "s3", "", "", "", "", ""
	}
	return r, nil
}

// setObject takes bucket and key from the host and the path as written.
func (r *Ref) setObject(e s3Endpoint, path string) error {
	bucket, key := e.bucket, strings.TrimPrefix(path, "/")
	if bucket == "" {
		bucket, key, _ = strings.Cut(key, "/")
		bucket = unescape(bucket)
	}
	if err := checkBucket(r.Raw, bucket); err != nil {
		return err
	}
	r.Bucket, r.Key, r.Region = bucket, unescape(key), e.region
	r.altKey = ""
	if alt := strings.ReplaceAll(key, "+", " "); alt != key {
		r.altKey = unescape(alt)
	}
	return nil
}

// parseConsole reads the address of an object or folder in the S3 console.
func parseConsole(raw, path string, values url.Values) (Ref, error) {
	bucket := path[strings.LastIndexByte(path, '/')+1:]
	if err := checkBucket(raw, bucket); err != nil {
		return Ref{}, err
	}
	return Ref{Raw: raw, Scheme: "s3", Bucket: bucket, Key: values.Get("prefix"),
		Region: values.Get("region"), VersionID: values.Get("versionId")}, nil
}

// parseFileURI reads what stands after file://.
func parseFileURI(raw, rest string) (Ref, error) {
	host, path := "", rest
	if !strings.HasPrefix(rest, "/") {
		i := strings.IndexByte(rest, '/')
		if i < 0 {
			i = len(rest)
		}
		host, path = rest[:i], rest[i:]
	}
	if path = unescape(path); path == "" || host != "" && !strings.EqualFold(host, "localhost") {
		return Ref{}, fmt.Errorf("address %s: want file:///path, or the path alone", redactURL(raw))
	}
	if strings.ContainsRune(path, 0) {
		return Ref{}, fmt.Errorf("path %q holds a NUL byte: no file can have that name", path)
	}
	return Ref{Raw: raw, Scheme: "file", Path: path}, nil
}

// requestURL is the address to send a request to, secrets included. What was
// percent-encoded stays as it was written, because a signature covers it.
func (r Ref) requestURL() *url.URL {
	u := &url.URL{Scheme: r.Scheme, Host: r.Host, Path: r.Path, RawPath: r.rawPath, RawQuery: r.query}
	if r.user != "" {
		name, password, set := strings.Cut(r.user, ":")
		u.User = url.User(unescape(name))
		if set {
			u.User = url.UserPassword(unescape(name), unescape(password))
		}
	}
	return u
}

// unescape decodes %XX and leaves alone what is not an escape.
func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if hi, lo := unhex(s[i+1]), unhex(s[i+2]); hi >= 0 && lo >= 0 {
				b.WriteByte(byte(hi<<4 | lo))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func unhex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
