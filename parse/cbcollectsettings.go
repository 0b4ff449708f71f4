package parse

import (
	"bytes"
	"regexp"
	"strings"

	"inquest/schemas"
)

// settingSections are the sections of couchbase.log, by title, that hold settings of
// the machine or the server in a form that no format has. A reader gets the section's
// text and its command; text that is no setting, such as the complaint of a command
// that does not apply to the distribution, is passed over.
var settingSections map[string]func(l *Log, command string)

func init() {
	settingSections = map[string]func(*Log, string){ // here, as format names the map
		"uname":                       readUname,
		"Distro version":              readDistro,
		"Version file":                readServerVersion,
		"Current clock source":        readClockSource,
		"Transparent Huge Pages data": readHugePages,
		"Block device queue settings": readBlockQueue,
		"NUMA data":                   readNUMA,
		"System Hardware":             readHardware,
	}
}

// readUname reads uname -a: Linux node 3.10.0-957.el7.x86_64 #1 SMP ... x86_64 GNU/Linux.
func readUname(l *Log, _ string) {
	if !l.Next() {
		return
	}
	f := strings.Fields(string(l.Line()))
	if len(f) < 5 || f[0] != "Linux" {
		return
	}
	l.Setting("kernel.osrelease", f[2], schemas.ScopeOS)
	for i, w := range f {
		if i > 2 && (w == "x86_64" || w == "aarch64") {
			l.Setting("kernel.version", strings.Join(f[3:i], " "), schemas.ScopeOS)
			l.Setting("cpu.architecture", w, schemas.ScopeHardware)
			return
		}
	}
}

// readDistro reads the distribution's name from os-release and its release from the
// file that only its family has.
func readDistro(l *Log, command string) {
	file := command[strings.LastIndexByte(command, '/')+1:]
	for l.Next() {
		line := strings.TrimSpace(string(l.Line()))
		name, isName := strings.CutPrefix(line, "PRETTY_NAME=")
		switch {
		case file == "os-release" && isName:
			l.Setting("distro.name", strings.Trim(name, `"'`), schemas.ScopeOS)
			return
		case file == "redhat-release" || file == "debian_version":
			if line != "" && !strings.HasPrefix(line, "cat: ") {
				l.Setting("distro.release", line, schemas.ScopeOS)
			}
			return
		}
	}
}

// readServerVersion reads the server's VERSION.txt: 6.5.0-4131.
func readServerVersion(l *Log, _ string) {
	if l.Next() && len(l.Line()) > 0 && l.Line()[0] >= '0' && l.Line()[0] <= '9' {
		l.Setting("couchbase.version", string(bytes.TrimSpace(l.Line())), schemas.ScopeServer)
	}
}

func readClockSource(l *Log, _ string) {
	if l.Next() && !bytes.HasPrefix(l.Line(), []byte("cat: ")) {
		l.Setting("clocksource", string(bytes.TrimSpace(l.Line())), schemas.ScopeOS)
	}
}

// unsettled are sysctl names that are counts, names of the node, per interface or
// random, not settings; uname gives two more.
var unsettled = regexp.MustCompile(`^(fs\.(dentry-state|file-nr|inode-nr|inode-state|aio-nr|quota\..*|binfmt_misc\..*)` +
	`|kernel\.(random\..*|hostname|domainname|ns_last_pid|pty\.nr|osrelease|version|sched_domain\..*|usermodehelper\..*|tainted|bootloader_.*)` +
	`|net\.netfilter\.nf_conntrack_count|net\.ipv[46]\.(conf|neigh)\.[^.]+\..*|dev\.(cdrom|parport)\..*|sunrpc\..*)$`)

// chosen is the word in brackets of a list of choices, "always [madvise] never"; a
// value without brackets is itself.
func chosen(s string) string {
	if _, rest, ok := strings.Cut(s, "["); ok {
		if word, _, ok := strings.Cut(rest, "]"); ok {
			return word
		}
	}
	return strings.TrimSpace(s)
}

// readHugePages reads one file of /sys/kernel/mm/transparent_hugepage.
func readHugePages(l *Log, command string) {
	_, file, found := strings.Cut(command, "transparent_hugepage/")
	if found && l.Next() && !bytes.HasPrefix(l.Line(), []byte("cat: ")) && len(l.Line()) > 0 {
		l.Setting("transparent_hugepage."+file, chosen(string(l.Line())), schemas.ScopeOS)
	}
}

// blockQueue matches /sys/block/vda/queue/scheduler:[none] mq-deadline.
var blockQueue = regexp.MustCompile(`^/sys/block/([^/]+)/(?:queue/|device/)([^:]+):(.*)$`)

// memoryDevice matches block devices that are not storage.
var memoryDevice = regexp.MustCompile(`^(loop|ram|zram)\d+$`)

// readBlockQueue reads the settings of the queues of the block devices.
func readBlockQueue(l *Log, _ string) {
	for l.Next() {
		if m := blockQueue.FindSubmatch(l.Line()); m != nil && !memoryDevice.Match(m[1]) {
			name := "block." + string(m[1]) + "." + strings.ReplaceAll(string(m[2]), "/", ".")
			l.Setting(name, chosen(string(m[3])), schemas.ScopeOS)
		}
	}
}
