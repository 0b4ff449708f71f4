package lake

import (
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// unbounded is the type of long text. The footer repeats the smallest and the largest
// value of every column in full, so these columns go without. parquet-go then writes
// empty bounds into the page index, by which a reader would skip every page that it
// looks for; unbounded replaces them by bounds that hold for any text.
type unbounded struct{ parquet.Type }

func (t unbounded) NewColumnIndexer(sizeLimit int) parquet.ColumnIndexer {
	return &widest{t.Type.NewColumnIndexer(sizeLimit)}
}

type widest struct{ parquet.ColumnIndexer }

// lastText is above any text that people write: the highest code point, again and again.
var lastText = []byte(strings.Repeat("\U0010FFFF", 8))

func (w *widest) ColumnIndex() format.ColumnIndex {
	index := w.ColumnIndexer.ColumnIndex()
	for i := range index.MaxValues {
		index.MinValues[i] = []byte{}
		index.MaxValues[i] = lastText
	}
	return index
}
