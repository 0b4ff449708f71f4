package fetch

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"strings"
)

func (c *Client) expandS3(ctx context.Context, ref Ref) (*Listing, error) {
	if hasMeta(ref.Key) {
		l, err := c.expandS3Glob(ctx, ref)
		if err == nil || ctx.Err() != nil {
			return l, err
		}
		if l, ok := c.expandLiteral(ctx, ref); ok {
			return l, nil
		}
		return nil, err
	}
	return c.expandS3Name(ctx, ref)
}

// expandLiteral takes a pattern that matches nothing for the name that it is: keys may
// hold the characters of a glob.
func (c *Client) expandLiteral(ctx context.Context, ref Ref) (*Listing, bool) {
	if ref.isZip() || ref.VersionID != "" {
		if found, err := c.exists(ctx, ref); err != nil || !found {
			return nil, false
		}
	}
	l, err := c.expandS3Name(ctx, ref)
	return l, err == nil
}

// expandS3Name expands a key or prefix that is no pattern.
func (c *Client) expandS3Name(ctx context.Context, ref Ref) (*Listing, error) {
	switch {
	case ref.isZip():
		return c.single(ctx, ref), nil
	case ref.VersionID != "":
		return &Listing{Artifacts: []Ref{ref}}, nil
	}
	prefix := ref.Key
	if prefix != "" && !strings.HasSuffix(prefix, "/") {
		prefix += "/"
	}
	found, err := c.listS3(ctx, ref, prefix)
	if err != nil {
		return nil, err
	}
	folders := found.folders
	l := ref.listing(found.keys)
	if found.lost != nil {
		if len(l.Artifacts) == 0 {
			return nil, fmt.Errorf("no zip in %s as far as it was listed: %s", ref, found.lost)
		}
		l.Problems = append(l.Problems, *found.lost)
	}
	if len(l.Artifacts) > 0 {
		return l, nil
	}
	if prefix != ref.Key && len(folders) == 0 {
		if found, err := c.exists(ctx, ref); err != nil || found {
			return c.expandObject(ctx, ref)
		}
	}
	if alt := strings.TrimSuffix(ref.altKey, "/"); alt != "" {
		ref.Key, ref.altKey = alt+"/", ""
		if l, err := c.expandS3(ctx, ref); err == nil {
			return l, nil
		}
	}
	return nil, noZips(ref, folders)
}

// listing makes the refs of keys.
func (r Ref) listing(keys []string) *Listing {
	l := &Listing{}
	for _, k := range keys {
		at := Ref{Scheme: "s3", Bucket: r.Bucket, Key: k, Region: r.Region}
		at.Raw = at.String()
		switch {
		case hasZipSuffix(k):
			l.Artifacts = append(l.Artifacts, at)
		case path.Base(k) == manifestName:
			l.Manifest = &at
		}
	}
	return l
}

// expandObject takes an object that is not named like a zip: a list, or a zip
// all the same.
func (c *Client) expandObject(ctx context.Context, ref Ref) (*Listing, error) {
	if text, err := c.ReadFile(ctx, ref, maxList); err == nil {
		l, err := parseList(string(text), "")
		if l != nil || err != nil {
			return l, err
		}
	}
	return c.single(ctx, ref), nil
}

// expandS3Glob matches a pattern part by part, so that only prefixes that can
// match are listed.
func (c *Client) expandS3Glob(ctx context.Context, ref Ref) (*Listing, error) {
	if err := checkPattern(ref, ref.Key); err != nil {
		return nil, err
	}
	dirs, parts := []string{""}, strings.Split(ref.Key, "/")
	var keys []string
	var lost []Problem
	for i, part := range parts {
		last := i == len(parts)-1
		var next []string
		for _, dir := range dirs {
			if !hasMeta(part) && !last {
				next = append(next, dir+part+"/")
				continue
			}
			literal := part
			if at := strings.IndexAny(part, `*?[\`); at >= 0 {
				literal = part[:at]
			}
			found, err := c.listS3(ctx, ref, dir+literal)
			if err != nil {
				return nil, err
			}
			if found.lost != nil {
				lost = append(lost, *found.lost)
			}
			if last {
				keys = append(keys, matching(found.keys, dir, part)...)
				continue
			}
			for _, f := range matching(found.folders, dir, part) {
				next = append(next, f+"/")
			}
		}
		dirs = next
	}
	l := ref.listing(keys)
	if len(l.Artifacts) == 0 && len(lost) > 0 {
		return nil, fmt.Errorf("no zip matches %s as far as it was listed: %s", ref, lost[0])
	}
	if len(l.Artifacts) == 0 {
		return nil, fmt.Errorf("no zip matches %s: check the pattern", ref)
	}
	l.Manifest, l.Problems = nil, lost
	c.findManifest(ctx, l)
	return l, nil
}

// matching returns the names in dir that match a pattern, without a slash at
// their end.
func matching(names []string, dir, pattern string) []string {
	var out []string
	for _, n := range names {
		n = strings.TrimSuffix(n, "/")
		if ok, err := path.Match(pattern, strings.TrimPrefix(n, dir)); ok && err == nil {
			out = append(out, n)
		}
	}
	return out
}

// cannotList says what to do when a prefix may not be listed.
func cannotList(ref Ref, err error) error {
	if !refused(err) && statusOf(err) != http.StatusMethodNotAllowed {
		return err
	}
	return fmt.Errorf("%s may not be listed: pass the zips themselves, or a plan: %w", ref, err)
}
