package fetch

import (
	"strconv"
	"strings"
)

// settleArtifacts gives every artifact its run, once all runs are known: the
// run of its folder, or of the number in its folder, or the one named right
// above it, else a run of its own.
func (t *ticketReader) settleArtifacts() {
	byNumber, nearDir := t.runsByNumber(), map[*ticketRun]string{}
	for i := range t.artifacts {
		a := &t.artifacts[i]
		if a.run == nil {
			a.run = t.folderRun(a.dir, a.tagged, byNumber)
		}
		if dir, bound := nearDir[a.near]; a.run == nil && a.near != nil && !a.tagged && a.near.mayBe(a.build.build) && (!bound || dir == a.dir) {
			a.run, nearDir[a.near] = a.near, a.dir
		}
		if a.run == nil {
			a.run = t.run(t.newRunID(a), a.plan.Line)
			a.run.nameFrom(a.dir)
		}
		if !a.run.hasCI {
			a.run.addHeadlines(a.pending)
		}
		a.run.plan.Line = min(a.run.plan.Line, a.plan.Line)
		a.run.mentions = append(a.run.mentions, runMention{line: a.plan.Line, build: a.build.build, factors: a.factors, test: a.test, artifact: true})
		a.run.mentions = append(a.run.mentions, a.again...)
		t.builds.confirm(a.build.build, a.build.line)
	}
	for _, p := range t.prefixes {
		if p.dir == "" {
			continue
		}
		r := t.folderRun(p.dir, true, byNumber)
		if r == nil {
			r = t.run(p.dir, p.line)
			r.nameFrom(p.dir)
		}
		r.plan.Prefix = given(p.ref)
		r.mentions = append(r.mentions, runMention{line: p.line, build: p.build.build, factors: p.factors, artifact: true})
		t.builds.confirm(p.build.build, p.build.line)
	}
}

// runsByNumber are the runs that CI addresses gave, by their number.
func (t *ticketReader) runsByNumber() map[string][]*ticketRun {
	by := map[string][]*ticketRun{}
	for _, r := range t.runs {
		if r.plan.Number != nil {
			number := strconv.FormatInt(*r.plan.Number, 10)
			by[number] = append(by[number], r)
		}
	}
	return by
}

// folderRun finds the known run that a folder belongs to, nil when none does
// or two could. A folder with the tag of the CI system must name the job; its
// outer folders may be left out.
func (t *ticketReader) folderRun(dir string, tagged bool, byNumber map[string][]*ticketRun) *ticketRun {
	if r := t.byID[dir]; r != nil {
		return r
	}
	var found *ticketRun
	number := trailingNumber(dir)
	for _, r := range byNumber[number] {
		job := deref(r.plan.Job)
		named := strings.HasSuffix(job, strings.TrimSuffix(dir, "-"+number))
		if !named && (tagged || !isDigits(dir) && !strings.Contains(dir, lastPart(job))) {
			continue
		}
		if found != nil {
			return nil
		}
		found = r
	}
	return found
}

// mayBe reports that nothing said of the run contradicts the build.
func (r *ticketRun) mayBe(build string) bool {
	for _, m := range r.mentions {
		if m.build != "" && build != "" && m.build != build {
			return false
		}
	}
	return true
}

func lastPart(job string) string { return job[strings.LastIndexByte(job, '-')+1:] }

func trailingNumber(s string) string {
	i := len(s)
	for i > 0 && s[i-1] >= '0' && s[i-1] <= '9' {
		i--
	}
	return strings.TrimLeft(s[i:], "0")
}

// newRunID names a run that only its artifacts tell of. Zips that lie in no
// folder are one run for each build.
func (t *ticketReader) newRunID(a *ticketArtifact) string {
	switch {
	case a.dir != "":
		return a.dir
	case a.build.build != "":
		return "run-" + a.build.build
	}
	return "run"
}

// nameFrom takes job and number from <job>-<number>.
func (r *ticketRun) nameFrom(dir string) {
	i := strings.LastIndexByte(dir, '-')
	if i <= 0 || !isDigits(dir[i+1:]) {
		return
	}
	if n, err := strconv.ParseInt(dir[i+1:], 10, 64); err == nil {
		r.plan.Job, r.plan.Number = given(dir[:i]), &n
	}
}
