package main

import (
	"encoding/csv"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tableHeaders are the columns that parse prints, as its users know them.
var tableHeaders = map[string]string{
	"cpu": "ts,cpu,user,nice,system,iowait,irq,softirq,steal,guest,idle,busy,step_s,ts_source,coverage,format,member,leg",
	"disk": "ts,device,transfers_per_second,reads_per_second,writes_per_second,discards_per_second,flushes_per_second," +
		"read_bytes_per_second,written_bytes_per_second,discarded_bytes_per_second,reads_merged_per_second,writes_merged_per_second," +
		"request_bytes,read_request_bytes,write_request_bytes,await_seconds,read_await_seconds,write_await_seconds,discard_await_seconds," +
		"flush_await_seconds,queue_length,io_time_ratio,step_s,ts_source,coverage,format,member,leg",
	"stats": "ts,metric,labels,kind,unit,value,step_s,ts_source,coverage,format,member,leg",
	"skips": "file,member,line,reason,severity,text",
}

// Every recording is read, or refused by name; never a panic, never silence.
func TestCorpusLogs(t *testing.T) {
	root := corpusPath(t, "logs")
	files := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(root, name)
		if err != nil || relErr != nil || d.IsDir() || filepath.Dir(rel) == "." {
			return err
		}
		files++
		parsedOrRefused(t, name, filepath.ToSlash(rel))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 150 {
		t.Errorf("only %d recordings were found", files)
	}
}

func parsedOrRefused(t *testing.T, name, rel string) {
	t.Helper()
	want := 0
	if strings.HasPrefix(rel, "sadc-binary/") {
		if _, err := exec.LookPath("sadf"); err != nil {
			want = 4
		}
	}
	said := 0
	for table, header := range tableHeaders {
		a := runCommand("parse", name, "--table", table, "--format", "csv")
		if a.code != want {
			t.Errorf("%s: exit %d, want %d: %s", rel, a.code, want, lastLine(a.stderr))
			return
		}
		if want == 4 && !strings.Contains(a.stderr, "sadf") {
			t.Errorf("%s: standard error does not name sadf: %s", rel, a.stderr)
		}
		records, err := csv.NewReader(strings.NewReader(a.stdout)).ReadAll()
		if err != nil || len(records) == 0 || strings.Join(records[0], ",") != header {
			t.Errorf("%s, table %s: the header is not that of the table, %v: %.200q", rel, table, err, a.stdout)
			continue
		}
		said += len(records) - 1
	}
	if said == 0 {
		t.Errorf("%s: neither rows nor skips", rel)
	}
}
