package parse

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/schemas"
)

func TestTSDBSeries(t *testing.T) {
	nan := math.Float64frombits(0x7ff0000000000002) // what Prometheus writes where a series ends
	general := func(name string, more ...string) []string {
		return append([]string{"__name__", name, "name", name, "job", "general", "instance", "ns_server"}, more...)
	}
	for _, tt := range []struct {
		name   string
		series []series
		want   []string
	}{
		{"names, kinds and units", []series{
			{general("kv_ops", "bucket", "b-1", "op", "set"), []float64{5, 7}, 1000},
			{general("xdcr_changes_left_total"), []float64{9, 3, nan}, 1000},
			{general("sys_mem_free", "category", "system"), []float64{1024, nan, 512}, 1000},
			{general("sys_pressure_total_stall_time_usec", "resource", "io"), []float64{5e5}, 1000},
			{general("sys_pressure_share_time_stalled"), []float64{50}, 1000},
			{general("cbas_gc_time_milliseconds_total"), []float64{1500}, 1000},
			{general("some_swinging_total"), []float64{5, 4, 5, 4, 5, 4, 5, 4}, 1000},
		}, []string{
			"1000 couchbase.cbas_gc_time_milliseconds_total counter seconds 1.5 step NaN",
			`1000 couchbase.kv_ops{"bucket":"b-1","op":"set"} counter count 5 step 10`,
			`1010 couchbase.kv_ops{"bucket":"b-1","op":"set"} counter count 7 step 10`,
			"1000 couchbase.some_swinging_total gauge  5 step 10", "1010 couchbase.some_swinging_total gauge  4 step 10",
			"1020 couchbase.some_swinging_total gauge  5 step 10", "1030 couchbase.some_swinging_total gauge  4 step 10",
			"1040 couchbase.some_swinging_total gauge  5 step 10", "1050 couchbase.some_swinging_total gauge  4 step 10",
			"1060 couchbase.some_swinging_total gauge  5 step 10", "1070 couchbase.some_swinging_total gauge  4 step 10",
			"1000 couchbase.sys_mem_free gauge bytes 1024 step 20", "1020 couchbase.sys_mem_free gauge bytes 512 step 20",
			"1000 couchbase.sys_pressure_share_time_stalled gauge ratio 0.5 step NaN",
			`1000 couchbase.sys_pressure_total_stall_time_usec{"resource":"io"} counter seconds 0.5 step NaN`,
			"1000 couchbase.xdcr_changes_left_total gauge count 9 step 10", "1010 couchbase.xdcr_changes_left_total gauge count 3 step 10",
		}},
		{"rates of the host before those of the control group", []series{
			{general("sys_cpu_host_user_rate"), []float64{20, 30}, 1000},
			{general("sys_cpu_host_sys_rate"), []float64{5}, 1010},
			{general("sys_cpu_irq_rate"), []float64{1, 2}, 1000},
			{general("sys_cpu_user_rate"), []float64{40}, 1000},
			{general("sys_cpu_sys_rate"), []float64{41}, 1000},
		}, []string{
			"1000 cpu user 0.2 system NaN irq 0.01 busy NaN step 10", "1010 cpu user 0.3 system 0.05 irq 0.02 busy 0.35 step 10",
			"1000 couchbase.sys_cpu_sys_rate gauge ratio 0.41 step NaN", "1000 couchbase.sys_cpu_user_rate gauge ratio 0.4 step NaN",
		}},
		{"rates of 7.0", []series{
			{general("sys_cpu_user_rate"), []float64{40, 200}, 1000},
			{general("sys_cpu_sys_rate"), []float64{10, 10}, 1000},
		}, []string{"1000 cpu user 0.4 system 0.1 irq NaN busy 0.5 step 10", "bad_sum: user 200.0 %, system 10.0 %"}},
		{"seconds where there are no rates", []series{
			{general(cpuSeconds, "mode", "user"), []float64{0, 5, 1, 2}, 1000},
			{general(cpuSeconds, "mode", "sys"), []float64{0, 1, 0, 1}, 1000},
			{general(cpuSeconds, "mode", "idle"), []float64{0, 14, 3, 11}, 1000},
		}, []string{
			"1010 cpu user 0.25 system 0.05 irq NaN busy 0.3 step 10", "1030 cpu user 0.1 system 0.1 irq NaN busy 0.2 step 10",
			`1000 couchbase.sys_cpu_host_seconds_total{"mode":"idle"} counter seconds 0 step 10`, `1010 couchbase.sys_cpu_host_seconds_total{"mode":"idle"} counter seconds 14 step 10`,
			`1020 couchbase.sys_cpu_host_seconds_total{"mode":"idle"} counter seconds 3 step 10`, `1030 couchbase.sys_cpu_host_seconds_total{"mode":"idle"} counter seconds 11 step 10`,
			`1000 couchbase.sys_cpu_host_seconds_total{"mode":"sys"} counter seconds 0 step 10`, `1010 couchbase.sys_cpu_host_seconds_total{"mode":"sys"} counter seconds 1 step 10`,
			`1020 couchbase.sys_cpu_host_seconds_total{"mode":"sys"} counter seconds 0 step 10`, `1030 couchbase.sys_cpu_host_seconds_total{"mode":"sys"} counter seconds 1 step 10`,
			`1000 couchbase.sys_cpu_host_seconds_total{"mode":"user"} counter seconds 0 step 10`, `1010 couchbase.sys_cpu_host_seconds_total{"mode":"user"} counter seconds 5 step 10`,
			`1020 couchbase.sys_cpu_host_seconds_total{"mode":"user"} counter seconds 1 step 10`, `1030 couchbase.sys_cpu_host_seconds_total{"mode":"user"} counter seconds 2 step 10`,
			"counter_reset: sys_cpu_host_seconds_total",
		}},
		{"series left out, and labels kept where they tell series apart", []series{
			{general("kv_cmd_duration_seconds_bucket", "le", "0.1"), []float64{1}, 1000},
			{general("kv_collection_item_count", "collection", "0x8", "scope", "0x0"), []float64{1}, 1000},
			{[]string{"__name__", "up", "job", "general", "instance", "kv"}, []float64{1}, 1000},
			{[]string{"__name__", "go_goroutines", "job", "general", "instance", "xdcr"}, []float64{11}, 1000},
			{[]string{"__name__", "go_goroutines", "job", "general", "instance", "index"}, []float64{12}, 1000},
		}, []string{
			`1000 couchbase.go_goroutines{"instance":"index","job":"general"} gauge  12 step NaN`,
			`1000 couchbase.go_goroutines{"instance":"xdcr","job":"general"} gauge  11 step NaN`,
			`1000 couchbase.up{"instance":"kv","job":"general"} gauge count 1 step NaN`,
			"not_counted: 2 of 5 series are left out: 1 of histogram buckets, 1 of single collections",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := readTSDB(t.Context(), "a.zip", members(testULID, makeBlock(t, tt.series)), Options{})
			if len(got) != 1 || got[0].Name != "stats_snapshot/"+testULID || got[0].Size == 0 || len(got[0].Problems) != 0 {
				t.Errorf("blocks %+v, want one without problems", got)
			}
			if diff := cmp.Diff(tt.want, lines(got)); diff != "" {
				t.Errorf("rows differ (-want +got):\n%s", diff)
			}
		})
	}
}

