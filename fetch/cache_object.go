package fetch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// A cacheObject holds the downloaded parts of one version of one object:
//
//	data      a sparse file, each byte at its own offset
//	map.json  which spans of data are there: the commit
//	use       locked, shared, while the object is open
//	fill      locked, alone, while spans are added or dropped
//
// Bytes are written before the map that names them, so a run that is killed
// leaves bytes that nobody believes. Without a folder it is a file that has
// no name, and no map.
type cacheObject struct {
	dir       string
	size      int64
	ref       string
	data      *os.File
	use, fill *flock.Flock

	mu        sync.Mutex
	have      spans
	trusted   spans // downloaded, or compared with a seal, in this run
	seals     map[span]seal
	pending   int64     // bytes written since the last publication
	published time.Time // of the map

	publishing sync.Mutex
	filling    chan struct{} // holds one token while this run has the lock
}

// objectMap is map.json.
type objectMap struct {
	Ref   string     `json:"ref"` // for people
	Size  int64      `json:"size"`
	Spans [][2]int64 `json:"spans"` // [off, end)
	Seals []seal     `json:"seals"`
}

// openObject opens or makes the object in dir; dir "" makes a temporary one.
func (c *cache) openObject(ctx context.Context, dir string, ref Ref, size int64) (*cacheObject, error) {
	o := &cacheObject{dir: dir, size: size, ref: ref.String(), seals: map[span]seal{}, filling: make(chan struct{}, 1)}
	if dir == "" {
		f, err := c.tempFile()
		if err != nil {
			return nil, err
		}
		_ = os.Remove(f.Name()) // where an open file cannot be removed, Close does it
		o.data = f
		return o, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, diskError(err)
	}
	o.use = flock.New(filepath.Join(dir, "use"))
	o.fill = flock.New(filepath.Join(dir, "fill"))
	if _, err := o.use.TryRLockContext(ctx, lockPause); err != nil {
		return nil, diskError(fmt.Errorf("cannot lock the folder %s: %w", dir, err))
	}
	f, err := os.OpenFile(filepath.Join(dir, "data"), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, diskError(errors.Join(err, o.use.Close()))
	}
	o.data = f
	o.touch()
	o.reload()
	return o, nil
}

// lockPause is the pause between two looks at a lock that another run holds.
const lockPause = 50 * time.Millisecond

// lock waits until nobody else, in this run or another, fills this object, and
// takes over the map.
func (o *cacheObject) lock(ctx context.Context) error {
	select {
	case o.filling <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if o.dir == "" {
		return nil
	}
	if _, err := o.fill.TryLockContext(ctx, lockPause); err != nil {
		<-o.filling
		return diskError(fmt.Errorf("cannot lock the folder %s: %w", o.dir, err))
	}
	o.reload()
	return nil
}

// touch notes that the object is used, which decides what is pruned first.
func (o *cacheObject) touch() {
	now := time.Now()
	_ = os.Chtimes(filepath.Join(o.dir, "use"), now, now) // a wrong order is no harm
}

// tryLock is lock without waiting.
func (o *cacheObject) tryLock() bool {
	select {
	case o.filling <- struct{}{}:
	default:
		return false
	}
	if o.dir == "" {
		return true
	}
	if ok, err := o.fill.TryLock(); !ok || err != nil {
		<-o.filling
		return false
	}
	o.reload()
	return true
}

func (o *cacheObject) unlock() error {
	defer func() { <-o.filling }()
	if o.dir == "" {
		return nil
	}
	return o.fill.Unlock()
}

// reload takes the map from the disk. A map that cannot be read is an empty
// one: its bytes are downloaded again.
func (o *cacheObject) reload() {
	var m objectMap
	if err := readJSON(filepath.Join(o.dir, "map.json"), &m); err != nil || m.Size != o.size {
		m = objectMap{}
	}
	info, err := o.data.Stat()
	if err != nil {
		m = objectMap{}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.have, o.seals, o.pending = nil, map[span]seal{}, 0
	for _, s := range m.Spans {
		if 0 <= s[0] && s[0] < s[1] && s[1] <= info.Size() {
			o.have = o.have.add(span{s[0], s[1]})
		}
	}
	for _, s := range m.Seals {
		if at := (span{s.Off, s.End}); o.have.covers(at) {
			o.seals[at] = s
		}
	}
}

// missing returns the parts of the spans that are not there.
func (o *cacheObject) missing(want []span) spans {
	o.mu.Lock()
	defer o.mu.Unlock()
	var out spans
	for _, w := range want {
		for _, m := range o.have.missing(w) {
			out = out.add(m)
		}
	}
	return out
}

// ReadAt reads bytes that are there.
func (o *cacheObject) ReadAt(p []byte, off int64) (int, error) { return o.data.ReadAt(p, off) }

// WriteAt stores bytes. The caller holds the lock.
func (o *cacheObject) WriteAt(p []byte, off int64) (int, error) {
	n, err := o.data.WriteAt(p, off)
	o.mu.Lock()
	o.have = o.have.add(span{off, off + int64(n)})
	o.trusted = o.trusted.add(span{off, off + int64(n)})
	o.pending += int64(n)
	due := o.pending >= publishBytes || o.pending >= moved && time.Since(o.published) > publishPause
	o.mu.Unlock()
	if err != nil {
		return n, diskError(err)
	}
	if due {
		return n, o.announce(false)
	}
	return n, nil
}

// During a download the map is published after publishBytes, or after a MiB if
// the last time is publishPause ago: that much a kill can lose.
const (
	publishBytes = 4 << 20
	publishPause = 20 * time.Millisecond
)

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

// evict drops bytes that are wrong. The caller holds the lock, and publishes.
func (o *cacheObject) evict(s span) {
	o.mu.Lock()
	o.have = o.have.remove(s)
	o.trusted = o.trusted.remove(s)
	maps.DeleteFunc(o.seals, func(at span, _ seal) bool { return at.off < s.end && s.off < at.end })
	o.mu.Unlock()
}

// Close releases the object.
func (o *cacheObject) Close() error {
	err := o.data.Close()
	if o.dir == "" {
		_ = os.Remove(o.data.Name()) // gone already on most systems
		return err
	}
	return errors.Join(err, o.fill.Close(), o.use.Close())
}
