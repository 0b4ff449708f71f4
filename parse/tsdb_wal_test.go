package parse

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/tsdb/record"
	tsdbstones "github.com/prometheus/prometheus/tsdb/tombstones"

	"inquest/schemas"
)

// walText is a segment being written: records cut into pieces, page by page.
type walText struct {
	b      []byte
	packed byte // how records are compressed: 0, 8 snappy, 16 zstd
	enc    record.Encoder
}

func (w *walText) record(rec []byte) *walText {
	switch w.packed {
	case 8:
		rec = snappy.Encode(nil, rec)
	case 16:
		e, _ := zstd.NewWriter(nil)
		rec = e.EncodeAll(rec, nil)
	}
	for first := true; first || len(rec) > 0; {
		left := walPage - len(w.b)%walPage
		if left <= walHead {
			w.b = append(w.b, make([]byte, left)...)
			continue
		}
		n := min(len(rec), left-walHead)
		kind := byte(walMiddle)
		switch last := n == len(rec); {
		case first && last:
			kind = walFull
		case first:
			kind = walFirst
		case last:
			kind = walLast
		}
		w.b = append(w.b, kind|w.packed)
		w.b = binary.BigEndian.AppendUint16(w.b, uint16(n))
		w.b = binary.BigEndian.AppendUint32(w.b, crc32.Checksum(rec[:n], castagnoli))
		w.b = append(w.b, rec[:n]...)
		rec, first = rec[n:], false
	}
	return w
}

func (w *walText) series(ref uint64, words ...string) *walText {
	return w.record(w.enc.Series([]record.RefSeries{{Ref: chunks.HeadSeriesRef(ref), Labels: labels.FromStrings(words...)}}, nil))
}

// samples adds values 10 s apart, the first at from seconds.
func (w *walText) samples(ref uint64, from int64, values ...float64) *walText {
	var list []record.RefSample
	for i, v := range values {
		list = append(list, record.RefSample{Ref: chunks.HeadSeriesRef(ref), T: (from + 10*int64(i)) * 1000, V: v})
	}
	return w.record(w.enc.Samples(list, nil))
}

// walMembers gives segments the names they have in a zip.
func walMembers(segments map[string][]byte) []File {
	var out []File
	for name, b := range segments {
		out = append(out, memoryFile("cbcollect_info_ns_1@a_20240101-000000/./stats_snapshot/"+name, b))
	}
	slices.SortFunc(out, func(a, b File) int { return -strings.Compare(a.Name, b.Name) }) // in no helpful order
	return out
}

