package lake

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"inquest/schemas"
)

// The tables, in the order in which they are written.
var (
	cpuTable = table[schemas.CPU]{
		Table: schemas.CPUTable, binding: cpuBinding, sorted: []string{"node", "cpu", "ts"},
		rows: func(r *schemas.Rows) *[]schemas.CPU { return &r.CPU },
		order: series[schemas.CPU, string]{
			key: func(r *schemas.CPU) string { return r.CPU }, less: strings.Compare,
			ts: func(r *schemas.CPU) int64 { return r.TS }, source: func(r *schemas.CPU) *schemas.Source { return r.Source },
		}.order,
	}
	diskTable = table[schemas.Disk]{
		Table: schemas.DiskTable, binding: diskBinding, sorted: []string{"node", "device", "ts"},
		rows: func(r *schemas.Rows) *[]schemas.Disk { return &r.Disk },
		order: series[schemas.Disk, string]{
			key: func(r *schemas.Disk) string { return r.Device }, less: strings.Compare,
			ts: func(r *schemas.Disk) int64 { return r.TS }, source: func(r *schemas.Disk) *schemas.Source { return r.Source },
		}.order,
	}
	statsTable = table[schemas.Stat]{
		Table: schemas.StatTable, binding: statsBinding, sorted: []string{"node", "metric", "labels", "ts"},
		rows: func(r *schemas.Rows) *[]schemas.Stat { return &r.Stats },
		order: series[schemas.Stat, *schemas.StatKey]{
			key: func(r *schemas.Stat) *schemas.StatKey { return r.Key }, less: compareKeys,
			ts: func(r *schemas.Stat) int64 { return r.TS }, source: func(r *schemas.Stat) *schemas.Source { return r.Source },
		}.order,
	}
	settingsTable = table[schemas.Setting]{
		Table: schemas.SettingTable, binding: settingsBinding, sorted: []string{"node", "name"},
		rows: func(r *schemas.Rows) *[]schemas.Setting { return &r.Settings },
		order: orderFunc(func(a, b *schemas.Setting) int {
			return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Scope, b.Scope), compareSources(a.Source, b.Source))
		}),
	}
	skipsTable = table[schemas.Skip]{
		Table: schemas.SkipTable, binding: skipsBinding, sorted: []string{"node", "file", "member", "line"},
		rows: func(r *schemas.Rows) *[]schemas.Skip { return &r.Skips },
		order: orderFunc(func(a, b *schemas.Skip) int {
			return cmp.Or(strings.Compare(a.File, b.File), strings.Compare(a.Member, b.Member), cmp.Compare(a.Line, b.Line),
				strings.Compare(a.Reason, b.Reason), strings.Compare(a.Text, b.Text))
		}),
	}
)

// sampleTables are the tables whose rows are read from artifacts.
var sampleTables = []sampleTable{&cpuTable, &diskTable, &statsTable, &settingsTable, &skipsTable}

// sampleTable is a [table] whatever its rows.
type sampleTable interface {
	name() string
	count(rows *schemas.Rows) int64
	check(rows *schemas.Rows) error
	encode(w io.Writer, rows *schemas.Rows, a *Artifact, tool Tool) error
	decode(r io.ReaderAt, f File, in *interner, rows *schemas.Rows) error
}

// table is what the lake knows of a table: its columns, order and places in memory.
type table[R any] struct {
	schemas.Table[R]
	binding[R]
	sorted []string
	rows   func(*schemas.Rows) *[]R
	order  func([]R) ([]int32, error)
}

func (t *table[R]) name() string                   { return t.Name }
func (t *table[R]) count(rows *schemas.Rows) int64 { return int64(len(*t.rows(rows))) }

// check refuses rows that do not say where they come from.
func (t *table[R]) check(rows *schemas.Rows) error {
	list := *t.rows(rows)
	for i := range list {
		if t.source != nil && *t.source(&list[i]) == nil || t.key != nil && *t.key(&list[i]) == nil {
			return fmt.Errorf("row %d of table %s has no source or series", i, t.Name)
		}
	}
	return nil
}

func (t *table[R]) encode(w io.Writer, rows *schemas.Rows, a *Artifact, tool Tool) error {
	list := *t.rows(rows)
	order, err := t.order(list)
	if err != nil {
		return err
	}
	return encode(w, file[R]{table: t.Table, identity: a, rows: list, order: order, sorted: t.sorted, tool: tool,
		meta: [][2]string{{"inquest.parser", a.ParserVersion}, {"inquest.artifact_id", a.ArtifactID}}})
}

func (t *table[R]) decode(r io.ReaderAt, f File, in *interner, rows *schemas.Rows) error {
	list, err := decode(r, f.Bytes, f.Rows, t.binding, in)
	if err != nil {
		return err
	}
	to := t.rows(rows)
	*to = append(*to, list...)
	return nil
}
