package generate

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The most text that a spec may ask for, in lines of about 100 bytes: in all runs
// together, and of one leg of one node, whose members are made in memory.
const (
	maxLines    = 100_000_000
	maxLegLines = 4_000_000
)

var testName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// Check tells what in the spec cannot be, in one sentence that names the key.
func (s *Spec) Check() error {
	if !testName.MatchString(s.Test) {
		return fmt.Errorf("spec: test is %q; want a name of letters, digits, dots, dashes, at most 64", s.Test)
	}
	if y := s.Start.Year(); y < 1980 || y > 2100 || s.Start.Nanosecond() != 0 {
		return fmt.Errorf("spec: start is %s; want a whole second between 1980 and 2100", s.Start.Format("2006-01-02T15:04:05.999Z07:00"))
	}
	for _, c := range []struct {
		key       string
		v         float64
		low, high float64
	}{
		{"base.runs", float64(s.Base.Runs), 1, 1000}, {"head.runs", float64(s.Head.Runs), 0, 1000},
		{"nodes", float64(s.Nodes), 1, 200}, {"cpus", float64(s.CPUs), 1, 256}, {"seconds", float64(s.Seconds), 1, 86400},
		{"status_every", float64(s.StatusEvery), 1, 3600}, {"levels.tps", s.Levels.TPS, 1, 1e6},
		{"levels.elasticity", s.Levels.Elasticity, -2, 2}, {"levels.busy_pct", s.Levels.BusyPct, 0.1, 100},
		{"levels.iowait_pct", s.Levels.IOWaitPct, 0, 100}, {"levels.writes_per_op", s.Levels.WritesPerOp, 0, 100},
		{"levels.flushes_per_op", s.Levels.FlushesPerOp, 0, 100}, {"levels.write_kb", s.Levels.WriteKB, 0.5, 1024},
		{"levels.util_pct", s.Levels.UtilPct, 0, 100}, {"phi", s.Phi, 0, 0.999}, {"period", float64(s.Period), 2, 3600},
		{"noise_pct", s.NoisePct, 0, 100}, {"run_sd_pct", s.RunSDPct, 0, 50}, {"leg_sd_pct", s.LegSDPct, 0, 50},
		{"node_sd_pct", s.NodeSDPct, 0, 50}, {"run_correlation", s.RunCorrelation, -1, 1},
	} {
		if err := between(c.key, c.v, c.low, c.high); err != nil {
			return err
		}
	}
	if err := oneOf("process", s.Process, Processes()); err != nil {
		return err
	}
	if err := oneOf("work", s.Work, []string{WorkSeconds, WorkFixed}); err != nil {
		return err
	}
	for _, name := range s.Recorders {
		if err := oneOf("recorders", name, Recorders()); err != nil {
			return err
		}
	}
	if err := s.checkThreads(); err != nil {
		return err
	}
	if err := s.checkSum(); err != nil {
		return err
	}
	return s.checkEffects()
}

// checkSum tells when the spec asks for too much text.
func (s *Spec) checkSum() error {
	leg := s.limit() * (s.CPUs + 16)
	if leg > maxLegLines {
		return fmt.Errorf("spec: a leg of up to %d seconds on %d cpus is about %d lines; want at most %d, so fewer seconds or cpus",
			s.limit(), s.CPUs, leg, maxLegLines)
	}
	if n := leg * (s.Base.Runs + s.Head.Runs) * s.Nodes * len(s.Threads); n > maxLines {
		return fmt.Errorf("spec: all runs together are about %d lines; want at most %d, so fewer runs, nodes, threads or seconds", n, maxLines)
	}
	return nil
}

func (s *Spec) checkThreads() error {
	if len(s.Threads) == 0 || len(s.Threads) > 50 {
		return fmt.Errorf("spec: threads has %d counts; want 1 to 50", len(s.Threads))
	}
	for i, t := range s.Threads {
		if err := between("threads", float64(t), 1, 10000); err != nil {
			return err
		}
		if slices.Contains(s.Threads[:i], t) {
			return fmt.Errorf("spec: threads has %d twice", t)
		}
	}
	return nil
}

func between(key string, v, low, high float64) error {
	if math.IsNaN(v) || v < low || v > high {
		number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
		return fmt.Errorf("spec: %s is %s; want %s to %s", key, number(v), number(low), number(high))
	}
	return nil
}

func oneOf(key, v string, known []string) error {
	if !slices.Contains(known, v) {
		return fmt.Errorf("spec: %s is %q; want one of %s", key, v, strings.Join(known, ", "))
	}
	return nil
}
