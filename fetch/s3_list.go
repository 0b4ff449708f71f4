package fetch

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net/url"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// maxKeys bounds a listing: a run has a zip per node, not a hundred thousand.
const maxKeys = 100_000

// A page of S3 names at most a thousand objects; pages are what a listing has of them.
type pages struct {
	keys, folders []string

	// lost says why the pages from some page on are missing, nil when none is.
	lost *Problem
}

// listS3 lists the objects and folders whose names begin with prefix, up to
// the next slash. When a page cannot be had, what those before it named is
// kept; without the first one that is an error.
func (c *Client) listS3(ctx context.Context, ref Ref, prefix string) (*pages, error) {
	in := &s3.ListObjectsV2Input{Bucket: aws.String(ref.Bucket), Prefix: optional(prefix), Delimiter: aws.String("/")}
	tries := c.newAttempts(ref)
	l := &pages{}
	for page := 1; ; {
		out, err := c.listPage(ctx, ref, in)
		if err != nil && in.EncodingType == "" && isNoXML(err) {
			in.EncodingType = types.EncodingTypeUrl // a name with a character that XML cannot hold
			continue
		}
		if err != nil {
			err = tries.again(ctx, err, 0)
			if err == nil {
				continue
			}
			if page == 1 || ctx.Err() != nil {
				return nil, cannotList(ref, err)
			}
			return l.without(page, err), nil
		}
		for _, o := range out.Contents {
			l.keys = append(l.keys, nameIn(out, o.Key))
		}
		for _, p := range out.CommonPrefixes {
			l.folders = append(l.folders, nameIn(out, p.Prefix))
		}
		if len(l.keys)+len(l.folders) > maxKeys {
			return nil, fmt.Errorf("%s holds more than %d objects: name one run", ref, maxKeys)
		}
		if !aws.ToBool(out.IsTruncated) {
			return l, nil
		}
		page++
		next := aws.ToString(out.NextContinuationToken)
		if next == "" || next == aws.ToString(in.ContinuationToken) {
			return l.without(page, errNoPage), nil
		}
		in.ContinuationToken = out.NextContinuationToken
		tries = c.newAttempts(ref) // a page is not the worse for those before it
	}
}

// isNoXML reports an answer that is no XML.
func isNoXML(err error) bool {
	var syntax *xml.SyntaxError
	return errors.As(err, &syntax)
}

// nameIn decodes a name in a listing. Only where needed it is asked for encoded: not all
// servers encode a plus sign.
func nameIn(out *s3.ListObjectsV2Output, name *string) string {
	if out.EncodingType == types.EncodingTypeUrl {
		if s, err := url.QueryUnescape(aws.ToString(name)); err == nil {
			return s
		}
	}
	return aws.ToString(name)
}

// errNoPage is a server that says that there is more and not where.
var errNoPage = errors.New("the server says that there is more, and not where")

// without notes that a page and those after it are missing.
func (l *pages) without(page int, err error) *pages {
	p := artifactProblem(KindListing, "page %d of the listing could not be had, so zips may be missing: %v", page, err)
	p.Kept = fmt.Sprintf("what the pages before it name (%d)", len(l.keys)+len(l.folders))
	l.lost = &p
	return l
}

func (c *Client) listPage(ctx context.Context, ref Ref, in *s3.ListObjectsV2Input) (out *s3.ListObjectsV2Output, err error) {
	if err := c.conns.Acquire(ctx); err != nil {
		return nil, err
	}
	defer c.conns.Release()
	g := newStallGuard(ctx, c.opt.StallTimeout)
	defer g.stop()
	err = c.s3.do(g.ctx, "LIST", ref, func(s *s3.Client) (err error) {
		out, err = s.ListObjectsV2(g.ctx, in)
		return err
	})
	if err != nil {
		err = g.explain(err)
	}
	return out, err
}
