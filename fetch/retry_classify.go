package fetch

import (
	"errors"
	"net"
	"net/http"
)

// failure is what a failed request calls for.
type failure int

const (
	transient failure = iota // try again
	slowDown                 // try again later
	fatal                    // trying again cannot help
)

// errChanged is an object that was replaced while it was read.
var errChanged = errors.New("the object changed while it was read")

// ErrDisk is in every error that says that a download could not be stored: a full disk,
// a folder that may not be written. No retry cures it, and no other artifact fares better.
var ErrDisk = errors.New("cannot write the cache")

// classify sorts errors of requests. What is not known is transient: a line
// that broke in a new way is still a line that broke. The caller has looked at
// its context before.
func classify(err error) failure {
	var over *givenUp
	var problem *ProblemError
	if errors.As(err, &over) || errors.As(err, &problem) {
		return fatal
	}
	if errors.Is(err, errNotRange) {
		return transient
	}
	var status *StatusError
	if errors.As(err, &status) {
		switch {
		case status.Status == http.StatusTooManyRequests, status.Status == http.StatusServiceUnavailable,
			status.Code == "SlowDown":
			return slowDown
		case status.Status >= 500 && status.Status != http.StatusNotImplemented,
			status.Status == http.StatusRequestTimeout, status.Code == "RequestTimeout":
			return transient
		}
		return fatal
	}
	if errors.Is(err, errChanged) || errors.Is(err, ErrDisk) || isHopeless(err) {
		return fatal
	}
	return transient
}

// isUnreachable reports whether no server was reached at all.
func isUnreachable(err error) bool {
	var op *net.OpError
	var dns *net.DNSError
	return errors.As(err, &dns) || errors.As(err, &op) && op.Op == "dial"
}
