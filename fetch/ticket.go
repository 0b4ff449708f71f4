package fetch

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// ParseTicket reads the text of a ticket, as pasted or exported: plain text,
// Markdown, wiki markup, or HTML. name is what the text is called in messages.
// It never fails: what it cannot read or must refuse is among the Problems of
// the plan, and Exit says whether anything is left to compare. The grammar is
// described in ticket_doc.go. Time and memory grow with the length of text.
func ParseTicket(name string, text []byte) *Plan {
	sum := sha256.Sum256(text)
	p := &Plan{SchemaVersion: PlanVersion, Source: PlanSource{Name: name, SHA256: hex.EncodeToString(sum[:])}}
	t := &ticketReader{plan: p, builds: newBuildBook(), byID: map[string]*ticketRun{}, artifactAt: map[string]int{}, runTables: map[int]bool{}}
	physical, isText := decodeTicket(text)
	p.Source.Lines = len(physical)
	if isText {
		t.lines = readLines(physical)
		t.read()
	} else {
		p.Source.Lines = bytes.Count(text, []byte("\n")) + 1
		t.problem(LevelError, "not-text", nil, "%s is not text; a ticket is plain text, Markdown, wiki markup or HTML", name)
	}
	t.finish()
	p.fillLists()
	return p
}

// A ticketReader carries one reading: lines, then tables and headings, then
// the runs and artifacts below them, then what follows from all of it.
type ticketReader struct {
	plan  *Plan
	lines []ticketLine
	first int // the first line that is not blank

	found     *tableFinder
	runTables map[int]bool // tables whose rows are runs
	ctx       ticketContext
	rowRun    *ticketRun // the run of the table row being read

	builds     *buildBook
	runs       []*ticketRun
	byID       map[string]*ticketRun
	artifacts  []ticketArtifact
	artifactAt map[string]int
	prefixes   []ticketPrefix
	places     []snapshotPlace
	named      []namedBuild
	pairs      []statedPair
	curves     []curveTable
	strata     []ticketStratum
	measured   []*ticketStratum // those with numbers on both sides
	baseline   statedNumber
	refused    map[string]bool // builds that take part in a contradiction
}

func (t *ticketReader) read() {
	for t.first < len(t.lines) && t.lines[t.first].blank() {
		t.first++
	}
	t.found = findTables(t.lines)
	rows := t.findRunTables()
	for i := range t.lines {
		t.readLine(i, rows)
	}
	t.settleArtifacts()
	t.curves = t.sweeps(t.found)
	t.nameCurves()
	t.builds.scan(t.lines)
	t.settleBuilds()
	t.readSnapshots()
	t.findPairs()
	t.checkRuns()
	t.settleHeadlines()
	t.settleFactors()
	t.pair()
	t.sayFailed()
	t.makeStrata()
	t.readControls()
	t.fill()
	t.findBaseline()
	t.readClaims()
	t.checkCurves()
}

// readLine applies one line: a heading changes what the next lines are about,
// the addresses of other lines are runs and artifacts.
func (t *ticketReader) readLine(i int, rows map[int]tableRowOf) {
	l := &t.lines[i]
	defer func() { l.factors = t.ctx.inForce }()
	if row, ok := rows[i]; ok {
		t.readRunRow(row, l)
		return
	}
	if len(l.addrs) == 0 && (t.readStatus(l) || t.readKeyedNumber(l)) {
		return
	}
	if h, ok := t.headingAt(i); ok {
		t.enter(h)
		l.title = true
		return
	}
	if names := snapshotNames(l.text); names != nil {
		t.places = append(t.places, snapshotPlace{names, l.no, t.ctx.test(), t.ctx.build.build})
	}
	t.readRuns(l)
	t.readArtifacts(l)
}

// enter applies a heading; "Build: x" below "Job: address" belongs to that
// job.
func (t *ticketReader) enter(h ticketHeading) {
	if h.class == buildHeading {
		if h.commit && t.ctx.build.build != "" {
			return // says more about the build above
		}
		if !h.side {
			t.builds.confirm(h.build, h.line)
			t.builds.hint(h.build, h.text)
		}
		if r := t.ctx.lastRun; r != nil && h.keyed && t.ctx.build.build == "" {
			if !h.commit || !r.hasBuild() {
				r.mentions = append(r.mentions, runMention{line: h.line, build: h.build, own: true})
			}
			t.ctx.build, t.ctx.builtRun = h, r
			return
		}
		t.ctx.builtRun = nil
	}
	t.ctx.enter(h)
	t.ctx.inForce = t.ctx.allFactors()
}

func (t *ticketReader) problem(level, code string, lines []int, format string, args ...any) {
	lines = slices.Clone(lines)
	slices.Sort(lines)
	t.plan.Problems = append(t.plan.Problems, PlanProblem{level, code, fmt.Sprintf(format, args...), slices.Compact(lines)})
}
