package fetch

import "maps"

// A ticketRun gathers what the text says about one run.
type ticketRun struct {
	plan     PlanRun
	mentions []runMention
	headline []rawHeadline
	refused  bool
	hasCI    bool
}

// A runMention is one place where a run is given a build or a test.
type runMention struct {
	line     int
	build    string
	factors  map[string]string
	test     *ticketHeading
	own      bool // a line made for the run, not a remark in prose
	artifact bool // an artifact of the run
}

// run returns the run of that id, made if it is new.
func (t *ticketReader) run(id string, line int) *ticketRun {
	if r := t.byID[id]; r != nil {
		return r
	}
	r := &ticketRun{plan: PlanRun{ID: id, Line: line}}
	t.byID[id] = r
	t.runs = append(t.runs, r)
	return r
}

// readRuns reads the CI addresses of a line.
func (t *ticketReader) readRuns(l *ticketLine) {
	labels := labelsIn(l.masked)
	own := isRunLine(l, labels)
	blanked := blankLabels(l.masked, labels)
	borders := addressBorders(l, labels)
	for k, a := range l.addrs {
		ci, ok := ciRunOf(a.ref)
		if !ok || isArchive(a.ref) {
			continue
		}
		r := t.ciRun(ci, a.ref, l.no)
		m := runMention{line: l.no, own: own, test: t.ctx.test()}
		if own && t.ctx.builtRun != nil && t.ctx.builtRun != r {
			t.ctx.build, t.ctx.builtRun = ticketHeading{}, nil
		}
		m.build, m.factors = t.runLabel(l, labels, a.start, l.masked[borders[k]:a.start], ci)
		if own {
			if f := t.ctx.allFactors(); f != nil {
				maps.Copy(f, m.factors)
				m.factors = f
			}
			metric, unit := t.ctx.metric()
			found := headlines(blanked[a.end:borders[k+1]], l.no, metric, unit)
			if found == nil {
				found = headlines(blanked[borders[k]:a.start], l.no, metric, unit)
			}
			r.addHeadlines(found)
			r.addHeadlines(t.ctx.pending)
			t.ctx.pending, t.ctx.lastRun, l.run = nil, r, r
			r.markStatus(l.masked[borders[k]:a.start])
			r.markStatus(l.masked[a.end:borders[k+1]])
		}
		r.mentions = append(r.mentions, m)
		if m.build == t.ctx.build.build {
			t.builds.confirm(m.build, t.ctx.build.line) // the heading names it
		} else {
			t.builds.confirm(m.build, l.no)
		}
	}
}

func (t *ticketReader) ciRun(ci ciRun, ref string, line int) *ticketRun {
	r := t.run(ci.id(), line)
	if !r.hasCI {
		n := ci.number
		r.hasCI, r.plan.Job, r.plan.Number, r.plan.URL = true, given(ci.job), &n, given(ref)
		r.plan.Factors = matrixFactors(ref)
	}
	return r
}

// hasBuild reports whether any place gives the run a build.
func (r *ticketRun) hasBuild() bool {
	for _, m := range r.mentions {
		if m.build != "" {
			return true
		}
	}
	return false
}
