package parse

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// textFile is a member that was last written at an instant.
func textFile(name, text string, modified time.Time) File {
	return File{Name: name, Size: int64(len(text)), Modified: modified,
		Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// Logs of load generators give a leg its factors and its load window: by the clock of their
// reports when they have one, else by how long they took up to when the file was last written.
func TestLoadGenerators(t *testing.T) {
	const vmstat = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n" +
		" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"
	var load strings.Builder
	load.WriteString(vmstat)
	for range 40 {
		load.WriteString(" 4  0      0 880000 100000 410000    0    0    12   500  900 1500 60 20 18  2  0\n")
	}
	ended := time.Date(2026, 11, 30, 10, 41, 30, 0, time.UTC)
	for name, x := range map[string]struct {
		log      string
		factors  string
		from, to string
	}{
		"YCSB with a clock": {"Command line: -db site.ycsb.BasicDB -threads 16 -s\n" +
			"2026-11-30 10:41:02:500 10 sec: 1000 operations; 100 current ops/sec; [READ: Count=1000, Max=9, Min=1, Avg=3]\n" +
			"2026-11-30 10:41:12:500 20 sec: 2000 operations; 100 current ops/sec; [READ: Count=1000, Max=9, Min=1, Avg=3]\n",
			"map[threads:16]", "10:40:52.5", "10:41:12.5"},
		"YCSB without one": {"YCSB Client 0.1\nCommand line: -db com.yahoo.ycsb.BasicDB -p threadcount=8 -s\n" +
			" 10 sec: 1000 operations; 100 current ops/sec; [READ AverageLatency(us)=3]\n[OVERALL], RunTime(ms), 15000\n[OVERALL], Throughput(ops/sec), 100\n",
			"map[threads:8]", "10:41:15", "10:41:30"},
		"go-ycsb": {"***************** properties *****************\n\"threadcount\"=\"32\"\n" +
			"READ   - Takes(s): 10.0, Count: 1000, OPS: 100.0, Avg(us): 3, Min(us): 1, Max(us): 9, 99th(us): 8\nRun finished, takes 12.5s\n",
			"map[threads:32]", "10:41:17.5", "10:41:30"},
		"pgbench": {"pgbench (15.18)\nprogress: 5.0 s, 100.0 tps, lat 1.0 ms stddev 0.1, 0 failed\ntransaction type: x\nnumber of clients: 64\n" +
			"number of threads: 8\nnumber of transactions actually processed: 1000\ntps = 100.000000 (without initial connection time)\n",
			"map[clients:64 threads:8]", "10:41:20", "10:41:30"},
		"pgbench with a clock": {"progress: 1796035265.000 s, 100.0 tps, lat 1.0 ms stddev 0.1, 0 failed\nprogress: 1796035270.000 s, 100.0 tps, lat 1.0 ms stddev 0.1, 0 failed\n" +
			"number of clients: 64\nduration: 12 s\n", "map[clients:64]", "10:41:00", "10:41:12"},
	} {
		t.Run(name, func(t *testing.T) {
			files := []File{textFile("c64/bench.log", x.log, ended), textFile("c64/vmstat.log", load.String(), ended)}
			a, err := ReadArtifact(context.Background(), files, ArtifactOptions{Name: "node-a"})
			if err != nil {
				t.Fatal(err)
			}
			if len(a.Legs) != 1 || a.Legs[0].Name != "c64" {
				t.Fatalf("legs %+v, want c64", a.Legs)
			}
			leg := a.Legs[0]
			clock := func(ts int64) string { return time.UnixMicro(ts).UTC().Format("15:04:05.999") }
			if leg.WindowSource != WindowGenerator || clock(leg.From) != x.from || clock(leg.To) != x.to {
				t.Errorf("window %s to %s by %s, want %s to %s", clock(leg.From), clock(leg.To), leg.WindowSource, x.from, x.to)
			}
			if got := fmt.Sprint(leg.Factors); got != x.factors {
				t.Errorf("factors %s, want %s", got, x.factors)
			}
		})
	}
}

// A pgbench that stopped with an error makes a failed run; one whose log ends without its results
// is a warning, unless they went to another file than its reports.
func TestHowPgbenchEnds(t *testing.T) {
	const banner, reports = "pgbench (15.18)\n", "progress: 5.0 s, 100.0 tps, lat 1.0 ms stddev 0.1, 0 failed\n"
	const results = "transaction type: x\nnumber of clients: 4\n"
	const aborted = "pgbench: error: client 2 script 0 aborted in command 5 query 0: FATAL:  terminating connection\n"
	for log, want := range map[string]string{
		banner + reports + results:           "",
		reports:                              "",
		banner + reports:                     NoSummary,
		banner + reports + aborted:           LoadAborted,
		banner + reports + aborted + results: LoadAborted,
		reports + "client 1 receiving\n":     "",
	} {
		a, err := ReadArtifact(context.Background(), []File{textFile("pgbench.log", log, time.Time{})}, ArtifactOptions{Name: "node-a"})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, p := range a.Problems {
			if p.Kind == LoadAborted || p.Kind == NoSummary {
				got += p.Kind
			}
		}
		if got != want {
			t.Errorf("%q: problems %q, want %q", log, got, want)
		}
	}
}

// Passwords and addresses that a command line or a list of properties holds are no settings.
func TestNoSecretsInSettings(t *testing.T) {
	for _, text := range []string{
		"Command line: -db site.ycsb.db.JdbcDBClient -p db.passwd=hunter2 -p db.url=jdbc:mysql://u:hunter2@h/ -p recordcount=1000 -threads 4\n 10 sec: 5 operations; 1 current ops/sec; \n",
		"***************** properties *****************\n\"mysql.password\"=\"hunter2\"\n\"threadcount\"=\"4\"\nREAD   - Takes(s): 1.0, Count: 5, OPS: 5.0\n",
	} {
		rows := readText(t, text, Options{})
		if len(rows.Settings) == 0 {
			t.Errorf("no settings of %q", text)
		}
		for _, s := range rows.Settings {
			if strings.Contains(s.Value, "hunter2") {
				t.Errorf("setting %s is %q", s.Name, s.Value)
			}
		}
		for _, s := range rows.Skips {
			if strings.Contains(s.Text, "hunter2") {
				t.Errorf("skip %q", s.Text)
			}
		}
	}
}
