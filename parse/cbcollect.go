package parse

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "cbcollect",
		Doc:    "section file of a Couchbase collector (couchbase.log and its kin, 6.0 to 8.0): outputs of many commands in one file",
		Source: "couchbase/ns_server, cbcollect_info",
		Specimen: strings.Repeat("=", 78) + "\nSystem activity reporter\nsar 1 10\n" + strings.Repeat("=", 78) + "\n" +
			"Linux 3.10.0-957.el7.x86_64 (node-a) \t08/12/19 \t_x86_64_\t(24 CPU)\n",
		Tables: []string{"cpu", "disk", "stats", "settings"},
		Match:  matchCBCollect,
		Parse:  parseCBCollect,
	})
}

func matchCBCollect(h Head) int {
	for i := range h.Lines {
		if i+3 >= len(h.Lines) || !bytes.HasSuffix(h.Lines[i], sectionRule) || !bytes.Equal(h.Lines[i+3], sectionRule) {
			continue
		}
		if i == 0 {
			return 100
		}
		return 50
	}
	return 0
}

// sampled are the sections that hold samples on every Linux node: that one of them
// is empty or cannot be read is said.
var sampled = []string{"Extended iostat", "System activity reporter", "System paging activity", "Processor status", "Raw /proc/diskstats"}

// foreign are sections whose lines look like those of a known tool and are not.
var foreign = []string{"Relevant proc data", "SysFs Control Group data", "Raw PID 1 control groups"}

// collection is a section file being read.
type collection struct {
	l    *Log
	s    *sectionReader
	body *bufio.Reader
	nth  map[string]int // sections met of each title
}

// parseCBCollect hands each section to the format of its output. A section of no
// known format is passed over.
func parseCBCollect(l *Log) error {
	c := &collection{l: l, s: newSectionReader(l.Reader()), body: bufio.NewReaderSize(nil, headSize), nth: map[string]int{}}
	before := l.said()
	c.preamble()
	sections := 0
	for c.s.Next() {
		sections++
		c.section()
	}
	if l.said() == before {
		l.SkipAt(0, schemas.Comment, fmt.Sprintf("%d sections, none of which holds rows", sections))
	}
	return c.s.Err()
}

// preamble passes over what stands before the first header.
func (c *collection) preamble() {
	c.body.Reset(c.s)
	b, _ := c.body.Peek(headSize)
	if b = bytes.TrimSpace(b); len(b) > 0 {
		c.l.SkipAt(1, schemas.ForeignText, "before the first section: "+firstWords(b))
	}
}

// sectionBytes is about what a section costs beside its rows.
const sectionBytes = 1 << 10

// section reads one section.
func (c *collection) section() {
	s, title := c.s, c.s.title
	start := s.lines
	c.l.num = start
	c.l.hold(sectionBytes + len(title))
	c.body.Reset(s)
	b, err := c.body.Peek(headSize)
	f := c.format(title, newHead(b, err != nil))

	name := "cbcollect"
	if f != nil {
		name = f.Name
	}
	sub := newLog(c.l.file, c.l.Source.Member+"#"+title, name, c.body, c.l.Rows, c.options(title))
	sub.held = c.l.held
	sub.beginAt(start)
	c.l.sections = append(c.l.sections, sub.index)
	settings := settingSections[title]
	failed := failedCommand(b)
	switch {
	case title == zoneTitle:
		c.learnZone()
	case failed != "":
		sub.SkipAt(start+1, schemas.CommandFailed, failed)
	case settings != nil:
		settings(sub, s.command)
	case f != nil:
		if err := f.Parse(sub); err != nil {
			sub.Skip(failure(err), err.Error())
		}
	case !slices.Contains(sampled, title):
	case len(bytes.TrimSpace(b)) == 0:
		sub.SkipAt(start, schemas.NoData, "the section is empty")
	default:
		sub.SkipAt(start+1, schemas.UnknownFormat, firstWords(b))
	}
	_, _ = io.Copy(io.Discard, s) // an error is met again by Next
	if s.timedOut > 0 {
		sub.SkipAt(s.timedOut, schemas.TimedOut, "the collector ended: "+s.command)
	}
	sub.finish()
}

// format finds the format of a section's output; nil when it is not known.
func (c *collection) format(title string, h Head) *Format {
	if slices.Contains(foreign, title) || settingSections[title] != nil {
		return nil
	}
	f := Detect(h)
	if f == nil || f.Name == "cbcollect" {
		return nil
	}
	return f
}

// options are those of a section: its own start, when that is known.
func (c *collection) options(title string) Options {
	opt := c.l.Options
	opt.SectionStart = nil
	nth := c.nth[title]
	c.nth[title]++
	if c.l.SectionStart != nil {
		if start, ok := c.l.SectionStart(title, nth); ok {
			opt.Start, opt.Near = start, start
		}
	}
	return opt
}

// learnZone takes the node's zone from the section that prints it, unless it is known.
func (c *collection) learnZone() {
	if c.l.ZoneKnown {
		return
	}
	if zone, ok := zoneOfDates(c.body); ok {
		c.l.Zone, c.l.ZoneKnown = zone, true
	}
}

// failedCommand gives output that is nothing but the word that the command could not
// be started, by a shell (dash, bash) or by the collector itself, or that it reached no
// server; else it is empty.
func failedCommand(b []byte) string {
	line, rest, _ := bytes.Cut(b, []byte{'\n'})
	line = bytes.TrimRight(line, "\r")
	if len(bytes.TrimSpace(rest)) == 0 &&
		(isToolFailure(line) ||
			bytes.Contains(line, []byte("sh: ")) && bytes.HasSuffix(line, []byte("not found"))) {
		return string(line)
	}
	return ""
}

// failure is the reason of a skip for an error that ended the reading of a section.
func failure(err error) string {
	if errors.Is(err, ErrUnsupported) {
		return schemas.Unsupported
	}
	return schemas.CutRow
}
