package parse

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
)

var cpuCountName = regexp.MustCompile(`(?i)^(cpu\.count|cpu_count|nproc|cpus)$`)

// facts takes from the settings and rows what later stages need to know of the node:
// the number of processors, the kernel and the device that holds the data.
func (a *Artifact) facts(opt ArtifactOptions) {
	if opt.Manifest != nil {
		a.Device = opt.Manifest.DataDevice
	}
	mounted := ""
	seen := map[string]bool{}
	for _, m := range a.Members {
		for _, s := range m.rows.Settings {
			if cpuCountName.MatchString(s.Name) {
				a.CPUs, _ = strconv.Atoi(s.Value)
			}
			if s.Name == "kernel.osrelease" && s.Source.Leg == "" {
				a.Kernel = s.Value
			}
			if point, ok := strings.CutPrefix(s.Name, "mount."); ok && point != "/" {
				if dev, _, _ := strings.Cut(s.Value, " "); strings.HasPrefix(dev, "/dev/") {
					mounted = strings.TrimPrefix(dev, "/dev/")
				}
			}
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
	if a.Device == "" {
		a.Device = mounted
	}
}
