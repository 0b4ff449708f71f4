package fetch

import (
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A StatusError is a refusal by a server.
type StatusError struct {
	Op      string // "GET" or "LIST"
	Ref     Ref
	Status  int    // HTTP status
	Code    string // S3 error code such as NoSuchKey, may be empty
	Message string // the server's words, may be empty
	Hint    string // what to do, may be empty

	header http.Header
	err    error
}

func (e *StatusError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: %d", e.Op, e.Ref, e.Status)
	if e.Code != "" {
		b.WriteString(" " + e.Code)
	} else if t := http.StatusText(e.Status); t != "" {
		b.WriteString(" " + t)
	}
	if e.Message != "" {
		b.WriteString(": " + e.Message)
	}
	if e.Hint != "" {
		b.WriteString(" (" + e.Hint + ")")
	}
	return b.String()
}

func (e *StatusError) Unwrap() error { return e.err }

// statusOf returns the HTTP status in err, 0 when there is none.
func statusOf(err error) int {
	var s *StatusError
	if errors.As(err, &s) {
		return s.Status
	}
	return 0
}

// isMissing reports whether err says that the object does not exist.
func isMissing(err error) bool { return statusOf(err) == http.StatusNotFound }

// totalOf416 is the size that a 416 answer tells in "bytes */N".
func totalOf416(err error) (int64, bool) {
	var s *StatusError
	if !errors.As(err, &s) || s.Status != http.StatusRequestedRangeNotSatisfiable {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(s.header.Get("Content-Range"), "bytes */"), 10, 63)
	return n, err == nil
}

// retryAfter is the wait that the server asked for, 0 when it did not.
func (e *StatusError) retryAfter() time.Duration {
	v := e.header.Get("Retry-After")
	if s, err := strconv.Atoi(v); err == nil && s > 0 {
		return time.Duration(s) * time.Second
	}
	if t, err := http.ParseTime(v); err == nil {
		return max(0, time.Until(t))
	}
	return 0
}

// parseErrorXML reads the body that S3 sends with an error.
func parseErrorXML(body []byte) (code, message string, ok bool) {
	var e struct {
		XMLName xml.Name `xml:"Error"`
		Code    string
		Message string
	}
	if err := xml.Unmarshal(body, &e); err != nil {
		return "", "", false
	}
	return label(strings.TrimSpace(e.Code)), label(strings.TrimSpace(e.Message)), e.Code != ""
}
