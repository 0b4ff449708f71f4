//go:build !linux && !darwin

package fetch

import (
	"io/fs"
	"os"
)

// freeSpace is not known here; a full disk is noticed when it is full.
func freeSpace(*os.File) (int64, bool) { return 0, false }

// allocated is the size of a file, with its holes.
func allocated(info fs.FileInfo) int64 { return info.Size() }
