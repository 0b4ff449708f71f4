package fetch

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"syscall"

	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// withoutURL describes a request that got no answer, or none that can be read. It takes
// the address, which may hold a secret, out of the error, and the secrets out of the rest.
func withoutURL(op string, ref Ref, err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	if text := ref.hush(err.Error()); text != err.Error() {
		err = &hushed{err, text}
	}
	if hint := connectionHint(err); hint != "" {
		return fmt.Errorf("%s %s: %w (%s)", op, ref, err, hint)
	}
	return fmt.Errorf("%s %s: %w", op, ref, err)
}

// withoutSDK is withoutURL for what the SDK wraps in words of its own.
func withoutSDK(op string, ref Ref, err error) error {
	var send *smithyhttp.RequestSendError
	var read *smithy.DeserializationError
	var operation *smithy.OperationError
	switch {
	case errors.As(err, &send):
		err = send.Err
	case errors.As(err, &read):
		err = fmt.Errorf("the answer cannot be read: %w", read.Err)
	case errors.As(err, &operation):
		err = operation.Err
	}
	return withoutURL(op, ref, err)
}

// connectionHint says what may be wrong when there is no connection.
func connectionHint(err error) string {
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return "is the address right?"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "is the server up, and the address right?"
	case isNoTLS(err):
		return "does this server speak http, not https?"
	case isCertificate(err):
		return "check the address, and the certificates that this machine trusts"
	}
	return ""
}

// isCertificate reports a server whose certificate is refused.
func isCertificate(err error) bool {
	var refused *tls.CertificateVerificationError
	return errors.As(err, &refused)
}

// isNoTLS reports a server that does not speak TLS.
func isNoTLS(err error) bool {
	var header tls.RecordHeaderError
	return errors.Is(err, http.ErrSchemeMismatch) || errors.As(err, &header)
}

// isHopeless reports what another attempt will not change.
func isHopeless(err error) bool {
	var dns *net.DNSError
	return errors.Is(err, errRedirect) || isCertificate(err) || isNoTLS(err) || errors.As(err, &dns) && dns.IsNotFound
}
