//go:build linux || darwin

package fetch

import (
	"io/fs"
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

// allocated is what a file takes of its disk, in bytes: less than its size when it has
// holes.
func allocated(info fs.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int64(s.Blocks) * 512
	}
	return info.Size()
}
