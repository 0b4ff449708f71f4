package main

import (
	"bytes"
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"inquest/parse/generate"
	"inquest/report/diff"
)

// A genText is the text of generated runs: by artifact and member, the lines; by run and
// leg, when the load began.
type genText struct {
	lines map[string][][]byte
	start map[string]time.Time
}

func textOf(t *testing.T, s *generate.Spec, in *diff.Input) *genText {
	t.Helper()
	runs, err := s.Runs()
	if err != nil {
		t.Fatal(err)
	}
	g := &genText{lines: map[string][][]byte{}, start: map[string]time.Time{}}
	for _, r := range runs {
		for _, node := range r.Nodes() {
			for _, f := range r.Files(node) {
				g.lines[r.ID+"/"+node+".zip "+f.Name] = bytes.SplitAfter(f.Data, []byte("\n"))
			}
		}
	}
	for _, r := range append(in.Base, in.Head...) {
		for _, n := range r.Nodes {
			for _, l := range n.Legs {
				g.start[n.Artifact+" "+l.Name] = time.UnixMicro(l.From).UTC()
			}
		}
	}
	return g
}

var (
	clockInLine = regexp.MustCompile(`\d\d:\d\d:\d\d`)
	sysbenchAt  = regexp.MustCompile(`^\[ (\d+)s \]`)
)

// seconds are, line by line, the seconds since the load began that a line of a sample
// names; -1 where it names none.
func (g *genText) seconds(t *testing.T, e diff.Evidence) []int {
	t.Helper()
	lines := g.lines[e.Artifact+" "+e.Member]
	if lines == nil {
		t.Fatalf("there is no %s %s", e.Artifact, e.Member)
	}
	leg, _, ok := strings.Cut(e.Member, "/")
	if !ok {
		leg = ""
	}
	start := g.start[e.Artifact+" "+leg]
	out := make([]int, len(lines))
	for i, line := range lines {
		out[i] = -1000
		if m := sysbenchAt.FindSubmatch(line); m != nil {
			out[i], _ = strconv.Atoi(string(m[1]))
		} else if m := clockInLine.Find(line); m != nil && !strings.HasSuffix(e.Member, "sysbench.log") {
			at, err := time.Parse("2006-01-02 15:04:05", start.Format("2006-01-02 ")+string(m))
			if err != nil {
				t.Fatal(err)
			}
			out[i] = int(at.Sub(start).Seconds())
		}
	}
	return out
}

// wantWindow checks that the lines of an evidence hold all samples of from..to seconds, and
// that they begin and end within slack of it.
func (g *genText) wantWindow(t *testing.T, e diff.Evidence, from, to, slack int) {
	t.Helper()
	at := g.seconds(t, e)
	if e.FirstLine < 1 || e.LastLine > int64(len(at)) || e.FirstLine >= e.LastLine {
		t.Errorf("%s %s: lines %d-%d of %d", e.Artifact, e.Member, e.FirstLine, e.LastLine, len(at))
		return
	}
	lo, hi, samples := 1<<30, -1, 0
	for i, s := range at {
		within := int64(i) >= e.FirstLine-1 && int64(i) < e.LastLine
		switch {
		case s < -900:
		case within:
			lo, hi, samples = min(lo, s), max(hi, s), samples+1
		case s > from && s <= to:
			t.Errorf("%s %s: line %d is of second %d, outside of lines %d-%d", e.Artifact, e.Member, i+1, s, e.FirstLine, e.LastLine)
			return
		}
	}
	if samples < (to-from)/2 || lo < from-slack || hi > to+slack {
		t.Errorf("%s %s: lines %d-%d hold seconds %d to %d in %d samples, want %d to %d and at most %d more",
			e.Artifact, e.Member, e.FirstLine, e.LastLine, lo, hi, samples, from, to, slack)
	}
}

func compareGenerated(t *testing.T, s *generate.Spec, window *[2]float64) (*diff.Result, *genText) {
	t.Helper()
	in, err := trialInput(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	in.Window = window
	return diff.Compare(in), textOf(t, s, in)
}

// The lines of a finding, read back from the text, hold the load window.
func TestEvidenceLinesOfALevel(t *testing.T) {
	s := generate.Default()
	s.Nodes, s.Seconds, s.Threads, s.Base.Runs, s.Head.Runs = 2, 600, []int{4, 16}, 1, 1
	s.Effects = []generate.Effect{{Kind: "level", Metric: "throughput", Pct: -30}}
	seen := map[string]bool{}
	for _, w := range [][2]float64{{0, 600}, {200, 400}} {
		res, text := compareGenerated(t, s, &w)
		for _, f := range res.Findings {
			for _, e := range f.Evidence {
				member := e.Member[strings.Index(e.Member, "/")+1:]
				if member == "mysqladmin-ext.log" {
					continue // its lines name no time
				}
				seen[member] = true
				text.wantWindow(t, e, int(w[0]), int(w[1]), 606/(maxPoints/2)+3)
			}
		}
	}
	for _, m := range []string{"sysbench.log", "mpstat.log", "iostat.log"} {
		if !seen[m] {
			t.Errorf("no finding rests on %s", m)
		}
	}
}

// maxPoints is how many checkpoints a member has at most; half of them at least.
const maxPoints = 64

// The lines of an onset begin where the text shows that the run collapses.
func TestEvidenceLinesOfACollapse(t *testing.T) {
	s := generate.Default()
	s.Nodes, s.Seconds, s.Base.Runs, s.Head.Runs, s.Work = 2, 600, 1, 1, "fixed"
	s.Effects = []generate.Effect{{Kind: "collapse", Pct: -85, AtWorkPct: 60}}
	res, text := compareGenerated(t, s, nil)
	found := false
	for _, f := range res.Findings {
		if f.Kind != "onset" || f.Metric != "throughput" || f.Where.Scope != "nodes" {
			continue
		}
		for _, e := range f.Evidence {
			if !strings.Contains(e.Artifact, "-head-") || e.Member != "sysbench.log" {
				continue
			}
			found = true
			fell, last := text.collapse(e)
			if fell == 0 {
				t.Fatalf("%s %s does not collapse", e.Artifact, e.Member)
			}
			text.wantWindow(t, e, fell+3, last, last/(maxPoints/2)+6)
		}
	}
	if !found {
		t.Error("no onset of throughput with evidence in the head")
	}
}

// collapse reads from the text of sysbench when the rate fell below half of what it was in
// the first minute for good, and the last second.
func (g *genText) collapse(e diff.Evidence) (at, last int) {
	rate := regexp.MustCompile(`^\[ (\d+)s \].* tps: ([0-9.]+)`)
	early := 0.0
	for _, line := range g.lines[e.Artifact+" "+e.Member] {
		m := rate.FindSubmatch(line)
		if m == nil {
			continue
		}
		last, _ = strconv.Atoi(string(m[1]))
		tps, _ := strconv.ParseFloat(string(m[2]), 64)
		switch {
		case last <= 60:
			early += tps / 60
		case tps >= early/2:
			at = 0
		case at == 0:
			at = last
		}
	}
	return at, last
}
