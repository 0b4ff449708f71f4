package lake

import (
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"

	"inquest/schemas"
)

// textBytes bounds the text handed over at once, so that a page of long texts stays a page.
const textBytes = pageBytes / 4

// feed carries one column from rows to the Parquet library.
type feed[R any] struct {
	schemas.Column[R]
	null bool // the column is optional
	long bool // text without a dictionary
	out  *parquet.ColumnWriter
	buf  []parquet.Value

	// Text repeats: the values of a row group are kept, and the last one is tried first.
	seen      map[string]parquet.Value
	seenBytes int
	last      string
	lastValue parquet.Value
}

func (f *feed[R]) bind(out *parquet.ColumnWriter) {
	f.out = out
	f.buf = make([]parquet.Value, 0, blockRows)
	f.endGroup()
}

// endGroup forgets what belongs to a row group.
func (f *feed[R]) endGroup() {
	f.seen, f.seenBytes = nil, 0
	f.last, f.lastValue = "", parquet.ByteArrayValue(nil)
}

// write hands over one block of rows.
func (f *feed[R]) write(block []R) error {
	switch f.Type {
	case schemas.Timestamp:
		return f.writeInts(block, f.Time)
	case schemas.Int:
		return f.writeInts(block, f.Int)
	case schemas.Double:
		return f.writeDoubles(block)
	}
	if f.long {
		return f.writeLong(block)
	}
	return f.writeText(block)
}

func (f *feed[R]) flush() error {
	_, err := f.out.WriteRowValues(f.buf)
	f.buf = f.buf[:0]
	return err
}

func (f *feed[R]) writeInts(block []R, get func(*R) int64) error {
	for i := range block {
		v := parquet.Int64Value(get(&block[i]))
		if f.null {
			if v.Int64() == 0 {
				v = parquet.NullValue()
			} else {
				v.SetDefinitionLevel(1)
			}
		}
		f.buf = append(f.buf, v)
	}
	return f.flush()
}

func (f *feed[R]) writeDoubles(block []R) error {
	for i := range block {
		v := parquet.NullValue()
		if x := f.Num(&block[i]); !schemas.IsNull(x) {
			v = parquet.DoubleValue(x)
			v.SetDefinitionLevel(1)
		}
		f.buf = append(f.buf, v)
	}
	return f.flush()
}

// writeText writes text through the dictionary. When the dictionary of the row group has
// grown too large, Flush makes the library go on without one.
func (f *feed[R]) writeText(block []R) error {
	for i := range block {
		if s := f.Str(&block[i]); s != f.last {
			f.last, f.lastValue = s, f.value(s)
		}
		f.buf = append(f.buf, f.lastValue)
	}
	if err := f.flush(); err != nil {
		return err
	}
	if f.seenBytes > dictionaryMax {
		f.seen, f.seenBytes = nil, 0
		return f.out.Flush()
	}
	return nil
}

func (f *feed[R]) value(s string) parquet.Value {
	v, ok := f.seen[s]
	if !ok {
		if f.seen == nil {
			f.seen = make(map[string]parquet.Value)
		}
		v = parquet.ByteArrayValue([]byte(valid(s)))
		f.seen[s] = v
		f.seenBytes += len(s)
	}
	return v
}

// writeLong writes text that hardly repeats.
func (f *feed[R]) writeLong(block []R) error {
	size := 0
	for i := range block {
		s := valid(f.Str(&block[i]))
		f.buf = append(f.buf, parquet.ByteArrayValue([]byte(s)))
		if size += len(s); size > textBytes {
			if err := f.flush(); err != nil {
				return err
			}
			size = 0
		}
	}
	return f.flush()
}

// valid is s with bytes that are not UTF-8 replaced: readers refuse a file with such text.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
