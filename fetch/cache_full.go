package fetch

import (
	"errors"
	"syscall"
)

// isDiskFull reports whether err says that no space is left.
func isDiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
