package parse

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Format is what is known about the output of one tool.
type Format struct {
	Name     string             // value of column format: iostat, sar ...
	Variant  string             // tells two formats of one tool apart: "json", "-d"; else empty
	Doc      string             // one line: what it is and which tool versions write it
	Source   string             // where the grammar comes from: the tool's manual or source file
	Specimen string             // a few typical lines
	Tables   []string           // the tables it fills: cpu, disk, stats, settings
	Match    func(Head) int     // how surely the text is of this format: 0 no .. 100 certain
	Parse    func(l *Log) error // reads the whole log; an error means the member could not be read on
	PerRun   bool               // Parse reads one run of the tool and knows no lines of time between runs: see parseRuns
}

// ID is the name with the variant, unique among all formats.
func (f *Format) ID() string {
	if f.Variant == "" {
		return f.Name
	}
	return f.Name + " " + f.Variant
}

// Head is the beginning of a member, at most headSize bytes. Of a file of OSWatcher or
// ExaWatcher it is what follows the first stamp: the output of the tool.
type Head struct {
	Bytes []byte   // as read, a byte order mark or a stamp taken off
	Lines [][]byte // complete lines without their line end and colour codes, at most 200
	Whole bool     // the head is the whole member

	stamped bool // it begins after a collector's stamp
}

const headSize = 64 << 10

func newHead(b []byte, whole bool) Head {
	b, stamped := cutStamp(bytes.TrimPrefix(b, utf8BOM))
	h := Head{Bytes: b, Whole: whole, stamped: stamped}
	rest := b
	for len(rest) > 0 && len(h.Lines) < 200 {
		line, after, found := bytes.Cut(rest, []byte{'\n'})
		if !found && !whole {
			break
		}
		line = bytes.TrimRight(line, "\r")
		h.Lines = append(h.Lines, stripColour(bytes.Clone(line)))
		rest = after
	}
	return h
}

// HasLine tells whether one of the first lines satisfies f.
func (h Head) HasLine(f func([]byte) bool) bool { return slices.ContainsFunc(h.Lines, f) }

// HasPrefix tells whether one of the first lines begins with p.
func (h Head) HasPrefix(p string) bool {
	return h.HasLine(func(b []byte) bool { return bytes.HasPrefix(b, []byte(p)) })
}

// Contains tells whether s stands anywhere in the head.
func (h Head) Contains(s string) bool { return bytes.Contains(h.Bytes, []byte(s)) }

// formats is filled by the init functions of the format files and not changed after.
var formats []*Format

// register adds a format; a second one of the same ID is a programming error.
func register(f Format) {
	for _, g := range formats {
		if g.ID() == f.ID() {
			panic(fmt.Sprintf("parse: format %q registered twice", f.ID()))
		}
	}
	formats = append(formats, &f)
	slices.SortFunc(formats, func(a, b *Format) int { return strings.Compare(a.ID(), b.ID()) })
}

// Formats lists all known formats, sorted by ID.
func Formats() []*Format { return slices.Clone(formats) }

// Detect finds the format of a member by its beginning; nil when none matches.
func Detect(h Head) *Format {
	var best *Format
	score := 0
	for _, f := range formats {
		if s := f.Match(h); s > score {
			best, score = f, s
		}
	}
	return best
}
