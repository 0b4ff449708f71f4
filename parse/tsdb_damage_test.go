package parse

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"inquest/schemas"
)

// TestTSDBDamaged changes, cuts or takes away files: either nothing that is used was
// touched and the rows are the same, or the block has a problem. Another block is
// read, and nothing panics.
func TestTSDBDamaged(t *testing.T) {
	good := members("01HABCDEFGHJKMNPQRSTVWXYZ9", makeBlock(t, []series{{[]string{"__name__", "kv_curr_items"}, []float64{1}, 1000}}))
	ulid, whole := recordedBlock(t)
	untouched := lines(readTSDB(t.Context(), "a.zip", members(ulid, whole), Options{}))
	read := func(name string, block map[string][]byte) {
		got := readTSDB(t.Context(), "a.zip", append(members(ulid, block), good...), Options{})
		if len(got) != 2 || len(got[0].Rows.Stats) != 1 {
			t.Fatalf("%s: the other block was not read: %+v", name, lines(got))
		}
		if len(got[1].Problems) == 0 && slices.Equal(lines(got[1:]), untouched) && strings.HasPrefix(name, "index changed") {
			return
		}
		if len(got[1].Problems) != 1 || got[1].Rows.Skips[len(got[1].Rows.Skips)-1].Reason != schemas.NoData {
			t.Errorf("%s: problems %v, skips %v; want one of each", name, got[1].Problems, got[1].Rows.Skips)
		}
		if err := checkRows(got[1].Rows); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"index", "chunks/000001", "tombstones"} {
		b := whole[name]
		block := maps.Clone(whole)
		for i := 0; i < len(b); i += max(1, len(b)/101) {
			if i >= 5 && i < 8 && name == "chunks/000001" {
				continue // padding that nothing checks
			}
			block[name] = slices.Clone(b)
			block[name][i] ^= 0x55
			read(fmt.Sprintf("%s changed at %d", name, i), block)
			block[name] = b[:i]
			read(fmt.Sprintf("%s cut at %d", name, i), block)
		}
	}
	block := maps.Clone(whole)
	delete(block, "chunks/000001")
	read("no chunks", block)
}

// TestTSDBOneChunk damages one chunk: the other series are kept.
func TestTSDBOneChunk(t *testing.T) {
	ulid, block := recordedBlock(t)
	before := len(lines(readTSDB(t.Context(), "a.zip", members(ulid, block), Options{})))
	b := block["chunks/000001"]
	b[len(b)/2] ^= 0x55
	got := readTSDB(t.Context(), "a.zip", members(ulid, block), Options{})
	if n := len(lines(got)) - 1; len(got[0].Problems) != 1 || n < before*9/10 || n >= before {
		t.Errorf("problems %v, %d of %d rows kept; want one problem and nearly all rows", got[0].Problems, n, before)
	}
}
