package main

import (
	"math"
	"path/filepath"

	"github.com/dustin/go-humanize"

	"inquest/fetch"
)

// objects is the folder of downloads.
func (a *app) objects() (string, error) {
	dir, err := a.cache()
	return filepath.Join(dir, "objects"), err
}

// parseSize reads a number of bytes as people write it.
func parseSize(flag, text string) (int64, error) {
	n, err := humanize.ParseBytes(text)
	if err != nil || n > math.MaxInt64 {
		return 0, usageError("%s %s: want a size such as 500MB or 20GiB", flag, text)
	}
	return int64(n), nil
}

// capCache brings the downloads below --cache-size after a run, the longest unused first.
// What this run used stays, even if that alone is more. That it cannot be done is not said
// where the run itself has said that the cache cannot be written.
func (a *app) capCache(said bool) {
	if !a.fetches || a.cacheCap == 0 {
		return
	}
	dir, err := a.objects()
	if err != nil {
		return // the run has said it
	}
	removed, err := fetch.PruneCache(dir, fetch.PruneRule{MaxBytes: a.cacheCap, Keep: a.began})
	if err != nil && !said {
		a.say("the cache could not be brought below --cache-size: %v", err)
	}
	if n := len(removed); n > 0 && a.verbose {
		a.say("the cache is kept below %s: %d %s unused since %s went, %s", size(a.cacheCap), n, plural(n, "object", "objects"),
			removed[n-1].UsedAt.UTC().Format("2006-01-02 15:04"), size(heldBy(removed)))
	}
	entries, err := fetch.CacheEntries(dir)
	if held := heldBy(entries); err == nil && held > a.cacheCap && a.verbose {
		a.say("the cache holds %s, more than the %s of --cache-size, because this run used it or another one does", size(held), size(a.cacheCap))
	}
}