func TestWAL(t *testing.T) {
	items := []string{"__name__", "kv_curr_items", "bucket", "b-1", "job", "general", "instance", "kv"}
	row := func(at int, value string, step string) string {
		return fmt.Sprintf(`%d couchbase.kv_curr_items{"bucket":"b-1"} gauge count %s step %s`, at, value, step)
	}
	nan := math.Float64frombits(0x7ff0000000000002)
	long := strings.Repeat("x", 100_000) // crosses pages
	for _, tt := range []struct {
		name     string
		segments map[string][]byte
		want     []string
		problem  string
	}{
		{"one segment", map[string][]byte{"wal/00000000": new(walText).series(1, items...).samples(1, 1000, 1, 2, nan, 3, 4).b},
			[]string{row(1000, "1", "10"), row(1010, "2", "10"), row(1030, "3", "10"), row(1040, "4", "10")}, ""},
		{"kinds, cpu, and what is left out", map[string][]byte{"wal/00000000": new(walText).series(1, "__name__", "kv_ops").series(2, "__name__", "sys_cpu_user_rate").series(3, "__name__", "sys_cpu_sys_rate").
			series(4, "__name__", "kv_x_bucket", "le", "1").series(5, "__name__", "kv_collection_ops", "collection", "0x8").
			samples(1, 1000, 5).samples(2, 1000, 20).samples(3, 1000, 5).samples(4, 1000, 1).samples(5, 1000, 1).samples(99, 1000, 1, 2).record([]byte{77, 1}).record([]byte{7, 1}).record([]byte{4, 1}).b},
			[]string{"1000 cpu user 0.2 system 0.05 irq NaN busy 0.25 step NaN", "1000 couchbase.kv_ops counter count 5 step NaN",
				"not_counted: 2 of 5 series are left out: 1 of histogram buckets, 1 of single collections", "not_counted: 1 records of histograms, which are not read",
				"unsupported: 1 records of a type that is not known", "names_lost: 2 samples of series that the log does not name"}, ""},
		{"a checkpoint and the segments after it", map[string][]byte{
			"wal/checkpoint.00000001/00000000": new(walText).series(1, items...).b, "wal/checkpoint.00000001/00000001": new(walText).samples(1, 1000, 1).b,
			"wal/checkpoint.00000000/00000000": new(walText).series(1, items...).samples(1, 900, 8).b, "wal/checkpoint.00000002.tmp/00000000": new(walText).series(1, items...).samples(1, 900, 8).b,
			"wal/00000001": new(walText).samples(1, 900, 9).b, "wal/00000002": new(walText).samples(1, 1010, 2).b, "wal/00000003": new(walText).samples(1, 1020, 3).b, "chunks_head/000001": make([]byte, 50)},
			[]string{row(1000, "1", "10"), row(1010, "2", "10"), row(1020, "3", "10"), "not_counted: 159 bytes of parts of the head, whose samples the write-ahead log holds too"}, ""},
		{"snappy", map[string][]byte{"wal/00000000": (&walText{packed: 8}).series(1, items...).samples(1, 1000, 1, 2).b}, []string{row(1000, "1", "10"), row(1010, "2", "10")}, ""},
		{"zstd", map[string][]byte{"wal/00000000": (&walText{packed: 16}).series(1, items...).samples(1, 1000, 1, 2).b}, []string{row(1000, "1", "10"), row(1010, "2", "10")}, ""},
		{"a record over several pages, and zeros at the end", map[string][]byte{"wal/00000000": append(new(walText).series(2, "__name__", "a", "long", long).series(1, items...).samples(1, 1000, 1).b, make([]byte, 40_000)...)},
			[]string{row(1000, "1", "NaN")}, ""},
		{"a second number, out of order, and twice", map[string][]byte{"wal/00000000": new(walText).series(1, items...).samples(1, 1010, 2, 3).series(7, items...).samples(7, 1000, 1, 4).b},
			[]string{row(1000, "1", "10"), row(1010, "4", "10"), row(1020, "3", "10")}, ""},
		{"deleted", map[string][]byte{"wal/00000000": new(walText).series(1, items...).samples(1, 1000, 1, 2, 3).record((&record.Encoder{}).Tombstones([]tsdbstones.Stone{
			{Ref: 1, Intervals: tsdbstones.Intervals{{Mint: 1005_000, Maxt: 1010_000}}}}, nil)).b}, []string{row(1000, "1", "20"), row(1020, "3", "20")}, ""},
		{"cut at the end", map[string][]byte{"wal/00000000": new(walText).series(1, items...).samples(1, 1000, 1).samples(1, 1010, 2).b[:120]},
			[]string{row(1000, "1", "NaN"), "cut_row: segment 00000000: it ends within a record at byte 109; what is before it is read"}, ""},
		{"cut before the end", map[string][]byte{"wal/00000000": new(walText).series(1, items...).samples(1, 1000, 1).samples(1, 1010, 2).b[:120], "wal/00000001": new(walText).samples(1, 1020, 3).b},
			[]string{row(1000, "1", "20"), row(1020, "3", "20"), "cut_row: segment 00000000, byte 109: it ends within a record; what is before it is read"}, "byte 109"},
		{"a segment is missing", map[string][]byte{"wal/00000000": new(walText).series(1, items...).samples(1, 1000, 1).b, "wal/00000002": new(walText).samples(1, 1010, 3).b},
			[]string{row(1000, "1", "10"), row(1010, "3", "10"), "cut_row: the segments between 00000000 and 00000002 are missing"}, "missing"},
		{"contents that are no series", map[string][]byte{"wal/00000000": new(walText).series(1, items...).samples(1, 1000, 1).record(append([]byte{1, 0, 0, 0, 0, 0, 0, 0, 9}, 255, 255, 255, 255, 255, 255, 255, 255, 127)).samples(1, 1010, 2).b},
			[]string{row(1000, "1", "NaN"), "cut_row: segment 00000000, byte 109: its contents cannot be read; what is before it is read"}, "cannot be read"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := readTSDB(t.Context(), "a.zip", walMembers(tt.segments), Options{})
			if len(got) != 1 || got[0].Name != "stats_snapshot/wal" || got[0].Size == 0 {
				t.Fatalf("blocks %+v, want one of the log", got)
			}
			if diff := cmp.Diff(tt.want, lines(got)); diff != "" {
				t.Errorf("rows differ (-want +got):\n%s", diff)
			}
			if n := len(got[0].Problems); (n == 1) != (tt.problem != "") || n > 1 || n == 1 && !strings.Contains(got[0].Problems[0].Text, tt.problem) {
				t.Errorf("problems %v, want %q", got[0].Problems, tt.problem)
			}
		})
	}
}

