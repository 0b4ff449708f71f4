package main

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"time"

	"inquest/fetch"
	"inquest/parse"
	"inquest/schemas"
)

// nodeInfo is what is known of an artifact beside its rows. It is stored with them, so
// that a later comparison needs neither the artifact nor a parser.
type nodeInfo struct {
	Role     string          `json:"role,omitempty"`
	Device   string          `json:"device,omitempty"`
	CPUs     int             `json:"cpus,omitempty"`
	Kernel   string          `json:"kernel,omitempty"`
	Legs     []parse.Leg     `json:"legs"`
	Members  []memberInfo    `json:"members"`
	Unread   int             `json:"unread,omitempty"` // members that can hold no rows
	Problems []parse.Problem `json:"problems"`
	Lines    []linesInfo     `json:"lines,omitempty"`
}

// memberInfo is the report of one member in the JSON form of inspect and ingest.
type memberInfo struct {
	Name     string          `json:"name"`
	Size     int64           `json:"size"`
	Format   *string         `json:"format"`
	Rows     rowCount        `json:"rows"`
	Settings int             `json:"settings"`
	Skips    int             `json:"skips"`
	Notes    int             `json:"notes"`
	FirstTS  *string         `json:"first_ts"`
	LastTS   *string         `json:"last_ts"`
	StepS    *float64        `json:"step_s"`
	Coverage *string         `json:"coverage"`
	Quality  parse.Quality   `json:"quality"`
	Problems []parse.Problem `json:"problems"`
}

type rowCount struct {
	CPU   int `json:"cpu"`
	Disk  int `json:"disk"`
	Stats int `json:"stats"`
}

// infoOf gathers what is known of a parsed artifact.
func infoOf(p *parse.Artifact, role string, found []fetch.Problem) nodeInfo {
	n := nodeInfo{Role: p.Role, Device: p.Device, CPUs: p.CPUs, Kernel: p.Kernel, Legs: p.Legs, Members: []memberInfo{}, Problems: []parse.Problem{}}
	if n.Role == "" {
		n.Role = role
	}
	if n.Legs == nil {
		n.Legs = []parse.Leg{}
	}
	named := map[string]bool{}
	for _, f := range found {
		for name := f.Member; f.Degrades() && name != "" && name != "." && name != "/"; name = path.Dir(name) {
			named[name] = true // and the archives that it lies in
		}
		n.Problems = append(n.Problems, parse.Problem{Kind: f.Kind, Member: f.Member, Offset: max(f.Offset, 0), Text: f.Text, Kept: f.Kept})
	}
	for _, x := range p.Problems {
		if x.Kind == parse.MemberDamaged && named[x.Member] {
			continue // the container said it already, and better
		}
		n.Problems = append(n.Problems, x)
	}
	n.Problems = boundProblems(n.Problems)
	of := map[string][]parse.Problem{}
	for _, x := range n.Problems {
		of[x.Member] = append(of[x.Member], x)
	}
	for _, m := range p.Members {
		n.Members = append(n.Members, memberOf(m, of[m.Name]))
		for i := range m.Lines {
			n.Lines = append(n.Lines, linesInfoOf(&m.Lines[i]))
		}
	}
	slices.SortFunc(n.Members, func(a, b memberInfo) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(n.Lines, func(a, b linesInfo) int {
		return cmp.Or(strings.Compare(a.Member, b.Member), strings.Compare(a.Table, b.Table))
	})
	return n
}

// memberOf is the report of a member with its problems.
func memberOf(m *parse.MemberReport, problems []parse.Problem) memberInfo {
	x := memberInfo{Name: m.Name, Size: m.Size, Rows: rowCount{m.CPU, m.Disk, m.Stats}, Settings: m.Settings,
		Skips: m.Skips, Notes: m.Notes, Quality: m.Quality, Problems: []parse.Problem{}}
	if m.Format != "" {
		x.Format = &m.Format
	}
	if m.CPU+m.Disk+m.Stats > 0 {
		first, last := stamp(m.First), stamp(m.Last)
		x.FirstTS, x.LastTS = &first, &last
	}
	if !schemas.IsNull(m.StepS) {
		x.StepS = &m.StepS
	}
	if m.Coverage != "" {
		x.Coverage = &m.Coverage
	}
	x.Problems = append(x.Problems, problems...)
	return x
}

// stamp writes an instant as RFC 3339 with microseconds.
func stamp(us int64) string { return time.UnixMicro(us).UTC().Format("2006-01-02T15:04:05.000000Z") }

func (n nodeInfo) text() (string, error) {
	b, err := json.Marshal(n)
	return string(b), err
}

func readInfo(s string) (nodeInfo, error) {
	var n nodeInfo
	if s == "" {
		return n, nil
	}
	return n, json.Unmarshal([]byte(s), &n)
}
