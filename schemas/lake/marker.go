package lake

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"inquest/schemas"
)

// emptyName names the files without rows.
const emptyName = "empty"

// marker is the content of _inquest/lake.json, which makes a folder a lake.
type marker struct {
	Format int `json:"format"`         // of the commit manifests
	Schema int `json:"schema_version"` // of the tables
}

// marked tells whether the lake has been written to, and refuses one from the future.
func (l *Lake) marked(ctx context.Context) (bool, error) {
	b, err := l.store.read(ctx, markerKey, 0, -1)
	if notExist(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var m marker
	if err := json.Unmarshal(b, &m); err != nil {
		return false, fmt.Errorf("%s: %w", markerKey, err)
	}
	if m.Format > manifestFormat || m.Schema > schemas.Version {
		return false, fmt.Errorf("%s: written by a newer inquest (format %d, schema %d; this one knows %d and %d)",
			markerKey, m.Format, m.Schema, manifestFormat, schemas.Version)
	}
	return true, nil
}

func (l *Lake) mark(ctx context.Context) error {
	b, err := json.Marshal(marker{manifestFormat, schemas.Version})
	if err != nil {
		return err
	}
	_, err = l.putText(ctx, markerKey, append(b, '\n'))
	return err
}

// writeEmptyTables gives each table of the dictionary a file with all columns and no row.
func (l *Lake) writeEmptyTables(ctx context.Context) error {
	for _, entry := range schemas.Dictionary() {
		names := []string{entry.Name}
		for _, f := range entry.Fields {
			names = append(names, f.Name)
		}
		encode := func(w io.Writer) error {
			return encodeEmpty(w, header{table: entry.Name, fields: entry.Fields, tool: l.opt.Tool})
		}
		key := fileKey(entry.Name, "", "", emptyName, digest(names...))
		if _, err := l.put(ctx, entry.Name, key, 0, encode); err != nil {
			return err
		}
	}
	return nil
}
