package parse

import (
	"archive/zip"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// memberFormats tells the format of the members of the recorded MariaDB runs, by base
// name; those of pt-stalk without the time before it. None: no format matches.
var memberFormats = map[string]string{
	"vmstat.log": "vmstat", "top.log": "top", "procstat.log": "proc-stat", "diskstats.log": "proc-diskstats",
	"mysqladmin-ext.log": "mysqladmin", "mysqladmin-ext-rel.log": "mysqladmin", "variables.txt": "variables",
	"engine-innodb.txt": "innodb-status", "engine-rocksdb.txt": "rocksdb-status", "slave-status.txt": "slave-status",
	"sysbench.log": "sysbench", "sysbench-load.log": "sysbench", "pt-stalk-sysbench.log": "sysbench",
	"mounts.txt": "mounts", "cpuinfo.txt": "cpuinfo", "uname.txt": "uname", "version.txt": "server-version",
	"error.log": "error-log", "rocksdb-LOG.txt": "rocksdb-log",
	"collected_at.txt": "", "rocksdb-files.txt": "", "pt-stalk-started.txt": "", "pt-stalk.out": "",

	"df": "df", "disk-space": "df", "diskstats": "proc-diskstats", "innodbstatus1": "innodb-status", "innodbstatus2": "innodb-status",
	"meminfo": "proc-meminfo", "mysqladmin": "mysqladmin", "procstat": "proc-stat", "procvmstat": "proc-vmstat",
	"rocksdbstatus1": "rocksdb-status", "rocksdbstatus2": "rocksdb-status", "slave-status": "slave-status", "sysctl": "sysctl",
	"top": "top", "variables": "variables", "vmstat": "vmstat", "vmstat-overall": "vmstat",
	"dmesg": "", "hostname": "", "interrupts": "", "netstat": "", "netstat_s": "", "opentables1": "", "opentables2": "",
	"output": "", "processlist": "", "ps": "", "slabinfo": "", "trigger": "",
}

// TestMariaDBMembers finds the format of every member of the recorded MariaDB runs.
func TestMariaDBMembers(t *testing.T) {
	zips, err := filepath.Glob(filepath.Join(shared(t, "corpus/mariadb"), "*", "*.zip"))
	if err != nil || len(zips) == 0 {
		t.Skip("no zips in corpus/mariadb")
	}
	seen := map[string]bool{}
	for _, file := range zips {
		z, err := zip.OpenReader(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			dir, base := path.Split(f.Name)
			if strings.HasPrefix(path.Base(dir), "pt-stalk") {
				_, base, _ = strings.Cut(base, "-")
			}
			want, known := memberFormats[base]
			if !known || f.UncompressedSize64 == 0 {
				continue // of another test
			}
			seen[base] = true
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(io.LimitReader(r, headSize+1))
			if err != nil {
				t.Fatal(err)
			}
			ids := matching(data)
			if (want == "" && len(ids) != 0) || (want != "" && !slices.Equal(ids, []string{want})) {
				t.Errorf("%s in %s: %q, want %q", f.Name, file, ids, want)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for base := range memberFormats {
		if !seen[base] {
			t.Errorf("no member %s was met", base)
		}
	}
}
