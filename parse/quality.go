package parse

import (
	"cmp"
	"slices"

	"inquest/schemas"
)

// Quality tells what a member's rows lack.
type Quality struct {
	// Skipped counts the lines that gave no row, by reason: since_boot are first
	// reports, restart, duplicate_row, average and so on.
	Skipped map[string]int `json:"skipped,omitempty"`
	// Gaps are the times without a sample, in order, at most maxGaps; GapCount counts all.
	Gaps     []Gap `json:"gaps,omitempty"`
	GapCount int   `json:"gap_count,omitempty"`
}

// Gap is a time in which the recorder took no sample, microseconds UTC: from the end of
// the sample before to the end of the one after.
type Gap struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// Seconds is how long it lasted.
func (g Gap) Seconds() float64 { return float64(g.To-g.From) / 1e6 }

const (
	maxGaps  = 16
	gapSteps = 2.5 // so many usual steps without a sample are a gap
	gapLeast = 5.0 // seconds beyond the usual step, which a busy machine may be late by
)

// quality counts what the member's rows lack.
func (m *MemberReport) quality() Quality {
	var q Quality
	for i := range m.rows.Skips {
		if q.Skipped == nil {
			q.Skipped = map[string]int{}
		}
		q.Skipped[m.rows.Skips[i].Reason] += m.rows.Skips[i].Count()
	}
	if m.isSnapshot() { // sections of ten seconds each
		return q
	}
	var cpu, disk, stats sampleTimes
	for i := range m.rows.CPU {
		cpu.add(m.rows.CPU[i].TS, m.rows.CPU[i].StepS)
	}
	for i := range m.rows.Disk {
		disk.add(m.rows.Disk[i].TS, m.rows.Disk[i].StepS)
	}
	for i := range m.rows.Stats {
		stats.add(m.rows.Stats[i].TS, m.rows.Stats[i].StepS)
	}
	for _, t := range []sampleTimes{cpu, disk, stats} {
		q.Gaps = append(q.Gaps, t.gaps()...)
	}
	slices.SortFunc(q.Gaps, func(a, b Gap) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	q.Gaps = slices.Compact(q.Gaps)
	q.GapCount = len(q.Gaps)
	q.Gaps = q.Gaps[:min(len(q.Gaps), maxGaps)]
	return q
}

// sampleTimes are the instants of one table's samples, each with its step where known.
type sampleTimes struct {
	at    []sampleTime
	steps map[float64]int // how often each step was met
}

type sampleTime struct {
	ts   int64
	step float64
}

// add notes a sample; rows of one instant follow each other, and are one sample.
func (t *sampleTimes) add(ts int64, step float64) {
	if n := len(t.at); n > 0 && t.at[n-1].ts == ts {
		return
	}
	if len(t.at) == cap(t.at) && len(t.at) >= 1<<12 { // rows by series repeat the same instants
		t.compact()
	}
	t.at = append(t.at, sampleTime{ts, step})
	if t.steps == nil {
		t.steps = map[float64]int{}
	}
	if !schemas.IsNull(step) { // which would be a new key each time
		t.steps[step]++
	}
}

func (t *sampleTimes) compact() {
	slices.SortFunc(t.at, func(a, b sampleTime) int { return cmp.Or(cmp.Compare(a.ts, b.ts), cmp.Compare(a.step, b.step)) })
	t.at = slices.CompactFunc(t.at, func(a, b sampleTime) bool { return a.ts == b.ts })
}

// gaps are the times between samples that are longer than usual. Usual is what four of five
// do not exceed, so that a recorder that takes a few samples each minute has none, or the
// step of the sample before, so that an archive has none where it goes from a coarse
// period to a fine one. The step of the sample after counts only when others have it too:
// some tools give the first row after a gap the whole gap as its step.
func (t *sampleTimes) gaps() []Gap {
	t.compact()
	if len(t.at) < 4 {
		return nil
	}
	all := make([]float64, 0, len(t.at)-1)
	for i := 1; i < len(t.at); i++ {
		d := float64(t.at[i].ts-t.at[i-1].ts) / 1e6
		all = append(all, d)
	}
	slices.Sort(all)
	usually := all[len(all)*4/5]
	var out []Gap
	for i := 1; i < len(t.at); i++ {
		d := float64(t.at[i].ts-t.at[i-1].ts) / 1e6
		usual := usually
		if s := t.at[i-1].step; s > usual {
			usual = s
		}
		if s := t.at[i].step; s > usual && t.steps[s] >= 3 {
			usual = s
		}
		if d > gapSteps*usual && d >= usual+gapLeast {
			out = append(out, Gap{t.at[i-1].ts, t.at[i].ts})
		}
	}
	return out
}
