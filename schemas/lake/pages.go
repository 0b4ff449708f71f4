package lake

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
)

// eachPage calls do with the pages of a column chunk and the number of the first row of
// each. The chunk must have the given number of rows.
func eachPage(chunk parquet.ColumnChunk, rows int, do func(first int, page parquet.Page) error) (err error) {
	pages := chunk.Pages()
	defer func() { err = errors.Join(err, pages.Close()) }()
	first := 0
	for {
		page, err := pages.ReadPage()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		n := int(page.NumRows())
		if n > rows-first {
			parquet.Release(page)
			return fmt.Errorf("more rows than the footer says (%d)", rows)
		}
		err = do(first, page)
		parquet.Release(page)
		if err != nil {
			return err
		}
		first += n
	}
	if first != rows {
		return fmt.Errorf("%d rows where the footer says %d", first, rows)
	}
	return nil
}

// readInts reads a column of instants or whole numbers; null is 0.
func readInts(chunk parquet.ColumnChunk, rows int, put func(row int, v int64)) error {
	return eachPage(chunk, rows, func(first int, page parquet.Page) error {
		data := page.Data()
		if d := page.Dictionary(); d != nil {
			dictionary := d.Page().Data()
			words := dictionary.Int64()
			index := data.Int32()
			return scatter(page, len(index), func(row, at int) { put(first+row, words[index[at]]) })
		}
		values := data.Int64()
		return scatter(page, len(values), func(row, at int) { put(first+row, values[at]) })
	})
}

// readDoubles reads a column of numbers; put is not called for null.
func readDoubles(chunk parquet.ColumnChunk, rows int, put func(row int, v float64)) error {
	return eachPage(chunk, rows, func(first int, page parquet.Page) error {
		data := page.Data()
		if d := page.Dictionary(); d != nil {
			dictionary := d.Page().Data()
			words := dictionary.Double()
			index := data.Int32()
			return scatter(page, len(index), func(row, at int) { put(first+row, words[index[at]]) })
		}
		values := data.Double()
		return scatter(page, len(values), func(row, at int) { put(first+row, values[at]) })
	})
}

// readTexts reads a column of text as codes of the interner; null is the empty text.
func readTexts(chunk parquet.ColumnChunk, codes []uint32, in *interner) error {
	clear(codes)
	var words []uint32 // the codes of the dictionary, which a chunk has at most once
	return eachPage(chunk, len(codes), func(first int, page parquet.Page) error {
		data := page.Data()
		if d := page.Dictionary(); d != nil {
			for i := len(words); i < d.Len(); i++ {
				words = append(words, in.code(d.Index(int32(i)).ByteArray()))
			}
			index := data.Int32()
			return scatter(page, len(index), func(row, at int) { codes[first+row] = words[index[at]] })
		}
		text, offsets := data.ByteArray()
		return scatter(page, max(len(offsets)-1, 0), func(row, at int) {
			codes[first+row] = in.code(text[offsets[at]:offsets[at+1]])
		})
	})
}

// scatter pairs the rows of a page with its values, of which there are none for null rows.
func scatter(page parquet.Page, values int, put func(row, at int)) error {
	levels := page.DefinitionLevels()
	if len(levels) == 0 {
		if rows := int(page.NumRows()); rows != values {
			return fmt.Errorf("%d values for %d rows", values, rows)
		}
		for row := range values {
			put(row, row)
		}
		return nil
	}
	at := 0
	for row, level := range levels {
		if level == 0 {
			continue
		}
		if at >= values {
			return fmt.Errorf("fewer values (%d) than rows that are not null", values)
		}
		put(row, at)
		at++
	}
	return nil
}
