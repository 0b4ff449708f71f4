package diff_test

import "testing"

// Where nobody says which disk holds the data, the one that worked most over the loads of
// both sides is looked at, and named: a slow one among idle ones is found whatever its name.
func TestSlowDiskAmongSeveral(t *testing.T) {
	run := func(id, build, busiest string, util, wait float64) *rig {
		r := newRig(id, build).put("throughput", busyLoad(1000*(1-(util-0.3)/2)))
		for _, d := range []string{"sda", "sdb", "sdc"} {
			u, w := 0.02, 0.001
			if d == busiest {
				u, w = util, wait
			}
			r.add(feed{metric: "disk.util", instance: d, signal: busyLoad(u)}).
				add(feed{metric: "disk.write_await", instance: d, signal: busyLoad(w)}).
				add(feed{metric: "disk.write_rate", instance: d, signal: busyLoad(1000 * u)})
		}
		return r
	}
	for _, disk := range []string{"sda", "sdb", "sdc"} {
		r := pair(t, run("b1", "1", disk, 0.3, 0.002), run("h1", "2", disk, 0.9, 0.050))
		for _, metric := range []string{"disk.util", "disk.write_await"} {
			list := r.of("level", metric)
			if len(list) != 1 || list[0].Instance != disk || list[0].Direction != "higher" || !contains(list[0].Text, "("+disk+")") {
				t.Errorf("%s of the slow disk %s is not found\n%s", metric, disk, r.list())
			}
		}
	}
}
