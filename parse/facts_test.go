package parse

import "testing"

// The disk that holds the data is one that a recorder shows: a partition is on its disk,
// and where it may be several, or none of those recorded, nobody knows.
func TestOneDisk(t *testing.T) {
	for _, x := range []struct {
		name     string
		devices  []string
		recorded []string
		want     string
	}{
		{"the disk itself", []string{"sdb"}, []string{"sda", "sdb"}, "sdb"},
		{"its partition", []string{"sdb1"}, []string{"sda", "sdb"}, "sdb"},
		{"a partition that is recorded", []string{"sdb1"}, []string{"sda", "sdb", "sdb1"}, "sdb1"},
		{"two partitions of one disk", []string{"nvme0n1p1", "nvme0n1p2"}, []string{"nvme0n1"}, "nvme0n1"},
		{"two disks", []string{"sdb", "sdc1"}, []string{"sda", "sdb", "sdc"}, ""},
		{"a volume under another name", []string{"mapper/vg-data"}, []string{"sda", "dm-0"}, ""},
		{"no recorder of disks", []string{"sdb1"}, nil, "sdb1"},
		{"no mount", nil, []string{"sda"}, ""},
	} {
		recorded := map[string]bool{}
		for _, d := range x.recorded {
			recorded[d] = true
		}
		if got := oneDisk(x.devices, recorded); got != x.want {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
}

func TestSystemMounts(t *testing.T) {
	for mount, system := range map[string]bool{
		"/ /dev/sda1 ext4": true, "/boot /dev/sda2 ext4": true, "/boot/efi /dev/sda3 vfat": true, "/snap/core/1 /dev/loop3 squashfs ro": true,
		"/data /dev/sdb ext4": false, "/var/lib/mysql /dev/sdb1 xfs rw": false, "/bootstrap /dev/loop0 ext4": false,
	} {
		if systemMount.MatchString(mount) != system {
			t.Errorf("%s: system %v, want %v", mount, !system, system)
		}
	}
}
