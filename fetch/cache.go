package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// cache is the folder of downloads:
//
//	v1/objects/ab/abcd.../   one version of one object, see cacheObject
//	v1/refs/ab/abcd...json   what was last seen at an address, see refRecord
//	v1/tmp/                  whole objects on their way in
//
// An empty dir keeps nothing.
type cache struct{ dir string }

// cacheLayout is the version of the layout; another one is another folder.
const cacheLayout = "v1"

// identity says which bytes an address stands for.
type identity struct {
	ETag     string `json:"etag,omitempty"`
	Modified string `json:"modified,omitempty"` // Last-Modified, as sent
	Size     int64  `json:"size"`
}

// versioned reports whether another version would have another identity.
func (id identity) versioned() bool { return id.ETag != "" || id.Modified != "" }

// strong is the ETag if requests for ranges may be bound to it.
func (id identity) strong() string {
	if strings.HasPrefix(id.ETag, "W/") {
		return ""
	}
	return id.ETag
}

// same reports whether an answer is about the object of this identity.
func (id identity) same(a *answer) bool {
	switch {
	case id.ETag != "" && a.etag != "":
		return id.ETag == a.etag
	case id.Modified != "" && a.modified != "":
		return id.Modified == a.modified
	}
	return true
}

// digest hashes parts so that no two lists of parts run together.
func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s,", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// place is the address without secrets, one for all forms of it.
func (r Ref) place() []string {
	if r.Bucket != "" {
		return []string{"s3", r.Bucket, r.Key, r.VersionID}
	}
	return []string{r.Scheme, r.Host, r.rawPath, digest(r.query)}
}

// objectDir is the folder of one version of an object.
func (c *cache) objectDir(ref Ref, id identity) string {
	version := id.ETag
	if version == "" {
		version = "modified " + id.Modified
	}
	return c.path("objects", digest(append(ref.place(), version, fmt.Sprint(id.Size))...))
}

func (c *cache) path(kind, sum string) string {
	return filepath.Join(c.dir, cacheLayout, kind, sum[:2], sum)
}

// A refRecord is what was last seen at an address.
type refRecord struct {
	Ref string `json:"ref"`
	identity
}

func (c *cache) refPath(ref Ref) string { return c.path("refs", digest(ref.place()...)) + ".json" }

// lookup returns what is known about an address, false when that is nothing.
func (c *cache) lookup(ref Ref) (identity, bool) {
	var rec refRecord
	if c.dir == "" || readJSON(c.refPath(ref), &rec) != nil || !rec.versioned() || rec.Size <= 0 {
		return identity{}, false
	}
	return rec.identity, true
}

// remember notes what was seen at an address.
func (c *cache) remember(ref Ref, id identity) error {
	if c.dir == "" || !id.versioned() {
		return nil
	}
	return writeJSON(c.refPath(ref), refRecord{ref.String(), id}, false)
}

// tempFile makes a file for a whole object: in the cache, from where it can be
// renamed into place, or nowhere in particular.
func (c *cache) tempFile() (*os.File, error) {
	dir := ""
	if c.dir != "" {
		dir = filepath.Join(c.dir, cacheLayout, "tmp")
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, diskError(err)
		}
	}
	f, err := os.CreateTemp(dir, "inquest-*.part")
	return f, diskError(err)
}

func readJSON(path string, v any) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, v)
}

// writeJSON replaces the file as one step: temporary name, fsync if it must be
// durable, rename.
func writeJSON(path string, v any, durable bool) (err error) {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return diskError(err)
	}
	f, err := os.CreateTemp(dir, filepath.Base(path)+".*.tmp")
	if err != nil {
		return diskError(err)
	}
	defer func() {
		if err != nil {
			err = diskError(errors.Join(err, os.Remove(f.Name())))
		}
	}()
	if _, err = f.Write(b); err == nil && durable {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// diskError marks an error of the cache, with what to do about it.
func diskError(err error) error {
	switch {
	case err == nil || errors.Is(err, ErrDisk):
		return err
	case IsDiskFull(err):
		return fmt.Errorf("%w: %w (free some space, prune the cache, or choose another folder for it)", ErrDisk, err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w: %w (choose another folder for it)", ErrDisk, err)
	}
	return fmt.Errorf("%w: %w", ErrDisk, err)
}
