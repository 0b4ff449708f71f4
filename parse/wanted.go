package parse

import (
	"regexp"
	"strings"
)

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
