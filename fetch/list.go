package fetch

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
)

// A Listing is what lies in one run.
type Listing struct {
	Artifacts []Ref // the zips, sorted by address, or one extracted folder
	Manifest  *Ref  // manifest.json beside them, nil when there is none

	// Problems tell what could not be looked for: the manifest, or the rest of a
	// listing (KindListing), so that zips of the run may be missing.
	Problems []Problem
}

// manifestName is the optional file in which a bench states what it knew.
const manifestName = "manifest.json"

// Expand finds the zips of one run: those in a folder or prefix, those that
// match a glob (*, ?, [...]), those in a list (a text with one address a
// line), or the one zip that ref is. A local folder without zips is taken for
// one that was extracted from a zip. It notices a manifest.json beside them.
//
// The error says what was found instead: nothing, folders of several runs, or
// that the prefix may not be listed, so that its zips must be named.
func (c *Client) Expand(ctx context.Context, ref Ref) (*Listing, error) {
	ref = c.atEndpoint(ref)
	var l *Listing
	var err error
	switch {
	case ref.Scheme == "file":
		l, err = c.expandLocal(ctx, ref)
	case ref.Presigned:
		l = &Listing{Artifacts: []Ref{ref}} // nothing beside it is signed
	case ref.Scheme == "s3":
		l, err = c.expandS3(ctx, ref)
	default:
		l, err = c.expandHTTP(ctx, ref)
	}
	if err != nil {
		return nil, withRef(err, ref)
	}
	slices.SortFunc(l.Artifacts, func(a, b Ref) int { return cmp.Compare(a.String(), b.String()) })
	l.Artifacts = slices.CompactFunc(l.Artifacts, func(a, b Ref) bool { return a.String() == b.String() })
	return l, nil
}

// single is the listing of one zip; the manifest is asked for.
func (c *Client) single(ctx context.Context, ref Ref) *Listing {
	l := &Listing{Artifacts: []Ref{ref}}
	c.findManifest(ctx, l)
	return l
}

// findManifest looks for a manifest when all artifacts lie in one place.
func (c *Client) findManifest(ctx context.Context, l *Listing) {
	var manifest Ref
	for i, a := range l.Artifacts {
		m, ok := a.sibling(manifestName)
		if !ok || i > 0 && m.String() != manifest.String() {
			return
		}
		manifest = m
	}
	if len(l.Artifacts) == 0 {
		return
	}
	switch found, err := c.exists(ctx, manifest); {
	case err != nil:
		l.Problems = append(l.Problems, artifactProblem(KindOffline, "%s could not be looked for: %v", manifest, err))
	case found:
		l.Manifest = &manifest
	}
}

// sibling is the address of another file beside r. A presigned address has
// none, nor has one with a query.
func (r Ref) sibling(name string) (Ref, bool) {
	s := Ref{Scheme: r.Scheme, Bucket: r.Bucket, Region: r.Region, Host: r.Host, user: r.user}
	switch {
	case r.Presigned || r.query != "":
		return s, false
	case r.Scheme == "s3":
		s.Key = dirOf(r.Key) + name
	case r.Scheme == "file":
		s.Path = dirOf(r.Path) + name
	default:
		s.Path, s.rawPath = dirOf(r.Path)+name, dirOf(r.rawPath)+name
	}
	s.Raw = s.String()
	return s, true
}

// dirOf is the path up to and with its last slash.
func dirOf(p string) string { return p[:strings.LastIndexByte(p, '/')+1] }

// hasMeta reports whether a path holds characters of a glob.
func hasMeta(p string) bool { return strings.ContainsAny(p, "*?[") }

// checkPattern refuses a glob that can match nothing.
func checkPattern(ref Ref, pattern string) error {
	if _, err := path.Match(pattern, ""); err != nil {
		return fmt.Errorf("glob %s: %w", ref, err)
	}
	return nil
}

// noZips is the error about a place that holds no zips; folders are those of
// its folders that were seen.
func noZips(ref Ref, folders []string) error {
	if len(folders) == 0 {
		return fmt.Errorf("no zip in %s: want a folder or prefix that holds one zip per node", ref)
	}
	more := ""
	if n := len(folders); n > 5 {
		folders, more = folders[:5], fmt.Sprintf(" and %d more", n-5)
	}
	return fmt.Errorf("no zip in %s, but folders: name one run of %s%s", ref, label(strings.Join(folders, ", ")), more)
}
