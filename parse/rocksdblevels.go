package parse

import (
	"bytes"

	"inquest/schemas"
)

// columnFamily reads a line of the row of one column family: its table of levels, which
// stands under the header that begins with Level, and its stalls.
func (p *rocksdbPage) columnFamily(line []byte) {
	p.fields = cutFields(line, p.fields)
	f := p.fields
	switch {
	case len(f) > 1 && text(f[0]) == "Level" && text(f[1]) == "Files":
		p.levels = true
	case len(f) < 2 || text(f[0]) == "Sum":
		if !bytes.HasPrefix(line, []byte("---")) {
			p.levels = false // the sum and what came since the last reader end the table
		}
	case p.levels:
		p.level(f)
	}
	if rest, ok := bytes.CutPrefix(line, []byte("Stalls(count): ")); ok {
		p.stalls(rest)
	}
}

// level reads how many files a level has, and how many of them are being compacted:
// "L0 4/1 19.02 MB 0.2 ...", as InternalStats::DumpCFStats of RocksDB writes it. Sizes and
// scores there are rounded and left out. A level without files that never had one has no
// line: it is not known, and not 0.
func (p *rocksdbPage) level(f [][]byte) {
	if len(f[0]) < 2 || f[0][0] != 'L' {
		return
	}
	if _, ok := parseNumber(f[0][1:]); !ok {
		return
	}
	all, busy, ok := bytes.Cut(f[1], []byte{'/'})
	files, known := parseNumber(all)
	compacting, knownToo := parseNumber(busy)
	if !ok || !known || !knownToo {
		return
	}
	p.levelNumber("rocksdb.level_files", f[0], files)
	p.levelNumber("rocksdb.level_files_compacting", f[0], compacting)
}

func (p *rocksdbPage) levelNumber(metric string, level []byte, v float64) {
	p.add(p.keyOf(p.name, metric, level, func() *schemas.StatKey {
		return p.l.Key(metric, label("column_family", string(p.name), "level", string(level)), schemas.Gauge, "count")
	}), v)
}
