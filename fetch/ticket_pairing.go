package fetch

// pair decides which build is the base, or says why it cannot.
func (t *ticketReader) pair() {
	builds := t.comparable()
	switch len(builds) {
	case 0:
		if len(t.runs) > 0 {
			t.problem(LevelAsk, "build-unknown", t.runLines(),
				"no build is named for %s; give --base-label and --head-label, or a line such as \"Build: 1.2.3\"", countOf(len(t.runs), "run"))
		}
	case 1:
		if !t.anyRefused() {
			t.askOne(builds[0])
		}
	case 2:
		if t.refused[builds[0].label] || t.refused[builds[1].label] {
			return // the error says it
		}
		base, head, because := t.order(builds[0], builds[1])
		t.plan.Pairing = &PlanPairing{Base: base.label, Head: head.label, Because: because}
	default:
		t.askMany(builds)
	}
}

// comparable are the builds that have runs, or all when none has.
func (t *ticketReader) comparable() []*buildFacts {
	var all, withRuns []*buildFacts
	for _, f := range t.builds.ordered() {
		all = append(all, f)
		if f.runs {
			withRuns = append(withRuns, f)
		}
	}
	if len(withRuns) > 0 {
		return withRuns
	}
	return all
}
