package parse

import (
	"context"
	"slices"

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
	Sadf        Sadf          // reads binary files of sadc; nil: they are not read
}

// Artifact is what one node's zip holds.
type Artifact struct {
	Node      string
	Container string // cbcollect, pt-stalk, sosreport, oswatcher, exawatcher, pbench or plain
	Role      string // the manifest's role or cluster
	Device    string // the block device that holds the data, without /dev/; empty: not known
	CPUs      int    // processors of the node; 0: not known
	Kernel    string // release of the kernel, as in uname -r; empty: not known
	Rows      *schemas.Rows
	Members   []*MemberReport
	Legs      []Leg
	Problems  []Problem

	host    string // the only one that is read, when there are several; else empty
	archive string // the only archive within the artifact; else empty
}

// ReadArtifact parses the members of one node's zip and works out the node's name,
// its legs, their load windows and each member's coverage. A member that cannot be
// read costs that member only and is a problem; the error is not nil only when ctx ended.
func ReadArtifact(ctx context.Context, files []File, opt ArtifactOptions) (*Artifact, error) {
	seen := survey(ctx, files)
	a := &Artifact{Container: containerOf(seen.files), Rows: &schemas.Rows{}}
	a.archive = onlyArchive(files)
	a.name(seen, opt)
	ropt := a.clock(seen, opt)

	plain, blocks := splitTSDB(files)
	read := make([][]*MemberReport, len(plain))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, opt.Concurrency))
	for i, f := range plain {
		g.Go(func() error {
			read[i] = a.parseFile(gctx, f, opt.File, ropt)
			return gctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	reports := slices.Concat(read...)
	if len(blocks) > 0 {
		reports = append(reports, readBlocks(ctx, blocks, opt.File, ropt)...)
	}
	a.Members = reports
	a.facts(opt)
	a.legs(opt)
	a.windows()
	a.joinRecorders()
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
