package fetch

import (
	"bufio"
	"compress/bzip2"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"
)

// The compression methods that are supported (APPNOTE 4.4.5).
const (
	methodStore   = 0
	methodDeflate = 8
	methodBzip2   = 12
	methodZstdOld = 20
	methodZstd    = 93
	methodAES     = 99
)

// methodNames are for the message about those that are not.
var methodNames = map[uint16]string{
	1: "Shrink", 2: "Reduce", 3: "Reduce", 4: "Reduce", 5: "Reduce", 6: "Implode", 9: "Deflate64",
	10: "PKWARE Implode", 14: "LZMA", 16: "IBM CMPSC", 18: "IBM TERSE", 19: "IBM LZ77", 94: "MP3",
	95: "XZ", 96: "JPEG", 97: "WavPack", 98: "PPMd", methodAES: "AES encryption",
}

// checkMethod refuses what cannot be decoded.
func (e *entry) checkMethod() {
	if e.isDir() || e.isSpecial() {
		return
	}
	if e.flags&flagEncrypted != 0 || e.method == methodAES {
		e.refuse(KindEncrypted, encryptedText(e.flags, e.method))
		return
	}
	switch e.method {
	case methodStore, methodDeflate, methodBzip2, methodZstd, methodZstdOld:
		return
	}
	name := methodNames[e.method]
	if name == "" {
		name = "unknown"
	}
	e.refuse(KindMethod, fmt.Sprintf("its compression method %d (%s) is not supported: pack it again with deflate", e.method, name))
}

// encryptedText says how a member is encrypted (APPNOTE 6 and 7, and the AES
// of WinZip, which has a method of its own).
func encryptedText(flags, method uint16) string {
	how := "ZipCrypto"
	switch {
	case method == methodAES:
		how = "AES"
	case flags&flagStrong != 0:
		how = "PKWARE's strong encryption"
	}
	return "it is encrypted (" + how + "), a password would be needed"
}

// zstdWindow is the largest window a zstd stream may ask for: the limit of the
// zstd command itself without --long.
const zstdWindow = 128 << 20

var flateReaders = sync.Pool{New: func() any { return flate.NewReader(nil) }}

// decompressor returns a reader of the decompressed stream. Closing it does
// not close r.
func decompressor(method uint16, r *bufio.Reader) (io.ReadCloser, error) {
	switch method {
	case methodStore:
		return io.NopCloser(r), nil
	case methodDeflate:
		f := flateReaders.Get().(io.ReadCloser)
		if err := f.(flate.Resetter).Reset(r, nil); err != nil {
			return nil, err
		}
		return &pooledFlate{f}, nil
	case methodBzip2:
		return io.NopCloser(bzip2.NewReader(r)), nil
	case methodZstd, methodZstdOld:
		return newZstd(r)
	}
	return nil, fmt.Errorf("compression method %d is not supported", method)
}

func newZstd(r io.Reader) (io.ReadCloser, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
}

// pooledFlate gives its tables back when it is closed.
type pooledFlate struct{ f io.ReadCloser }

func (p *pooledFlate) Read(b []byte) (int, error) {
	if p.f == nil {
		return 0, io.ErrClosedPipe
	}
	return p.f.Read(b)
}

func (p *pooledFlate) Close() error {
	if p.f == nil {
		return nil
	}
	err := p.f.Close()
	flateReaders.Put(p.f)
	p.f = nil
	return err
}
