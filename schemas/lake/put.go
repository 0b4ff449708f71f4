package lake

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"

	"github.com/parquet-go/parquet-go"
)

// put writes one Parquet file: unfinished, synced, looked at again, published. When the
// key exists the stored file is kept, and described, provided that it is whole.
func (l *Lake) put(ctx context.Context, table, key string, rows int64, encode func(io.Writer) error) (File, error) {
	file := File{Table: table, Key: key, Rows: rows}
	err := l.stage(ctx, key, encode, func(f *os.File, size int64, sum string) error {
		if err := isWhole(f, size, rows); err != nil {
			return fmt.Errorf("the file just written is damaged: %w", err)
		}
		file.Bytes, file.SHA256 = size, sum
		created, err := l.store.publish(ctx, key, f)
		l.at("published " + table)
		if created || err != nil {
			return err
		}
		stored, whole, err := l.stored(ctx, file)
		if err != nil {
			return err
		}
		if !whole { // cut when a machine failed, or by hand
			return l.store.repair(ctx, key, f)
		}
		file = stored
		return nil
	})
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", key, err)
	}
	return file, nil
}

// putText writes a small object; created is false when the key exists.
func (l *Lake) putText(ctx context.Context, key string, text []byte) (created bool, err error) {
	encode := func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
	err = l.stage(ctx, key, encode, func(f *os.File, _ int64, _ string) error {
		created, err = l.store.publish(ctx, key, f)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("%s: %w", key, err)
	}
	return created, nil
}

// stage writes an unfinished file, makes it last, opens it again and hands it to use
// with its size and SHA-256.
func (l *Lake) stage(ctx context.Context, key string, encode func(io.Writer) error, use func(f *os.File, size int64, sum string) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t, err := l.temp.create()
	if err != nil {
		return err
	}
	defer t.discard()
	l.at("created " + key)
	out := &summed{out: bufio.NewWriterSize(t, 256<<10), hash: sha256.New()}
	if err := encode(out); err != nil {
		return err
	}
	if err := errors.Join(out.out.Flush(), t.Sync(), t.Close()); err != nil {
		return err
	}
	l.at("written " + key)
	again, err := os.Open(t.Name())
	if err != nil {
		return err
	}
	defer again.Close()
	return use(again, out.size, hex.EncodeToString(out.hash.Sum(nil)))
}

// summed counts and hashes what goes through it.
type summed struct {
	out  *bufio.Writer
	hash hash.Hash
	size int64
}

func (s *summed) Write(p []byte) (int, error) {
	n, err := s.out.Write(p)
	s.hash.Write(p[:n])
	s.size += int64(n)
	return n, err
}

// isWhole opens a Parquet file and counts its rows. A file that was cut has no footer.
func isWhole(r io.ReaderAt, size, rows int64) (err error) {
	defer guard(&err)
	f, err := parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return err
	}
	if f.NumRows() != rows {
		return fmt.Errorf("it has %d rows, not %d", f.NumRows(), rows)
	}
	return nil
}

// stored describes the object that is there under the key of want. It is not whole when
// it is not a Parquet file of as many rows.
func (l *Lake) stored(ctx context.Context, want File) (stored File, whole bool, err error) {
	objects, err := l.store.list(ctx, want.Key)
	if err != nil {
		return File{}, false, err
	}
	for _, o := range objects {
		if o.Key != want.Key {
			continue
		}
		sum, err := l.sum(ctx, o)
		if err != nil {
			return File{}, false, err
		}
		if o.Bytes != want.Bytes || sum != want.SHA256 {
			r := l.reader(ctx, o.Key, o.Bytes)
			if err := isWhole(r, o.Bytes, want.Rows); err != nil {
				return File{}, false, r.failed
			}
		}
		want.Bytes, want.SHA256 = o.Bytes, sum
		return want, true, nil
	}
	return File{}, false, fmt.Errorf("it was there and is gone: %w", fs.ErrNotExist)
}

// sum reads a whole object and returns its SHA-256.
func (l *Lake) sum(ctx context.Context, o Object) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(l.reader(ctx, o.Key, o.Bytes), 0, o.Bytes)); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
