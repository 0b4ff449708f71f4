package parse

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:     "tsdb",
		Doc:      "Prometheus blocks in stats_snapshot/ of Couchbase Server 7.0 and later; read as a whole, with the zip",
		Source:   "prometheus/prometheus, tsdb/docs/format; couchbase/ns_server 7.6, prometheus_cfg",
		Specimen: "\xba\xaa\xd7\x00\x02",
		Tables:   []string{"cpu", "stats"},
		Match:    matchTSDB,
		Parse: func(*Log) error {
			return fmt.Errorf("one file of a Prometheus block: %w; give the zip or the folder that holds the block", ErrUnsupported)
		},
	})
}

// matchTSDB knows a block's index and chunks by their first bytes.
func matchTSDB(h Head) int {
	if b := string(h.Bytes[:min(5, len(h.Bytes))]); b == "\xba\xaa\xd7\x00\x01" || b == "\xba\xaa\xd7\x00\x02" || b == "\x85\xbd\x40\xdd\x01" {
		return 100
	}
	return 0
}

// tsdbBlock is what came out of one block of a snapshot.
type tsdbBlock struct {
	Name     string // stats_snapshot/<block>
	Size     int64  // bytes of its files
	Rows     *schemas.Rows
	Problems []Problem
}

// tsdbFiles are the files of one block.
type tsdbFiles struct {
	name  string
	files map[string]File // by path below the block's folder
	size  int64
	meta  struct {
		MinTime int64 `json:"minTime"` // milliseconds
		MaxTime int64 `json:"maxTime"`
	}
}

const (
	tsdbFolder   = "stats_snapshot"
	maxTSDBRows  = 2 << 20   // of one snapshot
	maxTSDBMeta  = 1 << 20   // bytes of a meta.json
	maxTSDBIndex = 128 << 20 // bytes of an index, which is held in memory
)

// readTSDB reads the blocks of a Prometheus snapshot and its write-ahead log, given all
// files below its folder. A damaged block costs that block only, a damaged segment of the
// log what is after the damage in it. At most maxTSDBRows are given; the newest are kept.
func readTSDB(ctx context.Context, artifact string, files []File, _ Options) []tsdbBlock {
	blocks, wal := groupTSDB(files)
	for _, b := range blocks {
		b.readMeta(ctx)
	}
	slices.SortFunc(blocks, func(a, b *tsdbFiles) int { // newest first
		return cmp.Or(cmp.Compare(b.meta.MaxTime, a.meta.MaxTime), strings.Compare(b.name, a.name))
	})
	s := &tsdbSnapshot{ctx: ctx, artifact: artifact, room: maxTSDBRows}
	w := &walReader{ctx: ctx, files: wal, data: newWALData(s.room)}
	w.read() // it is the newest
	s.room = max(0, s.room-w.data.held)
	var out []tsdbBlock
	for _, b := range blocks {
		out = append(out, s.read(b))
	}
	slices.Reverse(out)
	switch {
	case len(wal.segments) > 0:
		out = append(out, w.rows(s))
	case wal.others > 0:
		text := fmt.Sprintf("recent samples stand only in parts of the head without a write-ahead log, which is not readable here: %d bytes", wal.others)
		name := tsdbFolder + "/chunks_head"
		out = append(out, tsdbBlock{Name: name, Size: wal.others,
			Rows:     &schemas.Rows{Skips: []schemas.Skip{{File: artifact, Member: name, Reason: schemas.Unsupported, Text: text}}},
			Problems: []Problem{{Kind: schemas.Unsupported, Member: name, Text: text}}})
	}
	return out
}

// groupTSDB sorts the files by block, and takes those of the write-ahead log together.
func groupTSDB(files []File) (blocks []*tsdbFiles, wal *walFiles) {
	wal = &walFiles{}
	byName := map[string]*tsdbFiles{}
	for _, f := range files {
		parts := strings.Split(path.Clean(strings.ReplaceAll(f.Name, `\`, "/")), "/")
		if i := slices.IndexFunc(parts, isULID); i >= 0 && i+1 < len(parts) {
			b := byName[parts[i]]
			if b == nil {
				b = &tsdbFiles{name: tsdbFolder + "/" + parts[i], files: map[string]File{}}
				byName[parts[i]] = b
				blocks = append(blocks, b)
			}
			b.files[path.Join(parts[i+1:]...)] = f
			b.size += f.Size
		} else {
			wal.add(parts, f)
		}
	}
	return blocks, wal
}

// isULID tells whether a folder has the form of a block's name.
func isULID(s string) bool {
	return len(s) == 26 && strings.Trim(s, "0123456789ABCDEFGHJKMNPQRSTVWXYZ") == ""
}

// readMeta reads the block's span. Without it the block is read last.
func (b *tsdbFiles) readMeta(ctx context.Context) {
	if text, err := b.readAll(ctx, "meta.json", maxTSDBMeta); err == nil {
		_ = json.Unmarshal(text, &b.meta)
	}
}

// readAll reads a file of the block into memory.
func (b *tsdbFiles) readAll(ctx context.Context, name string, most int64) ([]byte, error) {
	f, ok := b.files[name]
	if !ok {
		return nil, fmt.Errorf("the block has no %s", name)
	}
	rc, err := f.Open(ctx)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", name, err)
	}
	defer rc.Close()
	text, err := io.ReadAll(io.LimitReader(rc, most+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if int64(len(text)) > most {
		return nil, fmt.Errorf("%s is larger than %d MiB", name, most>>20)
	}
	return text, nil
}
