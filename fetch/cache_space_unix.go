//go:build linux || darwin

package fetch

import (
	"os"
	"syscall"
)

// freeSpace is what an unprivileged user can still write, in bytes.
func freeSpace(f *os.File) (int64, bool) {
	var s syscall.Statfs_t
	if err := syscall.Fstatfs(int(f.Fd()), &s); err != nil || s.Blocks == 0 {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