// TestTSDBOverlap reads two blocks that overlap: each sample comes once.
func TestTSDBOverlap(t *testing.T) {
	one := func(from int64, values ...float64) map[string][]byte {
		return makeBlock(t, []series{
			{[]string{"__name__", "kv_curr_items", "bucket", "b-1"}, values, from},
			{[]string{"__name__", "sys_cpu_user_rate"}, values, from},
			{[]string{"__name__", "sys_cpu_sys_rate"}, values, from},
		})
	}
	files := append(members(testULID, one(1000, 1, 2, 3)), members("01HABCDEFGHJKMNPQRSTVWXYZ1", one(1010, 2, 3, 4))...)
	want := []string{
		"1000 cpu user 0.01 system 0.01 irq NaN busy 0.02 step 10", `1000 couchbase.kv_curr_items{"bucket":"b-1"} gauge count 1 step 10`,
		"1010 cpu user 0.02 system 0.02 irq NaN busy 0.04 step 10", "1020 cpu user 0.03 system 0.03 irq NaN busy 0.06 step 10", "1030 cpu user 0.04 system 0.04 irq NaN busy 0.08 step 10",
		`1010 couchbase.kv_curr_items{"bucket":"b-1"} gauge count 2 step 10`, `1020 couchbase.kv_curr_items{"bucket":"b-1"} gauge count 3 step 10`, `1030 couchbase.kv_curr_items{"bucket":"b-1"} gauge count 4 step 10`,
	}
	if diff := cmp.Diff(want, lines(readTSDB(t.Context(), "a.zip", files, Options{}))); diff != "" {
		t.Errorf("rows differ (-want +got):\n%s", diff)
	}
}

