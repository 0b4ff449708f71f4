package fetch

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"
)

// A CacheEntry is one version of one object in the cache.
type CacheEntry struct {
	Ref     string    // its address, without secrets
	Size    int64     // of the object, bytes
	Held    int64     // bytes of it that are in the cache
	UsedAt  time.Time // when a run last downloaded into it or opened it
	dirPath string
}

// CacheEntries lists what is in the cache folder dir, the longest unused first.
func CacheEntries(dir string) ([]CacheEntry, error) {
	maps, err := filepath.Glob(filepath.Join(escapeGlob(dir), cacheLayout, "objects", "*", "*", "map.json"))
	if err != nil {
		return nil, fmt.Errorf("cache folder %s: %w", dir, err)
	}
	var out []CacheEntry
	for _, path := range maps {
		var m objectMap
		if err := readJSON(path, &m); errors.Is(err, fs.ErrNotExist) {
			continue // pruned by another run
		} else if err != nil {
			m = objectMap{Ref: "(damaged)"}
		}
		e := CacheEntry{Ref: m.Ref, Size: m.Size, dirPath: filepath.Dir(path)}
		for _, s := range m.Spans {
			e.Held += s[1] - s[0]
		}
		if info, err := os.Stat(filepath.Join(e.dirPath, "use")); err == nil {
			e.UsedAt = info.ModTime()
		}
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b CacheEntry) int {
		return cmp.Or(a.UsedAt.Compare(b.UsedAt), cmp.Compare(a.dirPath, b.dirPath))
	})
	return out, nil
}

// PruneCache removes the objects unused since before, and the longest unused
// ones until at most maxBytes are held; a zero before or a negative maxBytes
// is no bound. What an open artifact uses stays. It returns what was removed.
func PruneCache(dir string, maxBytes int64, before time.Time) ([]CacheEntry, error) {
	entries, err := CacheEntries(dir)
	if err != nil {
		return nil, err
	}
	var held int64
	for _, e := range entries {
		held += e.Held
	}
	var removed []CacheEntry
	for _, e := range entries {
		if !e.UsedAt.Before(before) && (maxBytes < 0 || held <= maxBytes) {
			continue
		}
		gone, err := e.remove()
		if err != nil {
			return removed, fmt.Errorf("cannot prune the cache of %s: %w", e.Ref, err)
		}
		if gone {
			held -= e.Held
			removed = append(removed, e)
		}
	}
	return removed, sweepTemp(filepath.Join(dir, cacheLayout, "tmp"))
}

// remove deletes the entry unless it is in use.
func (e CacheEntry) remove() (bool, error) {
	lock := flock.New(filepath.Join(e.dirPath, "use"))
	if ok, err := lock.TryLock(); !ok || err != nil {
		return false, err
	}
	err := os.RemoveAll(e.dirPath)
	return err == nil, errors.Join(err, lock.Close())
}

// sweepTemp removes temporary files that a killed run left behind. A day is
// longer than any download.
func sweepTemp(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		info, err2 := e.Info()
		if err2 == nil && time.Since(info.ModTime()) > 24*time.Hour {
			err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// escapeGlob makes the characters of a glob stand for themselves.
func escapeGlob(s string) string {
	var b []rune
	for _, r := range s {
		if r == '*' || r == '?' || r == '[' {
			b = append(b, '[', r, ']')
			continue
		}
		b = append(b, r)
	}
	return string(b)
}
