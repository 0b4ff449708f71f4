package parse

import (
	"bytes"
	"fmt"
	"io"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "sadc",
		Doc:      "binary file of sadc (sa30, sar.bin): recognised, not read; sysstat 8.1 to 12.7",
		Source:   "sa.h of sysstat",
		Specimen: "\x96\xd5\x75\x21\x0c\x06\x01\x00",
		Match: func(h Head) int {
			if isSadc(h.Bytes) {
				return 100
			}
			return 0
		},
		Parse: refuseSadc,
	})
}

// isSadc looks for the magic number 0xd596 and that of a format, in either byte order.
func isSadc(b []byte) bool {
	return len(b) >= 4 && (bytes.HasPrefix(b, []byte{0x96, 0xd5}) && b[3] == 0x21 || bytes.HasPrefix(b, []byte{0xd5, 0x96}) && b[2] == 0x21)
}

// refuseSadc says how to make the file readable. Its layout changes with each version
// of sysstat and with the machine, so only sysstat's own tools read it.
func refuseSadc(l *Log) error {
	var b [8]byte
	n, _ := io.ReadFull(l.Reader(), b[:])
	version := ""
	if n >= 7 && b[0] == 0x96 {
		version = fmt.Sprintf(", written by sysstat %d.%d.%d", b[4], b[5], b[6])
	}
	hint := "binary file of sadc" + version + ": turn it into text with `sadf -d FILE -- -A`, by a sysstat of the same version or, after `sadf -c`, a later one"
	l.SkipAt(0, schemas.Unsupported, hint)
	return fmt.Errorf("%s: %w", hint, ErrUnsupported)
}
