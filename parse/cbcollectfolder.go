package parse

import (
	"regexp"
	"strings"
	"time"
)

// collectFolder is the one top folder of a cbcollect_info zip. A node's name may
// hold underscores; the stamp is what follows the last one.
var collectFolder = regexp.MustCompile(`^cbcollect_info_(.*)_(\d{8}-\d{6})$`)

// cbcollectFolder reads the top folder of a member of a cbcollect_info zip,
// cbcollect_info_<node>_<YYYYMMDD-HHMMSS>: the node's name without the Erlang part
// (ns_1@), and when the collection began, which is always in UTC. The name is empty
// when the collector found no server, and cb.local for a node that never was in a
// cluster. ok is false for any other folder.
func cbcollectFolder(name string) (node string, stamp time.Time, ok bool) {
	name = strings.ReplaceAll(name, `\`, "/")
	for strings.HasPrefix(name, "./") {
		name = name[len("./"):]
	}
	top, _, _ := strings.Cut(name, "/")
	m := collectFolder.FindStringSubmatch(top)
	if m == nil {
		return "", time.Time{}, false
	}
	stamp, err := time.Parse("20060102-150405", m[2])
	if err != nil {
		return "", time.Time{}, false
	}
	return erlangHost(m[1]), stamp, true
}

// erlangHost is the host of an Erlang node name: ns_1@10.0.0.5 is 10.0.0.5.
func erlangHost(node string) string {
	if _, host, ok := strings.Cut(node, "@"); ok {
		return host
	}
	return node
}
