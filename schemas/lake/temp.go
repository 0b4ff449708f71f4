package lake

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

// tempPrefix is where a lake in a folder keeps unfinished files: on the same file system
// as the finished ones, and below a name that readers ignore.
const tempPrefix = "_inquest/tmp/"

// tempPattern is the shape of the names of unfinished files.
const tempPattern = "lake-*.tmp"

// temp is a folder for unfinished files. Its writer holds a lock on each as long as it
// works on it; the lock ends with the process, and a file without one is left over.
type temp struct{ dir string }

// tempFile is an unfinished file.
type tempFile struct {
	*os.File
	lock *flock.Flock
}

// create makes a new unfinished file and locks it.
func (t temp) create() (*tempFile, error) {
	if err := os.MkdirAll(t.dir, 0o777); err != nil {
		return nil, err
	}
	const tries = 10
	for range tries {
		name := strings.Replace(tempPattern, "*", rand.Text(), 1)
		f, err := os.OpenFile(filepath.Join(t.dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return nil, err
		}
		tf := &tempFile{File: f, lock: flock.New(f.Name(), flock.SetFlag(os.O_RDWR))}
		if tf.own() {
			return tf, nil
		}
		tf.discard() // a sweep came between
	}
	return nil, fmt.Errorf("no temporary file in %s stayed for as long as it takes to lock it", t.dir)
}

// own locks the file and tells whether it still has its name. Where there are no locks
// there are no sweeps either.
func (f *tempFile) own() bool {
	locked, err := f.lock.TryLock()
	if err != nil {
		return !notExist(err)
	}
	named, err := os.Stat(f.Name())
	if err != nil || !locked {
		return false
	}
	info, err := f.Stat()
	return err == nil && os.SameFile(named, info)
}

// discard removes the file if it is still there. What it was linked to stays.
func (f *tempFile) discard() {
	f.Close()
	os.Remove(f.Name())
	f.lock.Close()
}

// sweep removes the files of writers that were killed.
func (t temp) sweep() error {
	entries, err := os.ReadDir(t.dir)
	if err != nil && !notExist(err) {
		return err
	}
	var failed error
	for _, entry := range entries {
		if ok, _ := path.Match(tempPattern, entry.Name()); !ok {
			continue
		}
		name := filepath.Join(t.dir, entry.Name())
		lock := flock.New(name, flock.SetFlag(os.O_RDWR))
		if ok, err := lock.TryLock(); ok && err == nil {
			if err := os.Remove(name); !notExist(err) {
				failed = errors.Join(failed, err)
			}
		}
		lock.Close()
	}
	return failed
}
