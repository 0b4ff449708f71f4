package fetch

import (
	"slices"
	"sync"
	"sync/atomic"
)

// An Artifact is one node's zip of one run, opened: its directory is known,
// its data is not downloaded yet. Its methods and those of its members are
// safe for concurrent use; the fields must not be read during [Artifact.Prefetch].
type Artifact struct {
	Ref Ref

	// Size of the zip in bytes.
	Size int64

	// ETag as the server sent it, empty for a local file. It is no checksum.
	ETag string

	// ID is the hex SHA-256 over the zip's directory (for each entry in order:
	// name, size, compressed size, CRC-32), so that a local file and a
	// selective download of it agree. For a folder it is the same over its
	// files, sorted by name.
	ID string

	// Members are the files in the zip, in the order of its directory: no
	// folders, links or devices, and one for each name.
	Members []*Member

	// Problems are what was found when the artifact was opened, those of
	// members included. [Artifact.Found] has later ones too.
	Problems []Problem

	parent  *Artifact // of a zip within a member
	client  *Client
	src     content
	loading sync.Mutex   // held by Prefetch
	opened  atomic.Bool  // a member has been read
	fetched atomic.Int64 // by earlier sources
	asked   atomic.Int64 // requests of earlier sources
	output  atomic.Int64 // bytes decompressed, against Limits.ArtifactBytes

	mu    sync.Mutex
	later []Problem
	told  map[Problem]bool // what Problems and later hold
}

// Found returns all problems known so far: of the opening and of the reading.
func (a *Artifact) Found() []Problem {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Concat(a.Problems, a.later)
}

// top is the artifact itself, or the one that an inner zip lies in.
func (a *Artifact) top() *Artifact {
	for a.parent != nil {
		a = a.parent
	}
	return a
}

// maxProblems bounds the problems of reading that are told of one artifact.
const maxProblems = 1 << 18 // more than a zip may have members

// note adds a problem once.
func (a *Artifact) note(p Problem) {
	a = a.top()
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.told == nil { // a zip of many members can have as many problems
		a.told = make(map[Problem]bool, len(a.Problems))
		for _, known := range a.Problems {
			a.told[known] = true
		}
	}
	switch {
	case a.told[p] || len(a.later) > maxProblems:
	case len(a.later) == maxProblems:
		a.later = append(a.later, artifactProblem(KindLimit, "there are more than %d problems, and further ones are not told", maxProblems))
	default:
		a.told[p] = true
		a.later = append(a.later, p)
	}
}

// FetchedBytes returns how many bytes were downloaded for this artifact since
// it was opened; 0 for a local file or one that lay in the cache.
func (a *Artifact) FetchedBytes() int64 {
	n := a.fetched.Load()
	if r, ok := a.src.(*remote); ok {
		n += r.fetched.Load()
	}
	return n
}

// Close releases the artifact. Readers of its members fail afterwards.
func (a *Artifact) Close() error {
	if a.src == nil {
		return nil
	}
	return a.src.Close()
}

// fill sets what the directory says.
func (a *Artifact) fill(d *directory, lim Limits) {
	a.ID = d.id()
	a.Problems = d.problems
	a.Members = nil
	for i := range d.entries {
		e := &d.entries[i]
		keep := a.admit(e, lim)
		a.Problems = append(a.Problems, e.problems...)
		if keep {
			a.Members = append(a.Members, newMember(a, e))
		}
	}
	shrank := slices.ContainsFunc(a.Members, func(m *Member) bool { return m.entry.method == methodDeflate && m.CompressedSize < m.Size/4*3 })
	for _, m := range a.Members {
		m.packed = shrank
	}
}