// TestWALBesideABlock reads a log that begins before the end of a block: what the block
// holds is not counted twice, and where the block is damaged the log stands in for it.
func TestWALBesideABlock(t *testing.T) {
	items := []string{"__name__", "kv_curr_items", "bucket", "b-1", "job", "general", "instance", "kv"}
	block := makeBlock(t, []series{{items, []float64{1, 2, 3}, 1000}})
	log := walMembers(map[string][]byte{"wal/00000000": new(walText).series(1, items...).series(2, append([]string{"more", "x"}, items...)...).samples(1, 1010, 8, 8, 4).b})
	row := func(at, value int, step string) string {
		return fmt.Sprintf(`%d couchbase.kv_curr_items{"bucket":"b-1"} gauge count %d step %s`, at, value, step)
	}
	want := []string{row(1000, 1, "10"), row(1010, 2, "10"), row(1020, 3, "10"), row(1030, 4, "NaN")}
	if diff := cmp.Diff(want, lines(readTSDB(t.Context(), "a.zip", append(members(testULID, block), log...), Options{}))); diff != "" {
		t.Errorf("rows differ (-want +got):\n%s", diff)
	}
	block["chunks/000001"] = block["chunks/000001"][:12]
	got := readTSDB(t.Context(), "a.zip", append(members(testULID, block), log...), Options{})
	want = []string{row(1010, 8, "10"), row(1020, 8, "10"), row(1030, 4, "10")}
	if diff := cmp.Diff(want, lines(got[1:])); diff != "" || len(got[0].Problems) != 1 {
		t.Errorf("beside a damaged block, problems %v (-want +got):\n%s", got[0].Problems, diff)
	}
}

// TestWALRoom keeps the newest samples of a log that holds more than may be given.
func TestWALRoom(t *testing.T) {
	d := newWALData(100)
	rec := new(walText).series(1, "__name__", "a").b
	if err := d.take(rec[walHead:]); err != nil {
		t.Fatal(err)
	}
	for i := range 500 {
		if err := d.take(new(walText).samples(1, int64(1000+10*i), 1).b[walHead:]); err != nil {
			t.Fatal(err)
		}
	}
	ms := d.series[0].read.ms
	if len(ms) != d.held || d.held < 100 || d.held > 125 || ms[len(ms)-1] != (1000+10*499)*1000 || d.since != ms[0] {
		t.Errorf("%d samples held from %d to %d, since %d; want about 100 of the newest", d.held, ms[0], ms[len(ms)-1], d.since)
	}
	d = newWALData(10)
	_ = d.take(rec[walHead:])
	for range 50 {
		if err := d.take(new(walText).samples(1, 1000, 1).b[walHead:]); err != nil {
			t.Fatal(err)
		}
	}
	if d.held > 13 {
		t.Errorf("%d samples of one instant are held, want about 10", d.held)
	}
}

// TestWALRecorded reads the log of a real server, and the same log damaged everywhere:
// what is before the damage is kept, it is said where it is, and nothing panics.
func TestWALRecorded(t *testing.T) {
	whole, err := os.ReadFile("testdata/tsdb/wal/00000000")
	if err != nil {
		t.Fatal(err)
	}
	read := func(b []byte) (*schemas.Rows, []Problem) {
		got := readTSDB(t.Context(), "a.zip", walMembers(map[string][]byte{"wal/00000000": b}), Options{})
		return got[0].Rows, got[0].Problems
	}
	count := func(r *schemas.Rows) int { return len(r.Stats) + 2*len(r.CPU) }
	rows, problems := read(whole)
	if count(rows) != 2690 || len(problems)+len(rows.Skips) > 0 {
		t.Errorf("%d samples, problems %v, skips %v; want 2690 and none", count(rows), problems, rows.Skips)
	}
	last := 0
	for i := 0; i < len(whole); i += max(1, len(whole)/211) {
		damaged := slices.Clone(whole)
		damaged[i] ^= 0x55
		for what, b := range map[string][]byte{"changed": damaged, "cut": whole[:i]} {
			rows, problems := read(b)
			if err := checkRows(rows); err != nil {
				t.Errorf("%s at %d: %v", what, i, err)
			}
			cut := len(rows.Skips) > 0 && strings.Contains(rows.Skips[len(rows.Skips)-1].Text, "ends within a record") // a length that became too long
			if what == "changed" && (len(problems) != 1 && !cut || len(rows.Skips) == 0) {
				t.Errorf("changed at %d: problems %v, skips %v; want the place of the damage", i, problems, rows.Skips)
			}
			if n := count(rows); what == "cut" {
				// The first row of cpu may lack its system time.
				if n < last-2 || len(problems) > 0 {
					t.Errorf("cut at %d: %d samples after %d of a shorter log, problems %v", i, n, last, problems)
				}
				last = n
			}
		}
	}
	if last < 2600 {
		t.Errorf("%d samples before the last cut, want nearly all", last)
	}
}

// FuzzWAL reads any bytes as a segment, and as the contents of a record.
func FuzzWAL(f *testing.F) {
	f.Add(new(walText).series(1, "__name__", "kv_ops").samples(1, 1000, 1, 2).b)
	f.Add((&walText{packed: 8}).series(1, "__name__", "kv_ops").samples(1, 1000, 1, 2).b)
	f.Add((&walText{packed: 16}).series(1, "__name__", "kv_ops").samples(1, 1000, 1, 2).b)
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, segment := range [][]byte{b, new(walText).series(1, "__name__", "a").record(b).b} {
			for _, block := range readTSDB(t.Context(), "a.zip", walMembers(map[string][]byte{"wal/00000000": segment}), Options{}) {
				if err := checkRows(block.Rows); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
