package fetch

import (
	"net/url"
	"strconv"
	"strings"
	"time"
)

// presigned reports whether a query carries a signature (AWS version 4 or 2,
// Google, Azure), and when it runs out if the query says so.
func presigned(q url.Values) (bool, time.Time) {
	for _, vendor := range []string{"X-Amz-", "X-Goog-"} {
		if getFold(q, vendor+"Signature") == "" {
			continue
		}
		signed, err := time.Parse("20060102T150405Z", getFold(q, vendor+"Date"))
		seconds, err2 := strconv.ParseInt(getFold(q, vendor+"Expires"), 10, 32)
		if err != nil || err2 != nil {
			return true, time.Time{}
		}
		return true, signed.Add(time.Duration(seconds) * time.Second)
	}
	if q.Get("Signature") != "" && q.Get("Expires") != "" {
		unix, err := strconv.ParseInt(q.Get("Expires"), 10, 64)
		if err != nil {
			return true, time.Time{}
		}
		return true, time.Unix(unix, 0).UTC()
	}
	if q.Get("sig") != "" && q.Get("se") != "" {
		expires, _ := time.Parse(time.RFC3339, q.Get("se")) // zero when odd
		return true, expires
	}
	return false, time.Time{}
}

func getFold(q url.Values, name string) string {
	for k, v := range q {
		if strings.EqualFold(k, name) && len(v) > 0 {
			return v[0]
		}
	}
	return ""
}

// parseQuery keeps the parameters that can be read and drops the others.
func parseQuery(q string) url.Values {
	values, _ := url.ParseQuery(q) // its values are what could be read
	return values
}

// secretWords are parts of parameter names whose values must not be shown.
var secretWords = []string{"token", "secret", "sig", "key", "pass", "auth", "credential", "session", "cookie"}

// redactQuery replaces the values of parameters that look secret.
func redactQuery(q string) string {
	if q == "" {
		return ""
	}
	parts := strings.Split(q, "&")
	for i, p := range parts {
		name, _, _ := strings.Cut(p, "=")
		for _, w := range secretWords {
			if strings.Contains(strings.ToLower(name), w) {
				parts[i] = name + "=***"
				break
			}
		}
	}
	return strings.Join(parts, "&")
}

// redactURL makes an address that could not be read fit for an error: no
// query, no user and password.
func redactURL(raw string) string {
	raw, _, cut := strings.Cut(raw, "?")
	if i := strings.Index(raw, "://"); i >= 0 {
		authority, rest, _ := strings.Cut(raw[i+3:], "/")
		if j := strings.LastIndexByte(authority, '@'); j >= 0 {
			raw = raw[:i+3] + authority[j+1:] + "/" + rest
		}
	}
	if cut {
		raw += "?..."
	}
	return strconv.Quote(raw)
}
