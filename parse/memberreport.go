package parse

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"inquest/schemas"
)

// MemberReport tells what one member was taken for and what came out of it.
type MemberReport struct {
	Name     string
	Size     int64
	Format   string // empty: not known
	CPU      int
	Disk     int
	Stats    int
	Settings int
	Skips    int // of severity loss
	Notes    int // of severity note
	First    int64
	Last     int64
	StepS    float64
	Coverage string
	Quality  Quality
	Lines    []schemas.Lines // where the rows of a time stand; none for formats without lines
	Problems []Problem

	modified time.Time
	local    bool // modified is a clock of an unknown zone: see [File]
	dir      string
	machine  machine
	indexes  []*lineIndex
	rows     *schemas.Rows
}

// parseFile parses a member, or those of an archive within the artifact in their order.
func (a *Artifact) parseFile(ctx context.Context, f File, artifact string, opt Options) []*MemberReport {
	switch {
	case a.isOfOtherHost(f):
		return nil
	case f.Walk == nil:
		return []*MemberReport{a.parseMember(ctx, f, artifact, opt)}
	}
	var out []*MemberReport
	err := f.Walk(ctx, func(inner File, r io.Reader) error {
		if a.isOfOtherHost(inner) || !Wanted(inner.Name) {
			return ctx.Err()
		}
		m, mopt := a.newMember(inner, opt)
		m.judge(inner, m.read(inner, artifact, r, mopt))
		out = append(out, m)
		return ctx.Err()
	})
	if err != nil || len(out) == 0 {
		m, _ := a.newMember(f, opt)
		if err != nil {
			m.Problems = append(m.Problems, Problem{Kind: MemberDamaged, Member: f.Name, Text: err.Error(),
				Kept: fmt.Sprintf("%d members in it", len(out))})
		}
		out = append(out, m)
	}
	return out
}

// newMember begins the report of a member; what it says of its run goes there.
func (a *Artifact) newMember(f File, opt Options) (*MemberReport, Options) {
	m := &MemberReport{Name: f.Name, Size: f.Size, modified: f.Modified, local: f.Local, dir: legFolder(a.Container, a.unpacked(f)), rows: &schemas.Rows{}}
	if opt.Near.IsZero() {
		opt.Near = f.Modified
	}
	opt.Said = func(kind, text string) {
		m.Problems = append(m.Problems, Problem{Kind: kind, Member: f.Name, Text: text})
	}
	return m, opt
}

// parseMember parses one member; what goes wrong is a problem of the member.
func (a *Artifact) parseMember(ctx context.Context, f File, artifact string, opt Options) *MemberReport {
	m, opt := a.newMember(f, opt)
	rc, err := f.Open(ctx)
	if err == nil {
		err = errors.Join(m.read(f, artifact, rc, opt), rc.Close())
	}
	m.judge(f, err)
	return m
}

// read parses the member's text.
func (m *MemberReport) read(f File, artifact string, r io.Reader, opt Options) error {
	text := bufio.NewReader(r)
	head, _ := text.Peek(maxBanner)
	m.machine = machineOf(head)
	format, indexes, err := readIndexed(artifact, f.base(), text, m.rows, opt)
	m.indexes = indexes
	if format != nil {
		m.Format = format.Name
	}
	if err == nil || errors.Is(err, ErrUnknownFormat) || errors.Is(err, ErrUnsupported) {
		// Reading to the end lets the container check the member's sum.
		if _, cerr := io.Copy(io.Discard, text); cerr != nil {
			err = cerr
		}
	}
	return err
}

// judge makes problems of the error that the reading of the member ended with.
func (m *MemberReport) judge(f File, err error) {
	switch {
	case err == nil, errors.Is(err, ErrUnknownFormat):
		if errors.Is(err, ErrUnknownFormat) {
			m.rows.Skips = nil // a member nobody parses is no loss; inspect lists it
		}
	case errors.Is(err, ErrUnsupported):
		m.rows.Skips = nil // the problem says it
		m.Problems = append(m.Problems, Problem{Kind: schemas.Unsupported, Member: f.Name, Text: err.Error()})
	default:
		m.Problems = append(m.Problems, Problem{Kind: MemberDamaged, Member: f.Name, Text: err.Error(), Kept: m.kept()})
	}
}

// kept says how much was read before a problem.
func (m *MemberReport) kept() string {
	n := len(m.rows.CPU) + len(m.rows.Disk) + len(m.rows.Stats) + len(m.rows.Settings)
	return fmt.Sprintf("%d rows", n)
}

// readBlocks reads the members of a TSDB snapshot together; they are one format in several files.
func readBlocks(ctx context.Context, files []File, artifact string, opt Options) []*MemberReport {
	var out []*MemberReport
	for _, b := range readTSDB(ctx, artifact, files, opt) {
		out = append(out, &MemberReport{Name: b.Name, Size: b.Size, Format: "tsdb", rows: b.Rows, Problems: b.Problems})
	}
	return out
}

// count fills the numbers of the report from the rows.
func (m *MemberReport) count() {
	m.CPU, m.Disk, m.Stats, m.Settings = len(m.rows.CPU), len(m.rows.Disk), len(m.rows.Stats), len(m.rows.Settings)
	for i := range m.rows.Skips {
		if n := m.rows.Skips[i].Count(); m.rows.Skips[i].Severity() == schemas.Loss {
			m.Skips += n
		} else {
			m.Notes += n
		}
	}
	m.Quality = m.quality()
	m.First, m.Last, _ = m.rows.Span()
	m.StepS = m.step()
	m.Lines = m.lines()
}

// step is the median of the intervals of the member's rows; NaN when none is known.
func (m *MemberReport) step() float64 {
	var steps []float64
	add := func(s float64) {
		if !schemas.IsNull(s) {
			steps = append(steps, s)
		}
	}
	for i := range m.rows.CPU {
		add(m.rows.CPU[i].StepS)
	}
	for i := range m.rows.Disk {
		add(m.rows.Disk[i].StepS)
	}
	for i := range m.rows.Stats {
		add(m.rows.Stats[i].StepS)
	}
	if len(steps) == 0 {
		return schemas.Null
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}
