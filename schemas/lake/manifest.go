package lake

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"inquest/schemas"
)

// manifestFormat numbers the layout of commit manifests.
const manifestFormat = 1

// File is one Parquet file as a commit manifest lists it.
type File struct {
	Table  string `json:"table"`
	Key    string `json:"key"` // relative to the root of the lake
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Entry is one artifact of a commit: how its reading ended and the files with its rows.
// Tables without a row have no file.
type Entry struct {
	Node         string `json:"node"`
	ArtifactID   string `json:"artifact_id"`
	URI          string `json:"uri"`
	Status       string `json:"status"`
	Error        string `json:"error,omitempty"`
	Inputs       string `json:"inputs,omitempty"`
	Parser       string `json:"parser_version"`
	Digest       string `json:"digest"` // of everything that decides the rows
	Bytes        int64  `json:"bytes"`
	FetchedBytes int64  `json:"fetched_bytes"`
	Files        []File `json:"files"`
}

// Commit is a commit manifest: the artifacts of a run that became part of the lake
// together. A run that is ingested in pieces has several.
type Commit struct {
	Format   int    `json:"format"`
	Schema   int    `json:"schema_version"`
	Tool     string `json:"tool"`
	Digest   string `json:"digest"` // names the manifest
	Sequence int    `json:"sequence"`
	Run      Run    `json:"run"`
	RunFile  File   `json:"run_file"`

	Artifacts []Entry  `json:"artifacts"`
	Replaces  []string `json:"replaces"` // digests of entries of earlier commits that no longer count

	// FetchedAt is when the commit was made, the only wall-clock time in the lake.
	FetchedAt time.Time `json:"fetched_at"`

	// Existed tells that an earlier call had committed all this, and nothing was written.
	Existed bool `json:"-"`
	// Copies are artifacts that were given more than once for the same node.
	Copies []Artifact `json:"-"`
}

// Rows counts the rows of all files of the commit, by table.
func (c *Commit) Rows() map[string]int64 {
	rows := make(map[string]int64)
	for _, e := range c.Artifacts {
		for _, f := range e.Files {
			rows[f.Table] += f.Rows
		}
	}
	return rows
}

// Bytes is the size of all files of the commit.
func (c *Commit) Bytes() int64 {
	n := c.RunFile.Bytes
	for _, e := range c.Artifacts {
		for _, f := range e.Files {
			n += f.Bytes
		}
	}
	return n
}

func (c *Commit) key() string { return commitPrefix(c.Run.RunID) + c.Digest + ".json" }

// seal gives the commit its digest. The sequence takes part only when something came
// before, so that the same first commit has the same name wherever it is made.
func (c *Commit) seal() {
	texts := []string{rowDigest(schemas.RunTable, &c.Run)}
	for _, e := range c.Artifacts {
		texts = append(texts, e.Digest)
	}
	if c.Sequence > 1 {
		texts = append(texts, fmt.Sprint(c.Sequence))
	}
	c.Digest = digest(texts...)
}

// newer orders commits: by sequence, then by digest for those made at the same time.
func newer(a, b *Commit) int {
	return -cmp.Or(cmp.Compare(a.Sequence, b.Sequence), cmp.Compare(a.Digest, b.Digest))
}

func (c *Commit) marshal() ([]byte, error) {
	b, err := json.MarshalIndent(c, "", " ")
	return append(b, '\n'), err
}

func unmarshalCommit(b []byte) (*Commit, error) {
	c := new(Commit)
	if err := json.Unmarshal(b, c); err != nil {
		return nil, fmt.Errorf("not a commit manifest: %w", err)
	}
	if c.Format > manifestFormat {
		return nil, fmt.Errorf("commit manifest of format %d was written by a newer inquest; this one reads up to %d", c.Format, manifestFormat)
	}
	return c, nil
}
