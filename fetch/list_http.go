package fetch

import (
	"context"
	"net/url"
	"regexp"
	"strings"
)

// href finds the targets of links in an index page.
var href = regexp.MustCompile(`(?i)<a\b[^>]*\bhref\s*=\s*["']?([^"'\s>]+)`)

// expandHTTP takes an address for a zip, unless it ends in a slash or names a
// text: then the page is read as an index or a list.
func (c *Client) expandHTTP(ctx context.Context, ref Ref) (*Listing, error) {
	isFolder := strings.HasSuffix(ref.Path, "/")
	isText := strings.HasSuffix(strings.ToLower(ref.Path), ".txt")
	if !isFolder && !isText {
		return c.single(ctx, ref), nil
	}
	page, err := c.ReadFile(ctx, ref, maxList)
	if err != nil {
		return nil, err
	}
	if isText {
		l, err := parseList(string(page), "")
		if err == nil && l == nil {
			err = noZips(ref, nil)
		}
		return l, err
	}
	l := ref.linked(string(page))
	if len(l.Artifacts) == 0 {
		return nil, noZips(ref, nil)
	}
	return l, nil
}

// linked returns the zips and the manifest that a page links to, if they lie
// in the folder that the page shows.
func (r Ref) linked(page string) *Listing {
	base := r.requestURL()
	base.User, base.RawQuery = nil, ""
	l := &Listing{}
	for _, m := range href.FindAllStringSubmatch(page, -1) {
		target, err := url.Parse(strings.ReplaceAll(m[1], "&amp;", "&"))
		if err != nil {
			continue
		}
		at, err := ParseRef(base.ResolveReference(target).String())
		if err != nil || at.Host != r.Host || dirOf(at.Path) != r.Path {
			continue
		}
		at.user = r.user
		switch {
		case at.isZip():
			l.Artifacts = append(l.Artifacts, at)
		case strings.HasSuffix(at.Path, "/"+manifestName):
			l.Manifest = &at
		}
	}
	return l
}
