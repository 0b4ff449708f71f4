package lake

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"inquest/schemas"
)

// binding tells where the columns of a table go in a row. Columns that are derived from
// others have no place and are not read; the identity of the artifact neither, unless
// the table is about artifacts.
type binding[R any] struct {
	ints   map[string]func(*R) *int64
	nums   map[string]func(*R) *float64
	texts  map[string]func(*R) *string
	source func(*R) **schemas.Source
	key    func(*R) **schemas.StatKey
}

// decode reads all rows of a file. Columns that the file lacks, because an older version
// wrote it, read as null.
func decode[R any](r io.ReaderAt, size, want int64, b binding[R], in *interner) (rows []R, err error) {
	defer guard(&err)
	f, err := parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.ReadBufferSize(64<<10))
	if err != nil {
		return nil, err
	}
	if f.NumRows() != want {
		return nil, fmt.Errorf("%d rows where the commit says %d", f.NumRows(), want)
	}
	rows = make([]R, want)
	for _, get := range b.nums {
		for i := range rows {
			*get(&rows[i]) = schemas.Null
		}
	}
	d := decoder[R]{binding: b, in: in, columns: f.Root().Columns()}
	at := int64(0)
	for _, g := range f.RowGroups() {
		n := g.NumRows()
		if n < 0 || n > want-at {
			return nil, fmt.Errorf("row groups have more rows than the footer says (%d)", want)
		}
		if err := d.group(g, rows[at:at+n]); err != nil {
			return nil, err
		}
		at += n
	}
	if at != want {
		return nil, fmt.Errorf("row groups have %d rows where the footer says %d", at, want)
	}
	return rows, nil
}

// decoder fills rows from row groups, column by column.
type decoder[R any] struct {
	binding[R]
	in      *interner
	columns []*parquet.Column
	codes   []uint32
	sources []sourceCode
	keys    []keyCode
}

func (d *decoder[R]) group(g parquet.RowGroup, rows []R) error {
	chunks := g.ColumnChunks()
	if d.source != nil {
		d.sources = resized(d.sources, len(rows))
	}
	if d.key != nil {
		d.keys = resized(d.keys, len(rows))
	}
	for i, c := range d.columns {
		if !c.Leaf() || i >= len(chunks) {
			return fmt.Errorf("column %q is not a plain column", c.Name())
		}
		if err := d.column(c, chunks[i], rows); err != nil {
			return fmt.Errorf("column %q: %w", c.Name(), err)
		}
	}
	d.share(rows)
	return nil
}

// column reads one column into its place in the rows.
func (d *decoder[R]) column(c *parquet.Column, chunk parquet.ColumnChunk, rows []R) error {
	name := c.Name()
	if get := d.ints[name]; get != nil {
		if err := isKind(c, parquet.Int64); err != nil {
			return err
		}
		return readInts(chunk, len(rows), func(row int, v int64) { *get(&rows[row]) = v })
	}
	if get := d.nums[name]; get != nil {
		if err := isKind(c, parquet.Double); err != nil {
			return err
		}
		return readDoubles(chunk, len(rows), func(row int, v float64) { *get(&rows[row]) = v })
	}
	get, source, key := d.texts[name], place(sourceColumns[:], name), place(keyColumns[:], name)
	isSource, isKey := d.source != nil && source >= 0, d.key != nil && key >= 0
	if get == nil && !isSource && !isKey {
		return nil
	}
	if err := isKind(c, parquet.ByteArray); err != nil {
		return err
	}
	d.codes = resized(d.codes, len(rows))
	if err := readTexts(chunk, d.codes, d.in); err != nil {
		return err
	}
	for i, code := range d.codes {
		switch {
		case isSource:
			d.sources[i][source] = code
		case isKey:
			d.keys[i][key] = code
		default:
			*get(&rows[i]) = d.in.texts[code]
		}
	}
	return nil
}

// share points the rows to their sources and series.
func (d *decoder[R]) share(rows []R) {
	if d.source != nil {
		share(rows, d.sources, d.source, d.in.source)
	}
	if d.key != nil {
		share(rows, d.keys, d.key, d.in.key)
	}
}

func share[R any, C comparable, T any](rows []R, codes []C, at func(*R) **T, get func(C) *T) {
	var last *T
	for i := range rows {
		if i == 0 || codes[i] != codes[i-1] {
			last = get(codes[i])
		}
		*at(&rows[i]) = last
	}
}

func isKind(c *parquet.Column, want parquet.Kind) error {
	if got := c.Type().Kind(); got != want {
		return fmt.Errorf("its type is %s, not %s", got, want)
	}
	return nil
}

func place(names []string, name string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return -1
}

// resized returns n zero values, in buf when it is large enough.
func resized[T any](buf []T, n int) []T {
	if cap(buf) < n {
		return make([]T, n)
	}
	buf = buf[:n]
	clear(buf)
	return buf
}
