package generate

import (
	"archive/zip"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WriteTo makes the run's folder within dir: a zip for each node, and manifest.json. A
// folder that is there is an error that wraps os.ErrExist; nothing in it is touched. A
// run that could not be written whole is taken away again.
func (r *Run) WriteTo(ctx context.Context, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("making the folder of the runs: %w", err)
	}
	folder := filepath.Join(dir, r.ID)
	if err := os.Mkdir(folder, 0o777); err != nil {
		return fmt.Errorf("writing run %s: %w; pass another folder, or take it away first", r.ID, err)
	}
	if err := r.fill(ctx, folder); err != nil {
		return errors.Join(fmt.Errorf("writing run %s: %w", r.ID, err), os.RemoveAll(folder))
	}
	return nil
}

func (r *Run) fill(ctx context.Context, folder string) error {
	var buffer []byte
	for _, node := range r.Nodes() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.writeZip(filepath.Join(folder, node+".zip"), node, &buffer); err != nil {
			return err
		}
	}
	manifest, err := r.ManifestJSON()
	if err != nil || manifest == nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "manifest.json"), append(manifest, '\n'), 0o666)
}

func (r *Run) writeZip(name, node string, buffer *[]byte) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	z := zip.NewWriter(f)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	err = r.each(node, buffer, func(m File) error {
		w, err := z.CreateHeader(&zip.FileHeader{Name: m.Name, Method: zip.Deflate, Modified: m.Modified})
		if err == nil {
			_, err = w.Write(m.Data)
		}
		return err
	})
	return errors.Join(err, z.Close(), f.Close())
}
