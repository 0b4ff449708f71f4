package parse

import (
	"strings"
	"testing"
	"time"
)

// What a member's rows lack is counted: first reports, restarts, times without samples.
func TestQuality(t *testing.T) {
	sar := func(clocks ...string) string {
		text := "Linux 6.1.0-13-amd64 (node-a) \t2026-11-30 \t_x86_64_\t(2 CPU)\n\n" +
			"09:59:59        CPU     %user     %nice   %system   %iowait    %steal     %idle\n"
		for _, c := range clocks {
			if c == "restart" {
				text += "\n10:00:07     LINUX RESTART\t(2 CPU)\n\n10:00:08        CPU     %user     %nice   %system   %iowait    %steal     %idle\n"
				continue
			}
			text += c + "        all     10.00      0.00     10.00      0.00      0.00     80.00\n"
		}
		return text
	}
	second := func(from, to int) (out []string) {
		for s := from; s <= to; s++ {
			out = append(out, time.Date(2026, 11, 30, 10, 0, s, 0, time.UTC).Format("15:04:05"))
		}
		return out
	}
	for _, c := range []struct {
		what    string
		text    string
		gaps    []float64 // seconds
		skipped map[string]int
	}{
		{"steady", sar(second(0, 20)...), nil, nil},
		{"the recorder stopped", sar(append(second(0, 9), second(45, 60)...)...), []float64{36}, nil},
		{"a busy machine is late", sar(append(second(0, 9), second(13, 30)...)...), nil, nil},
		{"a restart", sar(append(append(second(0, 6), "restart"), second(9, 20)...)...), nil, map[string]int{"restart": 1}},
		{"first reports", "Linux 6.1.0 (a) \t2026-11-30 \t_x86_64_\t(2 CPU)\n" + strings.Repeat("\navg-cpu:  %user   %nice %system %iowait  %steal   %idle\n          10.00    0.00   10.00    0.00    0.00   80.00\n", 3), nil, map[string]int{"since_boot": 1}},
	} {
		a, err := ReadArtifact(t.Context(), []File{textFile("x.txt", c.text, time.Time{})}, ArtifactOptions{File: "a.zip", Name: "a"})
		if err != nil {
			t.Fatal(err)
		}
		q := a.Members[0].Quality
		var got []float64
		for _, g := range q.Gaps {
			got = append(got, g.Seconds())
		}
		if len(got) != len(c.gaps) || q.GapCount != len(c.gaps) || len(got) > 0 && got[0] != c.gaps[0] {
			t.Errorf("%s: gaps of %v s, want %v", c.what, got, c.gaps)
		}
		if len(q.Skipped) != len(c.skipped) {
			t.Errorf("%s: skipped %v, want %v", c.what, q.Skipped, c.skipped)
		}
		for k, n := range c.skipped {
			if q.Skipped[k] != n {
				t.Errorf("%s: skipped %v, want %v", c.what, q.Skipped, c.skipped)
			}
		}
	}
}

// A recorder that takes three samples at the start of each minute rests as it always does.
func TestBurstsAreNoGaps(t *testing.T) {
	var s sampleTimes
	for minute := range int64(20) {
		for second := range int64(3) {
			s.add((60*minute+second)*1e6, 1)
		}
	}
	if g := s.gaps(); len(g) != 0 {
		t.Errorf("gaps %v, want none", g)
	}
}

// An archive of several periods goes from coarse to fine and has no gap there.
func TestPeriodsAreNoGaps(t *testing.T) {
	var s sampleTimes
	at := int64(0)
	for _, p := range []struct {
		step float64
		n    int
	}{{60, 20}, {4, 100}, {1, 60}} {
		for range p.n {
			at += int64(p.step * 1e6)
			s.add(at, p.step)
		}
	}
	if g := s.gaps(); len(g) != 0 {
		t.Errorf("gaps %v, want none", g)
	}
	s.add(at+30e6, 30) // a tool that gives the row after a gap the whole gap as its step
	s.add(at+31e6, 1)
	if g := s.gaps(); len(g) != 1 || g[0].Seconds() != 30 {
		t.Errorf("gaps %v, want one of 30 s", g)
	}
}
