package fetch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Problem is something wrong with an artifact or one of its members. It is
// found when the artifact is opened or while a member is read.
type Problem struct {
	Kind   string // one of the Kind constants
	Member string // label of the member, empty for the artifact
	Offset int64  // byte in the zip, -1 when there is none
	Text   string // what is wrong, one sentence without a full stop
	Kept   string // what could be used all the same, empty for nothing
}

// Kinds of a [Problem].
const (
	KindEmpty      = "empty"      // no bytes, or no members
	KindNotZip     = "not-a-zip"  // an error page, another archive, text
	KindTruncated  = "truncated"  // the end is missing, of the zip or of a stream
	KindDirectory  = "directory"  // the zip directory is wrong; members were saved
	KindTrailing   = "trailing"   // bytes that belong to nothing
	KindHeader     = "header"     // a local header disagrees with the directory
	KindDescriptor = "descriptor" // the record behind a member's data is missing, or disagrees
	KindChecksum   = "checksum"   // the CRC-32 is another
	KindUnverified = "unverified" // there is no CRC-32 to check
	KindCorrupt    = "corrupt"    // a compressed stream that cannot be decoded
	KindSize       = "size"       // the size is not the declared one
	KindEncrypted  = "encrypted"  // a password is needed
	KindMethod     = "method"     // a compression method that is not supported
	KindDuplicate  = "duplicate"  // several members of one name, unlike
	KindRepeated   = "repeated"   // several members of one name, alike
	KindOverlap    = "overlap"    // members that share bytes
	KindName       = "name"       // a name that is odd
	KindLink       = "link"       // a symbolic link or device
	KindNested     = "nested"     // an inner archive that was not unwrapped
	KindLimit      = "limit"      // more than the Limits allow
	KindChanged    = "changed"    // the object was replaced while it was read
	KindOffline    = "offline"    // the cached copy was not compared with the server
	KindNoVersion  = "no-version" // the server tells no version, nothing is cached
	KindUnreadable = "unreadable" // a local file that cannot be read
	KindListing    = "listing"    // a page of a listing is missing
)

// Degrades reports whether the problem means that data is missing, doubtful or
// was chosen among several, so that the artifact is not simply "ok".
func (p Problem) Degrades() bool {
	switch p.Kind {
	case KindTrailing, KindHeader, KindRepeated, KindName, KindLink, KindOffline, KindNoVersion:
		return false
	}
	return true
}

// String is the problem as one sentence.
func (p Problem) String() string {
	var b strings.Builder
	if p.Member != "" {
		fmt.Fprintf(&b, "member %s: ", short(p.Member))
	}
	b.WriteString(p.Text)
	if p.Offset >= 0 {
		fmt.Fprintf(&b, " (at byte %d)", p.Offset)
	}
	if p.Kept != "" {
		b.WriteString("; kept: " + p.Kept)
	}
	return b.String()
}

// A ProblemError is a problem that ends the reading of an artifact or member.
// What a reader delivered before it is what Kept says.
type ProblemError struct {
	Problem
	Ref Ref   // of the artifact
	Err error // the cause, may be nil
}

func (e *ProblemError) Error() string { return e.Ref.String() + ": " + e.Problem.String() }

func (e *ProblemError) Unwrap() error { return e.Err }

// artifactProblem is a problem of the artifact as a whole.
func artifactProblem(kind, format string, args ...any) Problem {
	return Problem{Kind: kind, Offset: -1, Text: fmt.Sprintf(format, args...)}
}

// fail makes an error of a problem; the artifact's ref is filled in by [Client.Open].
func fail(p Problem, cause error) error { return &ProblemError{Problem: p, Err: cause} }

// withRef makes an error name the artifact, if it does not yet.
func withRef(err error, ref Ref) error {
	var p *ProblemError
	if errors.As(err, &p) && p.Ref == (Ref{}) {
		p.Ref = ref
	}
	if err == nil || isContextError(err) || strings.Contains(err.Error(), ref.String()) {
		return err
	}
	return fmt.Errorf("%s: %w", ref, err)
}

// isProblem reports whether err is a ProblemError, of one of the kinds if any
// are given.
func isProblem(err error, kinds ...string) bool {
	var p *ProblemError
	return errors.As(err, &p) && (len(kinds) == 0 || slices.Contains(kinds, p.Kind))
}
