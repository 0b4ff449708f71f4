package lake

import (
	"fmt"
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"inquest/schemas"
)

// The shape of a file. Groups of 128 k rows let a reader skip all but the series that it
// wants; pages of 1 MiB are what scans like; blocks bound what is copied at a time.
const (
	groupRows      = 128 << 10
	pageBytes      = 1 << 20
	dictionaryMax  = 1 << 20
	blockRows      = 1024
	indexTextBytes = 64
)

// codec is shared: it keeps a pool of encoders.
var codec = &zstd.Codec{Level: zstd.SpeedDefault}

// Tool is what files say about the program that wrote them.
type Tool struct{ Version, Build string }

// Encode writes the rows, in their order, as one Parquet file with the columns of table t
// and nothing else. The same rows give the same bytes. It is the way to files outside a
// lake, such as findings.parquet; rows of a lake go through [Lake.Commit].
func Encode[R any](w io.Writer, t schemas.Table[R], rows []R, tool Tool) error {
	return encode(w, file[R]{table: t, rows: rows, tool: tool})
}

// file is what one Parquet file is made of.
type file[R any] struct {
	table    schemas.Table[R]
	identity *schemas.Artifact // columns before those of the table; nil: none
	rows     []R
	order    []int32  // the rows in the order of the file; nil: as they are
	sorted   []string // the columns that the order goes by
	tool     Tool
	meta     [][2]string
}

// encode writes one file. An error of w may only show at the end: parquet-go buffers.
func encode[R any](w io.Writer, f file[R]) (err error) {
	defer guard(&err)
	e := newEncoder(w, &f)
	for start := 0; start < len(f.rows); start += groupRows {
		if err := e.group(&f, start, min(start+groupRows, len(f.rows))); err != nil {
			return fmt.Errorf("writing table %s: %w", f.table.Name, err)
		}
	}
	// Close writes the footer. It must be called once: a second call adds a second footer.
	if err := e.out.Close(); err != nil {
		return fmt.Errorf("writing table %s: %w", f.table.Name, err)
	}
	return nil
}

// encodeEmpty writes a file with all columns and no row.
func encodeEmpty(w io.Writer, h header) (err error) {
	defer guard(&err)
	return parquet.NewGenericWriter[any](w, h.options()...).Close()
}

// encoder writes the rows of one file, column by column.
type encoder[R any] struct {
	out   *parquet.GenericWriter[any]
	feeds []*feed[R]
	block []R
}

func newEncoder[R any](w io.Writer, f *file[R]) *encoder[R] {
	fields := f.table.Fields()
	feeds := make([]*feed[R], 0, len(fields)+5)
	if f.identity != nil {
		var identity []schemas.Field
		for _, c := range schemas.Identity() {
			value := c.Str(f.identity)
			identity = append(identity, schemas.Field{Name: c.Name, Type: c.Type, Null: false})
			feeds = append(feeds, &feed[R]{Column: schemas.Column[R]{Type: c.Type, Str: func(*R) string { return value }}})
		}
		fields = append(identity, fields...)
	}
	for _, c := range f.table.Columns {
		feeds = append(feeds, &feed[R]{Column: c, null: f.table.Nullable(c), long: longText[f.table.Name+"."+c.Name]})
	}
	h := header{table: f.table.Name, fields: fields, sorted: f.sorted, tool: f.tool, meta: f.meta}
	e := &encoder[R]{feeds: feeds, out: parquet.NewGenericWriter[any](w, h.options()...)}
	for i, cw := range e.out.ColumnWriters() {
		feeds[i].bind(cw)
	}
	if f.order != nil {
		e.block = make([]R, min(blockRows, len(f.rows)))
	}
	return e
}

// header is what the footer of a file says.
type header struct {
	table  string
	fields []schemas.Field
	sorted []string
	tool   Tool
	meta   [][2]string
}

func (h *header) options() []parquet.WriterOption {
	options := []parquet.WriterOption{
		schemaOf(h.table, h.fields),
		parquet.CreatedBy("inquest", h.tool.Version, h.tool.Build),
		parquet.Compression(codec),
		parquet.DataPageVersion(1),
		parquet.DataPageStatistics(false), // the page index has them
		parquet.PageBufferSize(pageBytes),
		parquet.DictionaryMaxBytes(dictionaryMax),
		parquet.ColumnIndexSizeLimit(func([]string) int { return indexTextBytes }),
		parquet.KeyValueMetadata("inquest.schema_version", strconv.Itoa(schemas.Version)),
	}
	for _, kv := range h.meta {
		options = append(options, parquet.KeyValueMetadata(kv[0], kv[1]))
	}
	var sorting []parquet.SortingColumn
	for _, name := range h.sorted {
		sorting = append(sorting, parquet.Ascending(name))
	}
	if sorting != nil {
		options = append(options, parquet.SortingWriterConfig(parquet.SortingColumns(sorting...)))
	}
	for _, field := range h.fields {
		if longText[h.table+"."+field.Name] {
			options = append(options, parquet.SkipPageBounds(field.Name))
		}
	}
	return options
}

// group writes rows from start to end as one row group, in blocks: the rows of a block
// lie close together while each column takes its part.
func (e *encoder[R]) group(f *file[R], start, end int) error {
	for ; start < end; start += blockRows {
		stop := min(start+blockRows, end)
		block := f.rows[start:stop]
		if f.order != nil {
			block = e.block[:stop-start]
			for i, at := range f.order[start:stop] {
				block[i] = f.rows[at]
			}
		}
		for _, feed := range e.feeds {
			if err := feed.write(block); err != nil {
				return err
			}
		}
	}
	for _, feed := range e.feeds {
		feed.endGroup()
	}
	return e.out.Flush()
}

// guard turns a panic of the Parquet library into an error: a lake file may be damaged,
// and no damage may end the program.
func guard(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the parquet library failed: %v", p)
	}
}
