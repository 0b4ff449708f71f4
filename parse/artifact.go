package parse

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"inquest/schemas"
)

// ArtifactOptions are what is known about a node before its zip is read.
type ArtifactOptions struct {
	File        string        // the artifact's name, for skips and problems
	Name        string        // node name to use when nothing inside tells it
	Manifest    *ManifestNode // the bench's entry for the node; nil: none
	DayFirst    bool          // of ambiguous dates
	Concurrency int           // members parsed at a time; 0: 2
}

// Artifact is what one node's zip holds.
type Artifact struct {
	Node      string
	Container string // cbcollect, pt-stalk or plain
	Role      string // the manifest's role or cluster
	Device    string // the block device that holds the data, without /dev/; empty: not known
	CPUs      int    // processors of the node; 0: not known
	Kernel    string // release of the kernel, as in uname -r; empty: not known
	Rows      *schemas.Rows
	Members   []*MemberReport
	Legs      []Leg
	Problems  []Problem
}

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
	dir      string
	machine  machine
	indexes  []*lineIndex
	rows     *schemas.Rows
}

// ReadArtifact parses the members of one node's zip and works out the node's name,
// its legs, their load windows and each member's coverage. A member that cannot be
// read costs that member only and is a problem; the error is not nil only when ctx ended.
func ReadArtifact(ctx context.Context, files []File, opt ArtifactOptions) (*Artifact, error) {
	a := &Artifact{Container: containerOf(files), Rows: &schemas.Rows{}}
	a.name(files, opt)
	ropt := a.clock(ctx, files, opt)

	plain, blocks := splitTSDB(files)
	reports := make([]*MemberReport, len(plain))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, opt.Concurrency))
	for i, f := range plain {
		g.Go(func() error {
			reports[i] = parseMember(gctx, f, opt.File, ropt)
			return gctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	if len(blocks) > 0 {
		reports = append(reports, readBlocks(ctx, blocks, opt.File, ropt)...)
	}
	a.Members = reports
	a.facts(opt)
	a.legs(opt)
	a.windows()
	a.cover()
	for _, m := range a.Members {
		m.count()
		a.Rows.Append(m.rows)
		a.Problems = append(a.Problems, m.Problems...)
		m.rows, m.indexes = nil, nil
	}
	a.dropSharedLines()
	return a, ctx.Err()
}

// parseMember parses one member; what goes wrong is a problem of the member.
func parseMember(ctx context.Context, f File, artifact string, opt Options) *MemberReport {
	m := &MemberReport{Name: f.Name, Size: f.Size, modified: f.Modified, dir: f.dir(), rows: &schemas.Rows{}}
	if opt.Near.IsZero() {
		opt.Near = f.Modified
	}
	opt.Said = func(kind, text string) {
		m.Problems = append(m.Problems, Problem{Kind: kind, Member: f.Name, Text: text})
	}
	rc, err := f.Open(ctx)
	if err == nil {
		var format *Format
		text := bufio.NewReader(rc)
		head, _ := text.Peek(maxBanner)
		m.machine = machineOf(head)
		format, m.indexes, err = readIndexed(artifact, f.base(), text, m.rows, opt)
		if format != nil {
			m.Format = format.Name
		}
		if err == nil || errors.Is(err, ErrUnknownFormat) || errors.Is(err, ErrUnsupported) {
			// Reading to the end lets the container check the member's sum.
			if _, cerr := io.Copy(io.Discard, text); cerr != nil {
				err = cerr
			}
		}
		err = errors.Join(err, rc.Close())
	}
	switch {
	case err == nil, errors.Is(err, ErrUnknownFormat):
		if errors.Is(err, ErrUnknownFormat) {
			m.rows.Skips = nil // a member nobody parses is no loss; inspect lists it
		}
	case errors.Is(err, ErrUnsupported):
		m.rows.Skips = nil // the problem says it
		m.Problems = append(m.Problems, Problem{Kind: schemas.Unsupported, Member: f.Name, Text: err.Error()})
	default:
		m.Problems = append(m.Problems, Problem{Kind: "member_damaged", Member: f.Name, Text: err.Error(), Kept: m.kept()})
	}
	return m
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

// name finds the node's name: the container's, else the manifest's, else the file's.
func (a *Artifact) name(files []File, opt ArtifactOptions) {
	a.Node = opt.Name
	if opt.Manifest != nil && opt.Manifest.Name != "" {
		a.Node = opt.Manifest.Name
	}
	if a.Container == containerCBCollect {
		for _, f := range files {
			if node, _, ok := cbcollectFolder(f.Name); ok && node != "" {
				a.Node = node
				break
			}
		}
	}
	if opt.Name != "" && !strings.EqualFold(a.Node, opt.Name) && !strings.HasSuffix(opt.Name, a.Node) {
		a.Problems = append(a.Problems, Problem{Kind: "node_name", Text: fmt.Sprintf(
			"the file is named %s, what it holds says node %s; the latter is used", opt.Name, a.Node)})
	}
	if opt.Manifest != nil {
		a.Role = opt.Manifest.Role
		if a.Role == "" {
			a.Role = opt.Manifest.Cluster
		}
	}
}

// clock finds out how the artifact's clocks are to be read.
func (a *Artifact) clock(ctx context.Context, files []File, opt ArtifactOptions) Options {
	ropt := Options{DayFirst: opt.DayFirst}
	if a.Container == containerCBCollect {
		for _, f := range files {
			if _, stamp, ok := cbcollectFolder(f.Name); ok {
				ropt.Near = stamp.Add(time.Hour)
			}
			switch f.base() {
			case "cbcollect_info.log":
				withReader(ctx, f, func(r io.Reader) {
					if times, err := readSectionTimes(r); err == nil {
						ropt.SectionStart = times.Start
					}
				})
			case "couchbase.log":
				withReader(ctx, f, func(r io.Reader) {
					if zone, ok := sectionZone(r); ok {
						ropt.Zone, ropt.ZoneKnown = zone, true
					}
				})
			}
		}
	}
	if first, known := dateOrder(ctx, files, ropt.Near); known {
		ropt.DayFirst, ropt.OrderSure = first, true
	}
	if !ropt.ZoneKnown && opt.Manifest != nil && opt.Manifest.TimeZone != "" {
		zone, err := time.LoadLocation(opt.Manifest.TimeZone)
		if err != nil {
			a.Problems = append(a.Problems, Problem{Kind: "time_zone", Text: fmt.Sprintf(
				"the manifest's time zone %q is not known; clocks are read as UTC", opt.Manifest.TimeZone)})
			return ropt
		}
		ropt.Zone, ropt.ZoneKnown = zone, true
	}
	return ropt
}

// withReader calls f on the member's text; a member that cannot be opened is met again, and reported, when it is parsed.
func withReader(ctx context.Context, f File, use func(io.Reader)) {
	rc, err := f.Open(ctx)
	if err != nil {
		return
	}
	defer rc.Close()
	use(bufio.NewReader(rc))
}
