package parse

import "strings"

// Names of sysstat's JSON and XML in place of those of the text. Source: json_stats.c
// and xml_stats.c of sysstat.
var (
	cpuGroups  = map[string]bool{"cpu-load": true, "cpu-load-all": true, "avg-cpu": true, "cpu": true}
	diskGroups = map[string]bool{"disk": true, "disk-device": true}

	// labelNames are pairs that name the thing a row is about; the ones without a
	// name say something about the group.
	labelNames = map[string]string{"cpu": "cpu", "iface": "interface", "intr": "interrupt", "node": "node",
		"number": "number", "line": "tty", "name": "", "device": "device", "dev": "device", "disk-device": "device",
		"disk_device": "device", "filesystem": "device", "fsname": "device", "mountpoint": "mount",
		"unit": "", "per": ""}

	diskNames = map[string]string{"util": "%util", "util-percent": "%util", "rd_sec": "rd_sec/s", "wr_sec": "wr_sec/s",
		"dc_sec": "dc_sec/s", "rkB": "rkB/s", "wkB": "wkB/s", "dkB": "dkB/s", "rrqm": "%rrqm", "wrqm": "%wrqm", "drqm": "%drqm"}

	statNames = map[string]string{"memfree": "kbmemfree", "avail": "kbavail", "memused": "kbmemused",
		"buffers": "kbbuffers", "cached": "kbcached", "commit": "kbcommit", "active": "kbactive", "inactive": "kbinact",
		"dirty": "kbdirty", "anonpg": "kbanonpg", "slab": "kbslab", "kstack": "kbkstack", "pgtbl": "kbpgtbl",
		"vmused": "kbvmused", "shmem": "kbshmem", "swpfree": "kbswpfree", "swpused": "kbswpused", "swpcad": "kbswpcad",
		"hugfree": "kbhugfree", "hugused": "kbhugused", "hugrsvd": "kbhugrsvd", "hugsurp": "kbhugsurp"}

	// rateGroups have rates only, whose names lack the /s.
	rateGroups = map[string]bool{"paging": true, "swap-pages": true, "io-reads": true, "io-writes": true, "io-discard": true,
		"net-dev": true, "net-edev": true, "net-nfs": true, "net-nfsd": true, "net-ip": true, "net-eip": true,
		"net-icmp": true, "net-eicmp": true, "net-tcp": true, "net-etcp": true, "net-udp": true, "net-ip6": true,
		"net-eip6": true, "net-icmp6": true, "net-eicmp6": true, "net-udp6": true, "serial": true, "tty": true,
		"softnet": true, "process-and-context-switch": true}

	// plainNames stand in rateGroups and have no /s in the text form either.
	plainNames = map[string]bool{"dtps": true, "blg_len": true}

	// frequencyGroups have the frequency of each processor, which they call number.
	frequencyGroups = map[string]bool{"cpu-frequency": true, "cpufreq": true, "cpu-weighted-frequency": true, "cpuwfreq": true}
	frequencyNames  = map[string]string{"frequency": "MHz", "weighted-frequency": "wghMHz", "wghfrequency": "wghMHz"}
)

// kindOf tells which table the row of an object belongs to, and what it is about.
func (s *statistics) kindOf(o openObject) (tableKind, []byte) {
	switch {
	case cpuGroups[o.group] && s.value(o.first, "idle") != nil:
		for _, name := range []string{"cpu", "number"} {
			if v := s.value(o.first, name); v != nil {
				return cpuTable, v
			}
		}
		return cpuTable, allCPUs
	case diskGroups[o.group]:
		for _, name := range []string{"disk_device", "disk-device", "dev"} {
			if v := s.value(o.first, name); v != nil {
				return diskTable, v
			}
		}
	case o.group == "interrupts" && s.value(o.first, "intr") != nil && s.value(o.first, "value") == nil:
		return interruptTable, nil // {"intr": "sum", "all": 12.00, "CPU0": 4.00}
	}
	return statTable, nil
}

// addLabels labels the row of a group with what its object and those around it are about.
func (s *statistics) addLabels(group string) {
	for _, p := range s.pairs {
		name, known := labelNames[text(s.nameOf(p))]
		switch {
		case isInterruptSum(group, s.nameOf(p)):
		case name == "cpu" && group == "irq" && text(s.valueOf(p)) == "all": // of an interrupt: no label, as in the text form
		case name == "number" && frequencyGroups[group]:
			s.sheet.label("cpu", s.valueOf(p))
		case known && name != "":
			s.sheet.label(name, s.valueOf(p))
		case !known && p.isText:
			s.sheet.label(s.sheet.name(s.nameOf(p)), s.valueOf(p))
		}
	}
}

// isInterruptSum tells mpstat's number of interrupts, which has the name that their names
// have elsewhere: "sum-interrupts": [{"cpu": "all", "intr": 553.00}].
func isInterruptSum(group string, name []byte) bool {
	return group == "sum-interrupts" && text(name) == "intr"
}

// usageOf finds what is done with a pair; nil when it is a label or left out.
func (s *statistics) usageOf(kind tableKind, o openObject, p namedValue) *usage {
	name := s.nameOf(p)
	if _, isLabel := labelNames[text(name)]; p.isText || isLabel && !isInterruptSum(o.group, name) {
		return nil
	}
	s.word = append(append(append(s.word[:0], o.group...), 0), name...)
	if text(name) == "value" { // mpstat: {"name": "TIMER", "value": 68.00}
		s.word = append(append(s.word, 0), s.value(o.first, "name")...)
	}
	if e := s.resolved.find(s.word); e != nil {
		return e.value
	}
	u := s.sheet.usage(kind, []byte(nativeName(kind, o.group, string(name), string(s.value(o.first, "name")))))
	s.resolved.add(s.word, u)
	return u
}

// nativeName gives the name of the column in the text form.
func nativeName(kind tableKind, group, name, item string) string {
	switch kind {
	case cpuTable:
		return "%" + name
	case diskTable:
		if n, ok := diskNames[name]; ok {
			return n
		}
		return name
	}
	if n, ok := statNames[name]; ok && !rateGroups[group] { // net-tcp has active connections
		return n
	}
	if n, ok := frequencyNames[name]; ok && frequencyGroups[group] {
		return n
	}
	if _, ok := statColumns[name]; ok {
		return name
	}
	base, isShare := strings.CutSuffix(name, "-percent")
	if b, ok := strings.CutPrefix(name, "percent-"); ok {
		base, isShare = b, true
	}
	pressure, isPressure := strings.CutPrefix(group, "psi-")
	switch {
	case group == "node-load":
		return "%" + name
	case isShare:
		return "%" + base
	case isPressure && strings.Contains(name, "_avg") && len(name) > len("some_avg"):
		return "%" + name[:1] + pressure + "-" + name[len("some_avg"):]
	case isPressure && strings.HasSuffix(name, "_avg"):
		return "%" + name[:1] + pressure
	case name == "value" && item != "":
		return item + "/s"
	case name == "value" || isInterruptSum(group, []byte(name)):
		return "intr/s"
	case group == "net-etcp" && name == "retrans":
		return "retrseg/s" // NFS has retransmissions too
	case rateGroups[group] && !plainNames[name] && !strings.HasSuffix(name, "/s"):
		return name + "/s"
	}
	return name
}
