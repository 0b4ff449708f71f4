package parse

import "io"

// Sadf turns a binary file of sadc, read from r, into what sadf -j prints of it, and gives
// that to use. An error of use is returned as it is; any other says why sadf did not do it.
type Sadf func(r io.Reader, use func(json io.Reader) error) error
