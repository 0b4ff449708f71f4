package fetch

import (
	"bufio"
	"context"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
)

// gzipStreams reads gzip streams that follow each other, as rotated logs that
// were put together do, and ends before anything else.
type gzipStreams struct {
	r *bufio.Reader
	z *gzip.Reader
}

func (g *gzipStreams) Read(p []byte) (int, error) {
	for {
		if g.z == nil {
			z, err := gzip.NewReader(g.r)
			if err != nil {
				return 0, asUnexpected(err)
			}
			z.Multistream(false)
			g.z = z
		}
		n, err := g.z.Read(p)
		if err != io.EOF {
			return n, err
		}
		if head, _ := g.r.Peek(3); sniff(head) != "gzip" { // an error comes again when this layer ends
			return n, io.EOF
		}
		if err := g.z.Reset(g.r); err != nil {
			return n, asUnexpected(err)
		}
		g.z.Multistream(false)
		if n > 0 {
			return n, nil
		}
	}
}

// asUnexpected makes an end within a header an early end.
func asUnexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func isContextError(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
