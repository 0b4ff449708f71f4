package fetch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
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
