package parse

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"inquest/schemas"
)

var cpuCountName = regexp.MustCompile(`(?i)^(cpu\.count|cpu_count|nproc|cpus)$`)

// facts takes from the settings and rows what later stages need to know of the node:
// the number of processors, the kernel and the device that holds the data.
func (a *Artifact) facts(opt ArtifactOptions) {
	var mounted []string
	recorded := map[string]bool{}
	seen := map[string]bool{}
	for _, m := range a.Members {
		for _, s := range m.rows.Settings {
			if cpuCountName.MatchString(s.Name) {
				a.CPUs, _ = strconv.Atoi(s.Value)
			}
			if s.Name == "kernel.osrelease" && s.Source.Leg == "" {
				a.Kernel = s.Value
			}
			if point, ok := strings.CutPrefix(s.Name, "mount."); ok && !systemMount.MatchString(point+" "+s.Value) {
				if dev, _, _ := strings.Cut(s.Value, " "); strings.HasPrefix(dev, "/dev/") {
					mounted = append(mounted, strings.TrimPrefix(dev, "/dev/"))
				}
			}
		}
		for i := range m.rows.Disk {
			recorded[m.rows.Disk[i].Device] = true
		}
		for i := range m.rows.CPU {
			if c := m.rows.CPU[i].CPU; c != "all" {
				seen[c] = true
			}
		}
		if a.CPUs == 0 {
			for i := range m.rows.Stats {
				if k := m.rows.Stats[i].Key; k.Metric == "couchbase.cpu_cores_available" || k.Metric == "couchbase.sys_cpu_cores_available" {
					a.CPUs = int(m.rows.Stats[i].Value)
					break
				}
			}
		}
	}
	if a.CPUs == 0 {
		a.CPUs = len(seen)
	}
	for _, m := range a.Members {
		a.CPUs, a.Kernel = cmp.Or(a.CPUs, m.machine.cpus), cmp.Or(a.Kernel, m.machine.kernel)
	}
	if opt.Manifest != nil && opt.Manifest.DataDevice != "" {
		stated := strings.TrimPrefix(opt.Manifest.DataDevice, "/dev/")
		if a.Device = oneDisk([]string{stated}, recorded); a.Device == "" {
			a.Problems = append(a.Problems, Problem{Kind: "data_device", Text: fmt.Sprintf(
				"the manifest says that the data is on %s, which no recorder shows; all disks that one shows are kept", stated)})
		}
		return
	}
	a.Device = oneDisk(mounted, recorded)
}

// systemMount matches mounts, as point, device and type, that hold no data: the root, what
// boots, and packages.
var systemMount = regexp.MustCompile(`^/ |^/boot[/ ]|^/snap/| squashfs( |$)`)

// oneDisk is the recorded disk that block devices lie on, a partition on its disk; empty when
// it is none or several. Without any recorder it is the last device as it is called.
func oneDisk(devices []string, recorded map[string]bool) string {
	one := ""
	for _, dev := range devices {
		on := dev
		if len(recorded) > 0 && !recorded[dev] {
			on = ""
			for disk := range recorded {
				if schemas.OnDisk(dev, disk) {
					on = disk
				}
			}
		}
		switch {
		case on == "" || on == one:
		case one != "" && len(recorded) > 0:
			return ""
		default:
			one = on
		}
	}
	return one
}
