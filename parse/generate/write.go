package generate

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/flate"
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
	deflate, err := flate.NewWriter(io.Discard, flate.BestSpeed)
	if err != nil {
		return err
	}
	var kept []byte
	buffer := func(size int) []byte {
		kept = slices.Grow(kept[:0], size)
		return kept
	}
	for _, node := range r.Nodes() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.writeZip(filepath.Join(folder, node+".zip"), node, buffer, deflate); err != nil {
			return err
		}
	}
	manifest, err := r.ManifestJSON()
	if err != nil || manifest == nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "manifest.json"), append(manifest, '\n'), 0o666)
}

func (r *Run) writeZip(name, node string, buffer func(int) []byte, deflate *flate.Writer) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	z := zip.NewWriter(f)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		deflate.Reset(w) // one member is written after the other
		return deflate, nil
	})
	err = r.each(node, buffer, func(m File) error {
		w, err := z.CreateHeader(&zip.FileHeader{Name: m.Name, Method: zip.Deflate, Modified: m.Modified})
		if err == nil {
			_, err = w.Write(m.Data)
		}
		return err
	})
	return errors.Join(err, z.Close(), f.Close())
}
