package fetch

// fill moves what was gathered into the plan.
func (t *ticketReader) fill() {
	p := t.plan
	for _, f := range t.builds.ordered() {
		p.Builds = append(p.Builds, PlanBuild{f.label, f.lines})
	}
	for _, r := range t.runs {
		p.Runs = append(p.Runs, r.plan)
	}
	for _, a := range t.artifacts {
		a.plan.Run = a.run.plan.ID
		p.Artifacts = append(p.Artifacts, a.plan)
	}
	for i := range t.strata {
		p.Strata = append(p.Strata, t.strata[i].plan())
	}
	for i := range t.curves {
		p.Sweeps = append(p.Sweeps, t.curves[i].sweep())
	}
	t.checkNodes()
}
