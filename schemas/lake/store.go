package lake

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Object is one thing in a store. Keys are relative to the root of the lake and use slashes.
type Object struct {
	Key   string
	Bytes int64
}

// Objects are the calls that a lake in an object store needs. Keys are relative to the
// root of the lake; the caller adds bucket and prefix.
type Objects struct {
	// Put stores the body under the key unless the key exists (If-None-Match: *);
	// created is false when it does. The body can be read again from its start.
	Put func(ctx context.Context, key string, body io.ReadSeeker, size int64) (created bool, err error)
	// Get returns n bytes from offset on, or all bytes when n is negative; the error is
	// [fs.ErrNotExist] when there is no such key.
	Get func(ctx context.Context, key string, offset, n int64) (io.ReadCloser, error)
	// List returns the objects whose key begins with prefix, in any order.
	List func(ctx context.Context, prefix string) ([]Object, error)
	// Delete removes an object, and does nothing when there is none.
	Delete func(ctx context.Context, key string) error
}

// store keeps the objects of a lake: [folder] or [bucket].
type store interface {
	// publish makes the finished file f the object key, whole or not at all; created is
	// false when the key exists.
	publish(ctx context.Context, key string, f *os.File) (created bool, err error)
	// repair is publish over an object that was found damaged.
	repair(ctx context.Context, key string, f *os.File) error
	// read returns n bytes from offset on, or all when n is negative. It may return fewer
	// at the end. A missing key is [fs.ErrNotExist].
	read(ctx context.Context, key string, offset, n int64) ([]byte, error)
	list(ctx context.Context, prefix string) ([]Object, error)
	remove(ctx context.Context, key string) error
}

// bucket is a store behind the caller's [Objects].
type bucket struct{ Objects }

func (b bucket) publish(ctx context.Context, key string, f *os.File) (bool, error) {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return false, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return false, err
	}
	return b.Put(ctx, key, f, size)
}

func (b bucket) repair(ctx context.Context, key string, f *os.File) error {
	if err := b.Delete(ctx, key); err != nil {
		return err
	}
	_, err := b.publish(ctx, key, f)
	return err
}

func (b bucket) read(ctx context.Context, key string, offset, n int64) ([]byte, error) {
	body, err := b.Get(ctx, key, offset, n)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(body)
	return data, errors.Join(err, body.Close())
}

func (b bucket) list(ctx context.Context, prefix string) ([]Object, error) {
	return b.List(ctx, prefix)
}
func (b bucket) remove(ctx context.Context, key string) error { return b.Delete(ctx, key) }

// complete tells whether all calls are there.
func (o *Objects) complete() bool {
	return o != nil && o.Put != nil && o.Get != nil && o.List != nil && o.Delete != nil
}

// notExist tells whether err says that there is no such object.
func notExist(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// scheme splits s3://bucket/prefix into s3 and bucket/prefix; a path has no scheme.
func scheme(uri string) (name, rest string) {
	if name, rest, ok := strings.Cut(uri, "://"); ok {
		return name, rest
	}
	return "", uri
}
