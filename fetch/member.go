package fetch

import (
	"context"
	"io"
	"os"
	"time"
)

// A Member is one file in an artifact.
type Member struct {
	// Name is the label: decoded, with slashes, without "." segments, control
	// characters escaped. It may still hold "..": no path may be made of it.
	Name string

	// RawName is the name as the zip holds it.
	RawName string

	// Size is the size that the zip declares for the decompressed member, -1
	// when it is not known.
	Size int64

	// CompressedSize is the size in the zip, in bytes.
	CompressedSize int64

	// CRC32 of the decompressed member, 0 when it is not known.
	CRC32 uint32

	// Modified is the time in the zip. It is an instant if ModifiedUTC is set,
	// else the wall clock of the writer, in steps of 2 s, written as UTC.
	Modified    time.Time
	ModifiedUTC bool

	// Problems are what was found when the artifact was opened.
	Problems []Problem

	artifact *Artifact
	entry    entry
	root     *os.Root // of an extracted folder; entry.raw is the path in it
	packed   bool     // some member of the zip shrank, so that its writer compresses
	quiet    bool     // of a copy that only checks: problems are not noted
	depth    int      // of the archive it is in, 0 for the artifact itself
	prefix   string   // label of the archive it is in
}

func newMember(a *Artifact, e *entry) *Member {
	return &Member{
		Name:           e.name,
		RawName:        e.raw,
		Size:           e.size,
		CompressedSize: max(e.csize, 0),
		CRC32:          e.crc,
		Modified:       e.modified,
		ModifiedUTC:    e.utc,
		Problems:       e.problems,
		artifact:       a,
		entry:          *e,
	}
}

// Readable reports whether the member can be read at all; if not, Problems say
// why not, and Open returns that as an error.
func (m *Member) Readable() bool { return m.entry.refusal == nil }

// denseSize is from which compressed size on a member is looked at for being dense: below,
// fetching it costs little.
const denseSize = 256 << 10

// Dense reports whether the member is large and did not shrink when the zip's writer
// compressed it: it is compressed already, encrypted or random, and in no case text. Of
// a member that was stored nothing is known, nor of one in a zip in which none shrank,
// whose writer was told not to compress.
func (m *Member) Dense() bool {
	return m.packed && m.entry.method == methodDeflate && m.Size > 0 && m.CompressedSize >= denseSize &&
		m.CompressedSize > m.Size-m.Size/32
}

// Open returns the decompressed member as a stream, after downloading it if
// that has not been done. A member that is itself compressed with gzip, zstd,
// bzip2 or xz is decompressed too, up to Limits.Depth times; a tar or zip is not
// taken apart, see [Member.Walk].
//
// The CRC-32 is always computed. When the stream's end shows that something is
// wrong, Read returns a [*ProblemError] in place of io.EOF: what was read
// before it may be wrong (checksum) or is only a part (truncated, corrupt).
func (m *Member) Open(ctx context.Context) (io.ReadCloser, error) {
	raw, err := m.open(ctx)
	if err != nil {
		return nil, err
	}
	l := &layers{m: m, closers: []io.Closer{raw}}
	l.unwrap(raw, m.depth, m.label())
	return l, nil
}

// label is the member's name with the archives it is in.
func (m *Member) label() string {
	if m.prefix == "" {
		return m.Name
	}
	return m.prefix + "/" + m.Name
}

// problem is a problem of this member.
func (m *Member) problem(kind, text, kept string) Problem {
	return Problem{Kind: kind, Member: m.label(), Offset: m.entry.offset, Text: text, Kept: kept}
}

// note adds a problem to those of the artifact.
func (m *Member) note(p Problem) {
	if !m.quiet {
		m.artifact.note(p)
	}
}

// fail notes a problem and makes it an error.
func (m *Member) fail(p Problem, cause error) error {
	m.note(p)
	return &ProblemError{Problem: p, Ref: m.artifact.Ref, Err: cause}
}
