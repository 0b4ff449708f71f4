package fetch

// settleFactors makes the factors of the runs fit for strata.
func (t *ticketReader) settleFactors() {
	t.splitByHeading()
	t.dropVariant()
}

// splitByHeading keeps apart the runs of two headings that gave the same
// factors, as headings of free text do, when both hold runs of two builds: the
// text of the heading becomes the factor "test". Mixing them would average
// unlike tests.
func (t *ticketReader) splitByHeading() {
	type group struct{ factors, heading string }
	builds := map[group]map[string]bool{}
	headings := map[string]map[string]bool{}
	of := map[*ticketRun]group{}
	for _, r := range t.runs {
		h := r.heading()
		if h == nil || r.refused {
			continue
		}
		g := group{factorKey(r.plan.Factors), h.text}
		of[r] = g
		if builds[g] == nil {
			builds[g] = map[string]bool{}
		}
		builds[g][r.plan.BuildLabel()] = true
		if headings[g.factors] == nil {
			headings[g.factors] = map[string]bool{}
		}
		headings[g.factors][g.heading] = true
	}
	for r, g := range of {
		if len(headings[g.factors]) < 2 || len(builds[g]) < 2 {
			continue
		}
		if r.plan.Factors == nil {
			r.plan.Factors = map[string]string{}
		}
		r.plan.Factors["test"] = shorten(g.heading, 60)
	}
}

// heading is the factor heading over the first line made for the run.
func (r *ticketRun) heading() *ticketHeading {
	for _, m := range r.mentions {
		if m.own && m.test != nil {
			return m.test
		}
	}
	return nil
}

// dropVariant drops a factor of free text that says nothing: all runs have
// the same, or it goes with the build.
func (t *ticketReader) dropVariant() {
	builds, without := map[string]map[string]bool{}, false
	for _, r := range t.runs {
		v, ok := r.plan.Factors["variant"]
		if !ok {
			without = true
			continue
		}
		if builds[v] == nil {
			builds[v] = map[string]bool{}
		}
		builds[v][r.plan.BuildLabel()] = true
	}
	confounded := true
	for _, b := range builds {
		confounded = confounded && len(b) == 1
	}
	if len(builds) > 0 && (len(builds) == 1 && !without || confounded) {
		for _, r := range t.runs {
			delete(r.plan.Factors, "variant")
		}
	}
}
