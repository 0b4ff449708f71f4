package fetch

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/middleware"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// s3Source talks to S3 through the SDK. The SDK does not retry for us: it
// could not resume a body, and the attempts of an artifact are counted in one
// place.
type s3Source struct {
	opt  Options
	log  *slog.Logger
	http *http.Client

	login func(context.Context) login // once

	mu      sync.Mutex
	buckets map[string]access // what was learnt
	clients map[access]*s3.Client

	asking  sync.Mutex
	regions map[string]string // by bucket, what HeadBucket told
}

func newS3Source(o Options, transport http.RoundTripper, log *slog.Logger) *s3Source {
	s := &s3Source{
		opt: o,
		log: log,
		http: &http.Client{
			Transport: regionReader{transport},
			// A redirect names a region; its target would need another signature.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		buckets: map[string]access{},
		clients: map[access]*s3.Client{},
		regions: map[string]string{},
	}
	s.login = s.loginOnce()
	return s
}

// get sends one GetObject.
func (s *s3Source) get(ctx context.Context, ref Ref, q query) (*answer, error) {
	in := &s3.GetObjectInput{
		Bucket:      aws.String(ref.Bucket),
		Key:         aws.String(ref.Key),
		VersionId:   optional(ref.VersionID),
		Range:       optional(q.rangeHeader()),
		IfMatch:     optional(q.ifMatch),
		IfNoneMatch: optional(q.ifNoneMatch),
	}
	if t, err := http.ParseTime(q.ifModifiedSince); err == nil {
		in.IfModifiedSince = aws.Time(t)
	}
	if ref.Key == "" {
		return nil, &StatusError{Op: "GET", Ref: ref, Status: http.StatusBadRequest, Message: "the address names a bucket, not an object"}
	}
	var out *s3.GetObjectOutput
	err := s.do(ctx, "GET", ref, func(c *s3.Client) (err error) {
		out, err = c.GetObject(ctx, in)
		return err
	})
	if statusOf(err) == http.StatusNotModified {
		return &answer{status: http.StatusNotModified, body: http.NoBody}, nil
	}
	if err != nil {
		return nil, err
	}
	raw, ok := middleware.GetRawResponse(out.ResultMetadata).(*smithyhttp.Response)
	if !ok {
		_ = out.Body.Close() // nothing was read from it
		return nil, errors.New("the S3 client gave no response")
	}
	return newAnswer(raw.Response, out.Body)
}

// atEndpoint makes a plain address on the server of Options.Endpoint one of S3,
// so that it can be signed and listed: bucket and key are its path.
func (c *Client) atEndpoint(ref Ref) Ref {
	_, host, ok := strings.Cut(c.opt.Endpoint, "://")
	host, _, _ = strings.Cut(host, "/")
	if !ok || !strings.EqualFold(ref.Host, host) || ref.Presigned || ref.query != "" || ref.user != "" {
		return ref
	}
	at := Ref{Raw: ref.Raw, Scheme: "s3"}
	if at.setObject(s3Endpoint{}, ref.rawPath) != nil {
		return ref
	}
	return at
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
