package fetch

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// maxKeys bounds a listing: a run has a zip per node, not a hundred thousand.
const maxKeys = 100_000

// listS3 lists the objects and folders whose names begin with prefix, up to
// the next slash.
func (c *Client) listS3(ctx context.Context, ref Ref, prefix string) (keys, folders []string, err error) {
	in := &s3.ListObjectsV2Input{Bucket: aws.String(ref.Bucket), Prefix: optional(prefix), Delimiter: aws.String("/")}
	tries := c.newAttempts(ref)
	for {
		out, err := c.listPage(ctx, ref, in)
		if err != nil {
			if err := tries.again(ctx, err, 0); err != nil {
				return nil, nil, cannotList(ref, err)
			}
			continue
		}
		for _, o := range out.Contents {
			keys = append(keys, aws.ToString(o.Key))
		}
		for _, p := range out.CommonPrefixes {
			folders = append(folders, aws.ToString(p.Prefix))
		}
		if len(keys)+len(folders) > maxKeys {
			return nil, nil, fmt.Errorf("%s holds more than %d objects: name one run", ref, maxKeys)
		}
		if !aws.ToBool(out.IsTruncated) || aws.ToString(out.NextContinuationToken) == "" {
			return keys, folders, nil
		}
		in.ContinuationToken = out.NextContinuationToken
	}
}

func (c *Client) listPage(ctx context.Context, ref Ref, in *s3.ListObjectsV2Input) (out *s3.ListObjectsV2Output, err error) {
	if err := c.conns.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer c.conns.Release(1)
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
