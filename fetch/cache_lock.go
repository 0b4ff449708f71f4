package fetch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

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

// lockUse makes the folder and locks it as in use. Another run may prune the folder
// between the two: then the lock is on a file that is gone, and it begins again.
func (o *cacheObject) lockUse(ctx context.Context) error {
	path := filepath.Join(o.dir, "use")
	for {
		if err := os.MkdirAll(o.dir, 0o777); err != nil {
			return err
		}
		o.use = flock.New(path)
		_, err := o.use.TryRLockContext(ctx, lockPause)
		if errors.Is(err, fs.ErrNotExist) && ctx.Err() == nil {
			continue
		}
		if err != nil {
			return err
		}
		locked, err := o.use.Stat()
		if err != nil {
			return errors.Join(err, o.use.Close())
		}
		there, err := os.Stat(path)
		if err == nil && os.SameFile(locked, there) {
			return nil
		}
		if err := o.use.Close(); err != nil {
			return err
		}
	}
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

// lookupOrLock returns what is known about an address. When that is nothing, the first of
// those who ask, in this run or others, gets it locked until it calls unlock; the others wait,
// and then know what it saw. So the end of a zip is not downloaded by each of them.
func (c *cache) lookupOrLock(ctx context.Context, ref Ref) (id identity, known bool, unlock func(), err error) {
	unlock = func() {}
	if id, known = c.lookup(ref); known || c.dir == "" {
		return id, known, unlock, nil
	}
	path := c.refPath(ref) + ".lock"
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return id, false, unlock, diskError(err)
	}
	lock := flock.New(path)
	if _, err := lock.TryLockContext(ctx, lockPause); err != nil {
		if ctx.Err() != nil {
			return id, false, unlock, errors.Join(context.Cause(ctx), lock.Close())
		}
		return id, false, unlock, diskError(fmt.Errorf("cannot lock %s: %w", path, err))
	}
	unlock = func() {
		_ = os.Remove(path) // who waits for it has it open; who comes later finds what was seen
		_ = lock.Close()
	}
	if id, known = c.lookup(ref); known {
		unlock()
		unlock = func() {}
	}
	return id, known, unlock, nil
}
