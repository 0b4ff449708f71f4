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
	if err := o.lockUse(ctx); err != nil {
		return nil, diskError(fmt.Errorf("cannot lock the folder %s: %w", dir, err))
	}
	o.fill = flock.New(filepath.Join(dir, "fill"))
	f, err := os.OpenFile(filepath.Join(dir, "data"), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, diskError(errors.Join(err, o.use.Close()))
	}
	o.data = f
	o.touch()
	o.reload()
	return o, nil
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

// present is the set of bytes that are there.
func (o *cacheObject) present() spans {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.have)
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
	due := o.pending >= publishBytes || o.pending >= o.step() && time.Since(o.published) > publishPause
	o.mu.Unlock()
	if err != nil {
		return n, diskError(err)
	}
	if due {
		return n, o.announce(false)
	}
	return n, nil
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
