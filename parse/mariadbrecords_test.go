package parse

import (
	"archive/zip"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"inquest/schemas"
)

// legTruth is what was measured of one leg by other programs.
type legTruth struct {
	Leg    string    `json:"leg"`
	Start  time.Time `json:"start_utc"`
	End    time.Time `json:"end_utc"`
	Mpstat *spread   `json:"busy_cpu_pct_mpstat"`
	Sar    *spread   `json:"busy_cpu_pct_sar"`
	Iostat *struct {
		Device string  `json:"dev"`
		Util   *spread `json:"util_pct"`
		Await  *spread `json:"w_await_ms"`
	} `json:"disk_iostat"`
}

type spread struct {
	Mean float64 `json:"mean"`
	SD   float64 `json:"sd"`
	N    int     `json:"n"`
}

// spreadOf is mean, standard deviation and number of values.
func spreadOf(values []float64) spread {
	var sum, squares float64
	for _, v := range values {
		sum += v
	}
	mean := sum / float64(len(values))
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return spread{mean, math.Sqrt(squares / float64(len(values))), len(values)}
}

// TestMariaDBRecordings compares what is read of the recorders in the zips of a real
// bench with numbers that were worked out without this package.
func TestMariaDBRecordings(t *testing.T) {
	root := shared(t, "corpus/mariadb")
	truths, err := filepath.Glob(filepath.Join(root, "truth", "*.json"))
	if err != nil || len(truths) == 0 {
		t.Fatalf("no truth below %s: %v", root, err)
	}
	compared := 0
	for _, path := range truths {
		var truth struct {
			Nodes map[string]struct {
				Legs []legTruth `json:"legs"`
			} `json:"nodes"`
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &truth); err != nil {
			t.Fatal(err)
		}
		run := strings.TrimSuffix(filepath.Base(path), ".json")
		for node, n := range truth.Nodes {
			z, err := zip.OpenReader(filepath.Join(root, run, node+".zip"))
			if err != nil {
				t.Fatal(err)
			}
			for _, leg := range n.Legs {
				compared += compareLeg(t, run+"/"+node, &z.Reader, leg)
			}
			if err := z.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if compared < 150 {
		t.Errorf("only %d numbers could be compared", compared)
	}
}

// compareLeg compares the recorders of one leg and counts the comparisons.
func compareLeg(t *testing.T, name string, z *zip.Reader, leg legTruth) (compared int) {
	t.Helper()
	check := func(what string, got []float64, want *spread) {
		t.Helper()
		if want == nil || want.N == 0 || len(got) < 2 {
			return
		}
		compared++
		s := spreadOf(got)
		if s.N != want.N || math.Abs(s.Mean-want.Mean) > 0.006+0.0001*want.Mean || math.Abs(s.SD-want.SD) > 0.006+0.0001*want.SD {
			t.Errorf("%s %s %s: mean %.2f sd %.2f n %d, want %.2f %.2f %d", name, leg.Leg, what, s.Mean, s.SD, s.N, want.Mean, want.SD, want.N)
		}
	}
	inside := func(ts int64) bool {
		at := time.UnixMicro(ts)
		return at.After(leg.Start.Add(time.Second)) && !at.After(leg.End.Add(time.Second/2))
	}
	busy := func(rows *schemas.Rows) (out []float64) {
		for _, r := range rows.CPU {
			if r.CPU == "all" && inside(r.TS) {
				out = append(out, r.Busy*100)
			}
		}
		return out
	}
	for _, f := range []string{"mpstat.log", "mpstat.json"} {
		if rows := readMember(t, z, leg.Leg+"/"+f); rows != nil {
			check(f, busy(rows), leg.Mpstat)
		}
	}
	for _, f := range []string{"sar-u.txt", "sar-u.csv"} {
		if rows := readMember(t, z, leg.Leg+"/"+f); rows != nil {
			check(f, busy(rows), leg.Sar)
		}
	}
	for _, f := range []string{"iostat.log", "iostat.json"} {
		rows := readMember(t, z, leg.Leg+"/"+f)
		if rows == nil || leg.Iostat == nil {
			continue
		}
		var util, await []float64
		for _, r := range rows.Disk {
			if r.Device == leg.Iostat.Device && inside(r.TS) {
				util = append(util, r.IOTimeRatio*100)
				await = append(await, r.WriteAwaitSeconds*1000)
			}
		}
		check(f+" util", util, leg.Iostat.Util)
		check(f+" w_await", await, leg.Iostat.Await)
	}
	return compared
}

// readMember parses a member of a zip; nil when there is none.
func readMember(t *testing.T, z *zip.Reader, name string) *schemas.Rows {
	t.Helper()
	f, err := z.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	var rows schemas.Rows
	if _, err := Read("zip", name, io.Reader(f), &rows, Options{Zone: time.UTC, ZoneKnown: true}); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return &rows
}
