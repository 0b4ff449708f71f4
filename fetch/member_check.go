package fetch

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"
)

// A checker is a member's decompressed stream that counts, keeps the limits,
// and at the end compares size and CRC-32 with the directory.
type checker struct {
	m          *Member
	ctx        context.Context
	dec        io.ReadCloser
	compressed int64 // bytes of the stream

	n   int64
	crc uint32
	err error
}

func (c *checker) Read(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.dec.Read(p)
	c.crc = crc32.Update(c.crc, crc32.IEEETable, p[:n])
	c.n += int64(n)
	if over := c.m.artifact.overLimit(c.n, c.compressed, int64(n), !c.m.quiet); over != "" {
		c.err = c.fail(KindLimit, over, nil)
		return n, c.err
	}
	switch {
	case err == io.EOF:
		c.err = c.verdict()
	case err != nil:
		c.err = c.explain(err)
	}
	return n, c.err
}

func (c *checker) Close() error { return c.dec.Close() }

// fail makes an error of a problem.
func (c *checker) fail(kind, text string, cause error) error {
	p := c.m.problem(kind, text, fmt.Sprintf("the %d bytes before", c.n))
	if c.n == 0 {
		p.Kept = ""
	}
	return c.m.fail(p, cause)
}

// verdict judges a stream that has ended: io.EOF, or what is wrong with it.
func (c *checker) verdict() error {
	e := &c.m.entry
	switch {
	case e.truncated && (e.size < 0 || c.n < e.size):
		return c.fail(KindTruncated, "the zip ends within it", io.ErrUnexpectedEOF)
	case e.crc != 0 && c.crc != e.crc && e.size >= 0 && c.n != e.size:
		return c.fail(KindChecksum, fmt.Sprintf("its CRC-32 is %08x, not %08x, and its size %d, not %d", c.crc, e.crc, c.n, e.size), nil)
	case e.crc != 0 && c.crc != e.crc:
		return c.fail(KindChecksum, fmt.Sprintf("its CRC-32 is %08x, not the %08x of the directory", c.crc, e.crc), nil)
	case e.size >= 0 && c.n != e.size && e.crc != 0:
		c.m.note(c.m.problem(KindSize, fmt.Sprintf("the declared size differs: %d bytes declared, %d there, with the right CRC-32", e.size, c.n), "all of it"))
	case e.size >= 0 && c.n != e.size:
		return c.fail(KindSize, fmt.Sprintf("the declared size differs: %d bytes declared, %d there", e.size, c.n), nil)
	}
	return io.EOF
}

// explain says why a stream cannot be decoded further.
func (c *checker) explain(err error) error {
	if c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	e := &c.m.entry
	if e.truncated {
		return c.fail(KindTruncated, "the zip ends within it", err)
	}
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return c.fail(KindTruncated, fmt.Sprintf("its stream ends early, after %d of %d bytes", c.n, e.size), err)
	case errors.As(err, &corrupt):
		return c.fail(KindCorrupt, fmt.Sprintf("its stream is corrupt at compressed byte %d", int64(corrupt)), err)
	}
	return c.fail(KindCorrupt, "its stream cannot be decoded: "+err.Error(), err)
}

// overLimit books the output of a stream and says which limit it exceeds,
// nothing when it is none.
func (a *Artifact) overLimit(total, compressed, more int64, counted bool) string {
	lim := a.client.opt.Limits
	switch {
	case total > lim.MemberBytes:
		return fmt.Sprintf("it is longer than the limit of %d bytes", lim.MemberBytes)
	case total > lim.RatioFrom && float64(total) > lim.Ratio*float64(max(compressed, 1)):
		return fmt.Sprintf("it expands to more than %g times its compressed size", lim.Ratio)
	case counted && a.top().output.Add(more) > lim.ArtifactBytes:
		return fmt.Sprintf("the members read are longer than the limit of %d bytes for an artifact", lim.ArtifactBytes)
	}
	return ""
}
