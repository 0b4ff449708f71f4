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
// What a killed run left before it could say what it is has no Ref.
func CacheEntries(dir string) ([]CacheEntry, error) {
	uses, err := filepath.Glob(filepath.Join(escapeGlob(dir), cacheLayout, "objects", "*", "*", "use"))
	if err != nil {
		return nil, fmt.Errorf("cache folder %s: %w", dir, err)
	}
	var out []CacheEntry
	for _, path := range uses {
		e := CacheEntry{dirPath: filepath.Dir(path)}
		used, err := os.Stat(path)
		if err != nil {
			continue // pruned by another run
		}
		e.UsedAt = used.ModTime()
		var m objectMap
		if readJSON(filepath.Join(e.dirPath, "map.json"), &m) == nil {
			e.Ref, e.Size = m.Ref, m.Size
			for _, s := range m.Spans {
				e.Held += s[1] - s[0]
			}
		} else if data, err := os.Stat(filepath.Join(e.dirPath, "data")); err == nil {
			e.Held = allocated(data)
		}
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b CacheEntry) int {
		return cmp.Or(a.UsedAt.Compare(b.UsedAt), cmp.Compare(a.dirPath, b.dirPath))
	})
	return out, nil
}

// A PruneRule says what goes out of a cache.
type PruneRule struct {
	MaxBytes int64     // the longest unused objects go until at most this is held; negative: no bound
	Before   time.Time // what was last used before goes; zero: nothing does
	Keep     time.Time // what was used at this time or later stays, whatever the others say; zero: no bound
}

// PruneCache removes objects from the cache folder dir. What an open artifact
// uses, in this process or another, stays. It returns what was removed, and
// removes what runs that were killed more than a day ago left unfinished.
func PruneCache(dir string, rule PruneRule) ([]CacheEntry, error) {
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
		if !rule.Keep.IsZero() && !e.latest().Before(rule.Keep) {
			continue
		}
		if !e.UsedAt.Before(rule.Before) && (rule.MaxBytes < 0 || held <= rule.MaxBytes) {
			continue
		}
		gone, err := e.remove(filepath.Join(dir, cacheLayout, "tmp"))
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

// coarse is how coarse the times of files are where they have no fractions of a second.
const coarse = 2 * time.Second

// latest is when the entry was last used, at the latest.
func (e CacheEntry) latest() time.Time {
	if e.UsedAt.Nanosecond() == 0 {
		return e.UsedAt.Add(coarse)
	}
	return e.UsedAt
}

// remove deletes the entry unless it is in use. It goes out of its place in one
// step, to tmp, so that a run that opens the object meanwhile makes a new one.
func (e CacheEntry) remove(tmp string) (bool, error) {
	lock := flock.New(filepath.Join(e.dirPath, "use"))
	if ok, err := lock.TryLock(); !ok || err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil // pruned by another run
		}
		return false, err
	}
	err := os.MkdirAll(tmp, 0o777)
	if err == nil {
		away := filepath.Join(tmp, "pruned-"+filepath.Base(e.dirPath))
		if os.Rename(e.dirPath, away) != nil { // where a folder with an open file cannot be moved
			away = e.dirPath
		}
		err = os.RemoveAll(away)
	}
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
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
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
