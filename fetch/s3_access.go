package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// do makes a call to S3: signed if there are credentials, and once without a
// signature if that is refused, because a public bucket refuses an unknown or
// expired login. What worked is remembered for the bucket.
func (s *s3Source) do(ctx context.Context, op string, ref Ref, call func(*s3.Client) error) error {
	l := s.login(ctx)
	a := s.access(l, ref)
	err := s.try(ctx, op, ref, l, &a, call)
	if !refused(err) {
		if err == nil {
			s.learn(ref.Bucket, a)
		}
		return err
	}
	if !a.signed {
		switch {
		case l.err == nil || errors.Is(l.err, errNoSign):
			return withHint(err, "the bucket is not public: sign the request, or check the address")
		default:
			return fmt.Errorf("no AWS credentials: %w; without a signature: %w", l.err, err)
		}
	}
	a.signed = false
	unsigned := s.try(ctx, op, ref, l, &a, call)
	switch {
	case unsigned == nil:
		s.log.Info("signed request refused, going on without a signature", "bucket", ref.Bucket, "error", err)
		s.learn(ref.Bucket, a)
	case refused(unsigned):
		return fmt.Errorf("%w; without a signature: %w", withHint(err, "check the AWS login"), unsigned)
	}
	return unsigned
}

// try makes the call, following up to two hints at another region. A refusal that
// looks like it and names none makes it ask.
func (s *s3Source) try(ctx context.Context, op string, ref Ref, l login, a *access, call func(*s3.Client) error) error {
	for hop := 0; ; hop++ {
		err := asStatus(op, ref, call(s.client(l, *a)))
		region := regionHint(err)
		if region == "" && hop == 0 && elsewhere(err) {
			region = s.askRegion(ctx, ref.Bucket, l, *a)
		}
		if region == "" || region == a.region || hop == 2 {
			return err
		}
		s.log.Debug("bucket is in another region", "bucket", ref.Bucket, "region", region)
		a.region = region
	}
}

// access returns what is known or assumed about a bucket.
func (s *s3Source) access(l login, ref Ref) access {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, ok := s.buckets[ref.Bucket]; ok {
		return a
	}
	a := access{signed: l.err == nil, dots: strings.Contains(ref.Bucket, ".")}
	candidates := []string{ref.Region, s.opt.Region, l.cfg.Region, "us-east-1"}
	if s.opt.Endpoint != "" { // the region in an address of AWS is not this server's
		candidates = []string{s.opt.Region, l.cfg.Region, ref.Region, "us-east-1"}
	}
	for _, r := range candidates {
		if a.region == "" {
			a.region = r
		}
	}
	return a
}

func (s *s3Source) learn(bucket string, a access) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.buckets[bucket] = a
}

// loginCodes are errors of the login that do not all come with 401 or 403.
// XAdminUserNotFound is versitygw's word for an unknown key, sent with 404.
var loginCodes = []string{
	"ExpiredToken", "InvalidToken", "TokenRefreshRequired", "InvalidAccessKeyId",
	"SignatureDoesNotMatch", "RequestTimeTooSkewed", "XAdminUserNotFound",
	"ExpiredTokenException", "InvalidClientTokenId", "UnrecognizedClientException", "InvalidSecurity",
	"IncompleteSignature", "AuthorizationHeaderMalformed", // a key id that is none; of a wrong region no hint is left here
}

// storedAway is the code of an object that is in an archive: 403, whoever asks.
const storedAway = "InvalidObjectState"

// refused reports whether err is about who asks, not about what is asked for.
func refused(err error) bool {
	var e *StatusError
	return errors.As(err, &e) && e.Code != storedAway && (e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden ||
		slices.Contains(loginCodes, e.Code))
}

// asStatus makes a StatusError of an answer that the SDK reports as an error.
func asStatus(op string, ref Ref, err error) error {
	var resp *smithyhttp.ResponseError
	switch {
	case err == nil || isContextError(err):
		return err
	case !errors.As(err, &resp) || resp.Response == nil || resp.HTTPStatusCode() < 300: // none, or a body that could not be read
		return withoutSDK(op, ref, err)
	}
	e := &StatusError{Op: op, Ref: ref, Status: resp.HTTPStatusCode(), header: resp.Response.Header, err: err}
	var api smithy.APIError
	if errors.As(err, &api) {
		e.Code, e.Message = label(api.ErrorCode()), label(api.ErrorMessage())
	}
	if e.Code == "UnknownError" || e.Code == e.Message || strings.EqualFold(e.Code, strings.ReplaceAll(http.StatusText(e.Status), " ", "")) {
		e.Code = ""
	}
	switch e.Code {
	case storedAway:
		e.Hint = "it is in an archive such as Glacier: restore it first"
	case "RequestTimeTooSkewed":
		e.Hint = "check this machine's clock"
	}
	if e.Message == "UnknownError" || e.Message == http.StatusText(e.Status) {
		e.Message = ""
	}
	return e
}

func withHint(err error, hint string) error {
	var e *StatusError
	if errors.As(err, &e) && e.Hint == "" {
		e.Hint = hint
	}
	return err
}
