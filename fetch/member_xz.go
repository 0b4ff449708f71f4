package fetch

import (
	"errors"
	"fmt"
	"io"

	"github.com/therootcompany/xz"
)

// xzDictionary is the largest dictionary that an xz stream may ask for: that of xz -9.
const xzDictionary = 64 << 20

// errXZDictionary tells that a stream asks for more.
var errXZDictionary = fmt.Errorf("it asks for a dictionary of more than %d MiB", xzDictionary>>20)

// An xzStreams reads xz streams that follow each other. The library is the one that
// bounds the dictionary before it is allocated.
type xzStreams struct {
	r io.Reader
	z *xz.Reader
}

func (x *xzStreams) Read(p []byte) (int, error) {
	if x.z == nil {
		z, err := xz.NewReader(x.r, xzDictionary)
		if err != nil {
			return 0, x.explain(err)
		}
		x.z = z
	}
	n, err := x.z.Read(p)
	return n, x.explain(err)
}

func (x *xzStreams) explain(err error) error {
	switch {
	case errors.Is(err, xz.ErrBuf):
		return io.ErrUnexpectedEOF
	case errors.Is(err, xz.ErrMemlimit):
		return errXZDictionary
	}
	return err
}
