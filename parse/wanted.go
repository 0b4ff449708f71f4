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

// noText lists, by base name, what is no recorder's output in any container, and can be
// large: pictures, programs, dumps of memory, captures, profiles, files of databases.
var noText = regexp.MustCompile(`(?i)(^core(\.\d+)?` +
	`|\.(png|jpe?g|gif|bmp|ico|webp|tiff?|svg|pdf|woff2?|ttf|mp3|mp4|webm|avi` +
	`|so(\.\d+)*|dll|exe|jar|war|class|pyc|ko|deb|rpm|whl|wasm` +
	`|core|dmp|mdmp|hprof|heapdump|pcap|pcapng|cap|jfr|pprof|prof|pb|pb\.gz` +
	`|ibd|frm|myd|myi|sst|rdb|wt|fdb|sqlite3?)` +
	`|^ibdata\d+|^ib_logfile\d+|[-_]bin\.\d{6}|^binlog\.\d{6}|^perf\.data(\.old)?)$`)

// binaryName is an ending that also recorders' own files may have, those whose name says so.
var (
	binaryName   = regexp.MustCompile(`(?i)\.(bin|blob)$`)
	recorderName = regexp.MustCompile(`(?i)stat|(^|[^a-z])(sa|sar|sadc|atop|nmon|collectl|dstat|top)([^a-z]|$)`)
)

// packedName is the ending of what is compressed and taken apart, and a name without any.
var packedName = regexp.MustCompile(`(?i)(^[^.]+|\.(gz|tgz|z|bz2|tbz2?|xz|txz|zst|tzst|zip|tar|7z|rar|lz4|lz))$`)

// Wanted tells, by its name, whether a member can hold rows. It errs on the side of
// fetching: a name that is not known to be useless is wanted.
func Wanted(name string) bool {
	f := File{Name: name}
	if strings.HasSuffix(name, "/") {
		return false
	}
	if inTSDB(name) {
		return true
	}
	if _, _, ok := cbcollectFolder(name); ok && noRows.MatchString(f.base()) {
		return false
	}
	if base := f.base(); noText.MatchString(base) || binaryName.MatchString(base) && !recorderName.MatchString(name) {
		return false
	}
	return true
}

// WantedDense is Wanted for a member that did not shrink when it was compressed, as no
// text does: only what is known to be compressed on its own can hold rows.
func WantedDense(name string) bool {
	return Wanted(name) && (inTSDB(name) || packedName.MatchString(File{Name: name}.base()))
}

// inTSDB reports a file of a Prometheus snapshot.
func inTSDB(name string) bool { return strings.Contains("/"+name, "/stats_snapshot/") }

// splitTSDB separates the files of a Prometheus snapshot from the others.
func splitTSDB(files []File) (plain, blocks []File) {
	for _, f := range files {
		if inTSDB(f.Name) {
			blocks = append(blocks, f)
		} else if !strings.HasSuffix(f.Name, "/") {
			plain = append(plain, f)
		}
	}
	return plain, blocks
}
