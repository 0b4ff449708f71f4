package stats

import (
	"archive/zip"
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// recordings is the folder of real runs, or the test is skipped.
func recordings(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("INQUEST_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared") // beside the module's root
	}
	dir = filepath.Join(dir, "corpus", "mariadb")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("real recordings are not here (%v); set INQUEST_SHARED to the folder that holds corpus/", err)
	}
	return dir
}

var interval = regexp.MustCompile(`^\[ (\d+)s \] thds: \d+ tps: ([0-9.]+) `)

// sysbench reads the transactions a second of a member's interval lines.
func sysbench(t *testing.T, archive, member string) Series {
	t.Helper()
	z, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	f, err := z.Open(member)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var s Series
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if m := interval.FindStringSubmatch(lines.Text()); m != nil {
			at, _ := strconv.ParseFloat(m[1], 64)
			tps, _ := strconv.ParseFloat(m[2], 64)
			s.At, s.Step, s.Value = append(s.At, at), append(s.Step, 1), append(s.Value, tps)
		}
	}
	if s.Len() < 30 {
		t.Fatalf("%s in %s: %d interval lines, want at least 30", member, archive, s.Len())
	}
	return s
}

// A writer throttled from 27.5 s of 40 on: 690 -> 155 transactions a second.
func TestOnsetOfARealCollapse(t *testing.T) {
	dir := recordings(t)
	runs := map[string][]Series{}
	for _, run := range []string{"late-201", "late-202"} {
		for _, node := range []string{"node-a.zip", "node-b.zip"} {
			runs[run] = append(runs[run], sysbench(t, filepath.Join(dir, "jenkins-myrocks-"+run, node), "t16/sysbench.log"))
		}
	}
	for i := range 2 {
		base, head := runs["late-201"][i], runs["late-202"][i]
		o := whole(base, head, OnsetOptions{})
		if !o.Found || o.At < 26.5 || o.At > 28.5 || o.Change < -0.80 || o.Change > -0.75 {
			t.Errorf("node %d: got %+v; want -75 to -80 %% at 26.5 to 28.5 s", i, o)
		}
		t.Logf("node %d: %.1f %% at %.2f s, %.1f -> %.1f, base %.1f -> %.1f", i, 100*o.Change, o.At, o.BeforeHead, o.AfterHead, o.BeforeBase, o.AfterBase)
		if o := whole(base, base, OnsetOptions{}); o.Found {
			t.Errorf("node %d against itself: got %+v", i, o)
		}
		if o := whole(base, runs["late-201"][1-i], OnsetOptions{}); o.Found {
			t.Errorf("node %d against the other node of its run: got %+v", i, o)
		}
		if o := whole(head, runs["late-202"][1-i], OnsetOptions{}); o.Found {
			t.Errorf("two nodes that both collapse, %d: got %+v", i, o)
		}
	}
}
