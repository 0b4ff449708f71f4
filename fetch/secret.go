package fetch

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// hushed is an error whose text lost the secrets that it held.
type hushed struct {
	err  error
	text string
}

func (h *hushed) Error() string { return h.text }
func (h *hushed) Unwrap() error { return h.err }

// shortest is how long a value must be to be looked for in texts: what is shorter is
// a word, or no secret.
const shortest = 6

var (
	// anyQuery is the query of any address, also of one that is broken.
	anyQuery = regexp.MustCompile(`\?[\w.~%+-]+=[^\s"'<>)]*`)
	// anyUser is the user and password in any address.
	anyUser = regexp.MustCompile(`://[^\s/@"']+@`)
)

// hush takes out of a text, such as the words of a server, what must not be shown: the
// secrets of this address, and the query and password of every other.
func (r Ref) hush(text string) string {
	for _, s := range r.secrets() {
		text = strings.ReplaceAll(text, s, "***")
	}
	return anyUser.ReplaceAllString(anyQuery.ReplaceAllString(text, "?..."), "://")
}

// secrets are the parts of the address that must not be shown, as written and decoded:
// of a presigned one every value of its query.
func (r Ref) secrets() []string {
	var out []string
	add := func(s string) {
		for _, s := range []string{s, unescape(s)} {
			if len(s) >= shortest {
				out = append(out, s)
			}
		}
	}
	shown := strings.Split(redactQuery(r.query), "&")
	for i, p := range strings.Split(r.query, "&") {
		name, value, _ := strings.Cut(p, "=")
		if r.Presigned || shown[i] != p {
			add(value)
		}
		if strings.Contains(strings.ToLower(name), "credential") { // <key id>/<date>/<region>...
			id, _, _ := strings.Cut(unescape(value), "/")
			add(id)
		}
	}
	if _, password, set := strings.Cut(r.user, ":"); set {
		add(password)
	}
	return out
}

// Secret reports whether the address holds a signature, a password or a token: what
// String leaves out.
func (r Ref) Secret() bool {
	return r.Presigned || r.user != "" || redactQuery(r.query) != r.query
}

// errRedirect is a chain of redirects that leads nowhere.
var errRedirect = errors.New("the server redirects without end")

// maxRedirects is how many redirects are followed.
const maxRedirects = 10

// followRedirect decides about a redirect. The address that led to it may be a secret
// and is not passed on.
func followRedirect(r *http.Request, via []*http.Request) error {
	r.Header.Del("Referer")
	if len(via) >= maxRedirects {
		return fmt.Errorf("%w: stopped after %d", errRedirect, len(via))
	}
	return nil
}
