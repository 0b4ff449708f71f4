package fetch

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// loginTimeout bounds the search for credentials, whose last place, the
// instance metadata, may not answer at all.
const loginTimeout = 15 * time.Second

// A login is the AWS configuration of this machine, and why it cannot sign.
type login struct {
	cfg aws.Config
	err error // nil: requests can be signed
}

// loginOnce returns a function that looks for credentials at its first call. A
// cancelled look-up is not remembered.
func (s *s3Source) loginOnce() func(context.Context) login {
	var mu sync.Mutex
	var known *login
	return func(ctx context.Context) login {
		mu.Lock()
		defer mu.Unlock()
		if known != nil {
			return *known
		}
		l := findLogin(ctx, s.opt.NoSignRequest)
		if ctx.Err() == nil {
			known = &l
			if l.err != nil {
				s.log.Info("requests to S3 are not signed", "reason", l.err)
			}
		}
		return l
	}
}

// errNoSign is the reason of --no-sign-request.
var errNoSign = errors.New("signing is switched off")

func findLogin(ctx context.Context, noSign bool) login {
	ctx, cancel := context.WithTimeout(ctx, loginTimeout)
	defer cancel()
	cfg, err := config.LoadDefaultConfig(ctx)
	switch {
	case noSign:
		return login{cfg, errNoSign}
	case err != nil:
		return login{cfg, err}
	case cfg.Credentials == nil:
		return login{cfg, errors.New("no credentials are configured")}
	}
	_, err = cfg.Credentials.Retrieve(ctx)
	return login{cfg, err}
}

// An access is how a bucket is reached.
type access struct {
	region string
	signed bool
	dots   bool // in the bucket's name: no TLS certificate fits its own host
}

// client returns the SDK client for an access.
func (s *s3Source) client(l login, a access) *s3.Client {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, ok := s.clients[a]; ok {
		return c
	}
	c := s3.NewFromConfig(l.cfg, func(o *s3.Options) {
		o.HTTPClient = s.http
		o.Region = a.region
		o.Retryer = aws.NopRetryer{}
		o.DisableLogOutputChecksumValidationSkipped = true
		o.UsePathStyle = a.dots
		if s.opt.Endpoint != "" {
			o.BaseEndpoint = aws.String(s.opt.Endpoint)
		}
		if o.BaseEndpoint != nil { // another server: also from AWS_ENDPOINT_URL
			o.UsePathStyle = true
			o.RequestChecksumCalculation = aws.RequestChecksumCalculationWhenRequired
			o.ResponseChecksumValidation = aws.ResponseChecksumValidationWhenRequired
		}
		if !a.signed {
			o.Credentials = aws.AnonymousCredentials{}
		}
	})
	s.clients[a] = c
	return c
}
