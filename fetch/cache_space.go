package fetch

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// IsDiskFull reports whether err says that no space is left, on the disk or in
// a quota. Such an error of [Client.Open], [Artifact.Prefetch] or a member is
// none of the artifact: the same call can end well once there is space.
func IsDiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// checkSpace fails when the file's disk cannot take n more bytes, before they
// are downloaded.
func checkSpace(f *os.File, n int64) error {
	free, ok := freeSpace(f)
	if !ok || n <= free {
		return nil
	}
	return diskError(fmt.Errorf("%d bytes are needed for %s, %d are free: %w", n, f.Name(), free, syscall.ENOSPC))
}

// onFull gives the space of a download back when it has filled the disk, so
// that the rest of the run can end well, and returns the error as it is.
func (o *cacheObject) onFull(err error) error {
	if err == nil || !IsDiskFull(err) {
		return err
	}
	o.evict(span{0, o.size})
	_ = o.data.Truncate(0) // what cannot be given back is not believed either
	return err
}

// finish ends what was done under the lock: it publishes, unlocks, and returns
// err with what else went wrong.
func (o *cacheObject) finish(err error) error {
	err = o.onFull(err)
	if late := o.onFull(o.publish()); err == nil || !errors.Is(err, ErrDisk) {
		err = errors.Join(err, late) // one word about the disk is enough
	}
	return errors.Join(err, o.unlock())
}
