package lake

import (
	"context"
	"io"
)

// windowBytes is how much of an object is read at a time. Most files of a lake are
// smaller, so that one request brings them.
const windowBytes = 8 << 20

// reader reads an object at any offset through windows, of which it keeps the last two:
// the Parquet library reads the footer first and then the columns in their order.
type reader struct {
	ctx   context.Context
	store store
	key   string
	size  int64

	windows [2]window // the more recent first
	failed  error     // what the store said, if it failed; a damaged file does not
}

func (l *Lake) reader(ctx context.Context, key string, size int64) *reader {
	return &reader{ctx: ctx, store: l.store, key: key, size: size}
}

type window struct {
	offset int64
	data   []byte
}

// ReadAt implements [io.ReaderAt]; it is not for several goroutines.
func (r *reader) ReadAt(p []byte, offset int64) (int, error) {
	done := 0
	for done < len(p) {
		at := offset + int64(done)
		if at < 0 || at >= r.size {
			return done, io.EOF
		}
		w, err := r.window(at)
		if err != nil {
			return done, err
		}
		n := copy(p[done:], w.data[min(at-w.offset, int64(len(w.data))):])
		if n == 0 {
			return done, io.ErrUnexpectedEOF // the object is shorter than it was
		}
		done += n
	}
	return done, nil
}

// window returns the window that offset lies in.
func (r *reader) window(offset int64) (*window, error) {
	start := offset - offset%windowBytes
	for i := range r.windows {
		if w := &r.windows[i]; w.data != nil && w.offset == start {
			if i > 0 {
				r.windows[0], r.windows[i] = r.windows[i], r.windows[0]
			}
			return &r.windows[0], nil
		}
	}
	data, err := r.store.read(r.ctx, r.key, start, min(windowBytes, r.size-start))
	if err != nil {
		r.failed = err
		return nil, err
	}
	r.windows[1] = r.windows[0]
	r.windows[0] = window{start, data}
	return &r.windows[0], nil
}
