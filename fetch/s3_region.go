package fetch

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// regionHeader is where S3 names the region of a bucket.
const regionHeader = "X-Amz-Bucket-Region"

// expecting finds the right region in the message of AuthorizationHeaderMalformed;
// S3 puts it in single quotes, versitygw in double ones.
var expecting = regexp.MustCompile(`expecting ['"]([a-z0-9-]+)['"]`)

// regionHint is the region that a refusal names, empty when it names none.
func regionHint(err error) string {
	var e *StatusError
	if !errors.As(err, &e) {
		return ""
	}
	if e.Status >= 300 && e.Status < 400 && e.Status != http.StatusNotModified || e.Status == http.StatusBadRequest {
		if r := e.header.Get(regionHeader); r != "" {
			return r
		}
	}
	if m := expecting.FindStringSubmatch(e.Message); m != nil {
		return m[1]
	}
	return ""
}

// regionCodes come with the refusal of a request that went to a wrong region. The
// empty code is an answer without words.
var regionCodes = []string{"", "AuthorizationHeaderMalformed", "PermanentRedirect", "TemporaryRedirect", "IllegalLocationConstraintException"}

// elsewhere reports whether a refusal can mean that the bucket is in another region.
func elsewhere(err error) bool {
	var e *StatusError
	if !errors.As(err, &e) || !slices.Contains(regionCodes, e.Code) {
		return false
	}
	switch e.Status {
	case http.StatusMovedPermanently, http.StatusTemporaryRedirect, http.StatusPermanentRedirect, http.StatusBadRequest:
		return true
	}
	return false
}

// askRegion learns the region of a bucket by HeadBucket, whose answer names it even
// in a refusal: without a signature, which cannot be for the wrong region, then with
// one. It asks once for each bucket; empty means that the server does not say.
func (s *s3Source) askRegion(ctx context.Context, bucket string, l login, a access) string {
	s.asking.Lock()
	defer s.asking.Unlock()
	if r, known := s.regions[bucket]; known {
		return r
	}
	unsigned := a
	unsigned.signed = false
	region := headRegion(ctx, s.client(l, unsigned), bucket)
	if region == "" && a.signed {
		region = headRegion(ctx, s.client(l, a), bucket)
	}
	if ctx.Err() == nil {
		s.regions[bucket] = region
	}
	return region
}

// headRegion makes one HeadBucket.
func headRegion(ctx context.Context, c *s3.Client, bucket string) string {
	out, err := c.HeadBucket(ctx, &s3.HeadBucketInput{Bucket: aws.String(bucket)})
	if err == nil {
		return aws.ToString(out.BucketRegion)
	}
	var resp *smithyhttp.ResponseError
	if errors.As(err, &resp) && resp.Response != nil {
		return resp.Response.Header.Get(regionHeader)
	}
	return ""
}

// maxErrorBody bounds what is read of an error's body.
const maxErrorBody = 64 << 10

// A regionReader takes the region that the body of a refusal names and puts it where
// other refusals have it, in the header: the SDK drops it.
type regionReader struct{ next http.RoundTripper }

func (t regionReader) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(r)
	if err != nil || resp.Header.Get(regionHeader) != "" || r.Method == http.MethodHead {
		return resp, err
	}
	if resp.StatusCode != http.StatusBadRequest && (resp.StatusCode < 300 || resp.StatusCode > 399) {
		return resp, nil
	}
	head, err := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
	rest := resp.Body
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(head), rest), rest}
	if err != nil {
		return resp, nil // whoever reads on meets the same error
	}
	var e struct {
		XMLName xml.Name `xml:"Error"`
		Region  string
	}
	if xml.Unmarshal(head, &e) == nil && e.Region != "" {
		resp.Header.Set(regionHeader, e.Region)
	}
	return resp, nil
}