func TestTSDBTombstones(t *testing.T) {
	block := makeBlock(t, []series{{[]string{"__name__", "kv_curr_items"}, []float64{1, 2, 3, 4}, 1000}})
	x, err := readTSDBIndex(t.Context(), block["index"])
	if err != nil {
		t.Fatal(err)
	}
	body := binary.AppendUvarint(nil, x.series[0].ref)
	body = binary.AppendVarint(binary.AppendVarint(body, 1010_000), 1020_000)
	stones := append([]byte{0x01, 0x30, 0xBA, 0x30, 1}, body...)
	block["tombstones"] = binary.BigEndian.AppendUint32(stones, crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)))
	want := []string{"1000 couchbase.kv_curr_items gauge count 1 step 30", "1030 couchbase.kv_curr_items gauge count 4 step 30"}
	if diff := cmp.Diff(want, lines(readTSDB(t.Context(), "a.zip", members(testULID, block), Options{}))); diff != "" {
		t.Errorf("rows differ (-want +got):\n%s", diff)
	}
	block["tombstones"][7] ^= 1
	got := readTSDB(t.Context(), "a.zip", members(testULID, block), Options{})
	if len(got[0].Problems) != 1 || len(got[0].Rows.Stats) != 0 {
		t.Errorf("damaged tombstones: problems %v, %d rows; want one and none", got[0].Problems, len(got[0].Rows.Stats))
	}
}

// checkAgainstMeta compares the rows of a block with what its meta.json says of it.
func checkAgainstMeta(t *testing.T, b tsdbBlock, metaText []byte) {
	t.Helper()
	var meta struct {
		MinTime, MaxTime int64
		Stats            struct{ NumSamples, NumSeries int }
	}
	if err := json.Unmarshal(metaText, &meta); err != nil {
		t.Fatal(err)
	}
	keys := map[*schemas.StatKey]bool{}
	for _, r := range b.Rows.Stats {
		keys[r.Key] = true
	}
	for _, r := range b.Rows.CPU {
		if r.Busy != r.User+r.System || schemas.IsNull(r.Busy) {
			t.Errorf("%s: cpu row %+v", b.Name, r)
		}
	}
	// The rates of user and system time are in table cpu.
	if got, want := len(b.Rows.Stats)+2*len(b.Rows.CPU), meta.Stats.NumSamples; got != want {
		t.Errorf("%s: %d samples, meta.json says %d", b.Name, got, want)
	}
	if got, want := len(keys)+2, meta.Stats.NumSeries; got != want {
		t.Errorf("%s: %d series, meta.json says %d", b.Name, got, want)
	}
	first, last, _ := b.Rows.Span()
	if first != meta.MinTime*1000 || last/1000 >= meta.MaxTime || last/1000 < meta.MaxTime-10_000 {
		t.Errorf("%s: rows from %d to %d us, meta.json says %d to %d ms", b.Name, first, last, meta.MinTime, meta.MaxTime)
	}
	if len(b.Problems)+len(b.Rows.Skips) > 0 {
		t.Errorf("%s: problems %v, skips %v", b.Name, b.Problems, b.Rows.Skips)
	}
}

func TestTSDBRecorded(t *testing.T) {
	ulid, block := recordedBlock(t)
	checkAgainstMeta(t, readTSDB(t.Context(), "a.zip", members(ulid, block), Options{})[0], block["meta.json"])
}

// TestTSDBRoom gives no more rows than there is room for, the newest.
func TestTSDBRoom(t *testing.T) {
	values := make([]float64, 1000)
	block := makeBlock(t, []series{{[]string{"__name__", "kv_curr_items"}, values, 1000}})
	blocks, _ := groupTSDB(members(testULID, block))
	blocks[0].readMeta(t.Context())
	s := &tsdbSnapshot{ctx: t.Context(), artifact: "a.zip", room: 60}
	got := s.read(blocks[0])
	last := got.Rows.Stats[len(got.Rows.Stats)-1].TS
	if n := len(got.Rows.Stats); n < 100 || n >= 1000 || last != 10990e6 || len(got.Rows.Skips) != 1 || got.Rows.Skips[0].Reason != schemas.Unsupported {
		t.Errorf("%d rows up to %d, skips %v; want some of the newest and a skip", n, last, got.Rows.Skips)
	}
}

// TestTSDBHeadWithoutLog meets parts of the head that no write-ahead log goes with.
func TestTSDBHeadWithoutLog(t *testing.T) {
	files := []File{memoryFile("stats_snapshot/chunks_head/000001", make([]byte, 24)), memoryFile("stats_snapshot/queries.active", make([]byte, 20))}
	got := readTSDB(t.Context(), "a.zip", files, Options{})
	if len(got) != 1 || len(got[0].Problems) != 1 || !strings.Contains(got[0].Problems[0].Text, "without a write-ahead log") || !strings.Contains(got[0].Problems[0].Text, "24 bytes") {
		t.Errorf("blocks %+v, want one problem that names the parts and their size", got)
	}
}

func TestTSDBCancelled(t *testing.T) {
	ulid, block := recordedBlock(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := readTSDB(ctx, "a.zip", members(ulid, block), Options{})
	if len(got) != 1 || len(got[0].Problems) != 1 {
		t.Errorf("blocks %+v, want one with a problem", got)
	}
}
