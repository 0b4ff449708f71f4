package fetch

import (
	"maps"
	"path/filepath"
	"slices"
	"time"
)

// During a download the map is published after publishBytes, or after a step, which is a
// small part of the object and at most a MiB, if the last time is publishPause ago: that
// much a kill can lose.
const (
	publishBytes = 4 << 20
	publishPause = 20 * time.Millisecond
	publishParts = 64
)

// step is how many bytes are worth a publication.
func (o *cacheObject) step() int64 {
	const least = 16 << 10
	return max(least, min(moved, o.size/publishParts))
}

// publish makes what is there durable, and then known. The caller holds the
// lock.
func (o *cacheObject) publish() error { return o.announce(true) }

// announce publishes the map. Without durable it serves a run that goes on
// after a kill; should the machine fail, the seals and CRC-32s tell which
// bytes have not reached the disk.
func (o *cacheObject) announce(durable bool) error {
	if o.dir == "" {
		return nil
	}
	o.publishing.Lock()
	defer o.publishing.Unlock()
	o.mu.Lock()
	m := objectMap{Ref: o.ref, Size: o.size}
	for _, at := range slices.SortedFunc(maps.Keys(o.seals), compareSpans) {
		m.Seals = append(m.Seals, o.seals[at])
	}
	for _, s := range o.have {
		m.Spans = append(m.Spans, [2]int64{s.off, s.end})
	}
	o.pending, o.published = 0, time.Now()
	o.mu.Unlock()
	if durable {
		if err := o.data.Sync(); err != nil {
			return diskError(err)
		}
	}
	return writeJSON(filepath.Join(o.dir, "map.json"), m, durable)
}
