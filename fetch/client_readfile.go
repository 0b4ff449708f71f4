package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
)

// ReadFile reads a small object, such as a manifest.json, whole. More than
// limit bytes are an error. Nothing of it is kept in the cache.
func (c *Client) ReadFile(ctx context.Context, ref Ref, limit int64) ([]byte, error) {
	if ref.Scheme == "file" {
		return readLocalFile(ref, limit)
	}
	var data []byte
	err := withAlternative(ref, func(ref Ref) (err error) {
		tries := c.newAttempts(ref)
		for {
			if data, err = c.readOnce(ctx, ref, limit); err == nil {
				return nil
			}
			if err = tries.again(ctx, err, 0); err != nil {
				return err
			}
		}
	})
	return data, withRef(err, ref)
}

func (c *Client) readOnce(ctx context.Context, ref Ref, limit int64) ([]byte, error) {
	a, err := c.get(ctx, ref, query{})
	if err != nil {
		return nil, err
	}
	defer a.body.Close()
	if a.status != http.StatusOK {
		return nil, fmt.Errorf("%w: status %d for a whole object", errNotRange, a.status)
	}
	if a.length > limit {
		return nil, tooLong(limit)
	}
	return readAtMost(a.body, limit)
}

func readLocalFile(ref Ref, limit int64) ([]byte, error) {
	f, err := os.Open(ref.Path)
	if err != nil {
		return nil, localError(ref, err)
	}
	data, err := readAtMost(f, limit)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, withRef(err, ref)
	}
	return data, nil
}

func readAtMost(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, tooLong(limit)
	}
	return data, err
}

func tooLong(limit int64) error {
	return fail(artifactProblem(KindLimit, "it is longer than the limit of %d bytes", limit), nil)
}

// exists reports whether an object can be read, with one request for a byte of
// it. It does not use HEAD, which a presigned address would refuse.
func (c *Client) exists(ctx context.Context, ref Ref) bool {
	if ref.Scheme == "file" {
		info, err := os.Stat(ref.Path)
		return err == nil && info.Mode().IsRegular()
	}
	a, err := c.get(ctx, ref, query{off: 0, end: 1})
	if err != nil {
		return false
	}
	_ = a.body.Close() // one byte, not wanted
	return a.status == http.StatusOK || a.status == http.StatusPartialContent
}
