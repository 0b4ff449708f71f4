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
	if ref = c.atEndpoint(ref); ref.Scheme == "file" {
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

// exists reports whether an object can be read, by asking for its first byte.
// A refusal means no; the error is that nobody answered, or a server in trouble.
func (c *Client) exists(ctx context.Context, ref Ref) (bool, error) {
	if ref.Scheme == "file" {
		return isFile(ref.Path), nil
	}
	tries := c.newAttempts(ref)
	for {
		a, err := c.get(ctx, ref, query{off: 0, end: 1})
		if err == nil {
			return true, a.body.Close()
		}
		if statusOf(err) == http.StatusRequestedRangeNotSatisfiable { // it is empty
			return true, nil
		}
		if err = tries.again(ctx, err, 0); err != nil {
			if s := statusOf(err); s != 0 && s < http.StatusInternalServerError && s != http.StatusTooManyRequests {
				return false, nil
			}
			return false, err
		}
	}
}
