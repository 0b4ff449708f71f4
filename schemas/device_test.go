package schemas

import "testing"

func TestOnDisk(t *testing.T) {
	for _, x := range []struct {
		device, disk string
		on           bool
	}{
		{"sdb", "sdb", true}, {"sdb1", "sdb", true}, {"sdb12", "sdb", true}, {"vda3", "vda", true}, {"nvme0n1p2", "nvme0n1", true},
		{"mmcblk0p1", "mmcblk0", true}, {"loop0", "loop0", true}, {"sda1", "sdb", false}, {"sdba", "sdb", false}, {"nvme0n12", "nvme0n1", false},
		{"loop10", "loop1", false}, {"dm-10", "dm-1", false}, {"nvme0n1p", "nvme0n1", false}, {"sdb1", "", false}, {"sdb", "sdb1", false},
	} {
		if got := OnDisk(x.device, x.disk); got != x.on {
			t.Errorf("%s on %s: %v, want %v", x.device, x.disk, got, x.on)
		}
	}
}
