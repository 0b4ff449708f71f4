package schemas

import "strings"

// OnDisk tells whether a block device is a disk or one of its partitions: sdb and sdb1 are
// on sdb, nvme0n1p2 and mmcblk0p2 on nvme0n1 and mmcblk0.
func OnDisk(device, disk string) bool {
	if device == disk {
		return true
	}
	part, ok := strings.CutPrefix(device, disk)
	if !ok || disk == "" {
		return false
	}
	if last := disk[len(disk)-1]; last >= '0' && last <= '9' { // the name ends with a number: a p stands between
		if part, ok = strings.CutPrefix(part, "p"); !ok {
			return false
		}
	}
	return part != "" && strings.Trim(part, "0123456789") == ""
}
