package parse

import (
	"regexp"
	"strings"
)

// The ways an artifact is organised.
const (
	containerCBCollect = "cbcollect"
	containerPTStalk   = "pt-stalk"
	containerPlain     = "plain"
)

// ptStalkName is how pt-stalk names its files: local time, a dash, the collector.
var ptStalkName = regexp.MustCompile(`^\d{4}_\d\d_\d\d_\d\d_\d\d_\d\d-[a-z]`)

// containerOf finds out how an artifact is organised from the names of its members.
func containerOf(files []File) string {
	stalk := 0
	for _, f := range files {
		if _, _, ok := cbcollectFolder(f.Name); ok {
			return containerCBCollect
		}
		if ptStalkName.MatchString(f.base()) {
			stalk++
		}
	}
	if stalk > 0 && stalk*2 > len(files) {
		return containerPTStalk
	}
	return containerPlain
}

// isStalkFolder tells whether most files of a folder are pt-stalk's.
func isStalkFolder(members []*MemberReport, dir string) bool {
	stalk, all := 0, 0
	for _, m := range members {
		if m.dir != dir {
			continue
		}
		all++
		if ptStalkName.MatchString(File{Name: m.Name}.base()) {
			stalk++
		}
	}
	return stalk*2 > all
}

// noRows lists, by base name, members of known containers that hold nothing the
// tables take and that can be large: they are not fetched.
var noRows = regexp.MustCompile(`^(ns_server\.(debug|info|error|babysitter|couchdb|http_access|http_access_internal|reports|ssl_proxy|mapreduce_errors|views|xdcr_trace|metakv|fts|query|eventing|goxdcr|projector|indexer|prometheus|analytics_.*)\.log` +
	`|memcached\.log|master_events\.log|diag\.log|ddocs\.log|mdocs\.log|ini\.log|couchstore_local\.log|kv_rocks\.log|kv_trace\.json` +
	`|fts_.*|analytics_.*|eventing_.*|rebalance_report.*\.json|users\.dets|.*_[cmp]?prof\.log|.*\.dmp|systemd_journal\.gz|syslog\.tar\.gz)$`)

// Wanted tells, by its name, whether a member can hold rows. It errs on the side of
// fetching: a name that is not known to be useless is wanted.
func Wanted(name string) bool {
	f := File{Name: name}
	if strings.HasSuffix(name, "/") {
		return false
	}
	if _, _, ok := cbcollectFolder(name); ok {
		return !noRows.MatchString(f.base())
	}
	return true
}

// splitTSDB separates the files of a Prometheus snapshot from the others.
func splitTSDB(files []File) (plain, blocks []File) {
	for _, f := range files {
		if strings.Contains("/"+f.Name, "/stats_snapshot/") {
			blocks = append(blocks, f)
		} else if !strings.HasSuffix(f.Name, "/") {
			plain = append(plain, f)
		}
	}
	return plain, blocks
}
