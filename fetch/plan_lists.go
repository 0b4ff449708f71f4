package fetch

import "strings"

// ArtifactsOf returns the artifacts of a run in the order of the ticket.
func (p *Plan) ArtifactsOf(run string) []PlanArtifact {
	var of []PlanArtifact
	for _, a := range p.Artifacts {
		if a.Run == run {
			of = append(of, a)
		}
	}
	return of
}

// Run returns the run with that ID, nil when the plan has none.
func (p *Plan) Run(id string) *PlanRun {
	for i := range p.Runs {
		if p.Runs[i].ID == id {
			return &p.Runs[i]
		}
	}
	return nil
}

// BuildLabel is the build of the run, empty when it is not known.
func (r PlanRun) BuildLabel() string { return deref(r.Build) }

// fillLists makes every list and map non-nil, so that JSON has [] and {}.
func (p *Plan) fillLists() {
	notNil(&p.Builds)
	notNil(&p.Runs)
	notNil(&p.Artifacts)
	notNil(&p.Strata)
	notNil(&p.Sweeps)
	notNil(&p.Snapshots)
	notNil(&p.Claims)
	notNil(&p.Problems)
	for i := range p.Builds {
		notNil(&p.Builds[i].Lines)
	}
	for i := range p.Runs {
		notNil(&p.Runs[i].Headline)
		notNilMap(&p.Runs[i].Factors)
	}
	for i := range p.Artifacts {
		notNil(&p.Artifacts[i].Lines)
	}
	for i := range p.Strata {
		notNil(&p.Strata[i].Base)
		notNil(&p.Strata[i].Head)
		notNilMap(&p.Strata[i].Factors)
	}
	for i := range p.Problems {
		notNil(&p.Problems[i].Lines)
	}
	for i := range p.Sweeps {
		s := &p.Sweeps[i]
		notNil(&s.Series)
		notNil(&s.Ratios)
		for j := range s.Series {
			notNil(&s.Series[j].Points)
		}
		for j := range s.Trends {
			notNil(&s.Trends[j].Missing)
		}
		for j := range s.Ratios {
			notNil(&s.Ratios[j].Values)
			notNil(&s.Ratios[j].Pct)
		}
	}
}

func notNil[T any](s *[]T) {
	if *s == nil {
		*s = []T{}
	}
}

func notNilMap(m *map[string]string) {
	if *m == nil {
		*m = map[string]string{}
	}
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// given returns nil for "", which is how the plan says "not known".
func given(s string) *string {
	if s == "" {
		return nil
	}
	s = validUTF8(s)
	return &s
}

// validUTF8 replaces what is not UTF-8 (an address may hold any byte as %xx), so
// that a plan reads back as it was written.
func validUTF8(s string) string { return strings.ToValidUTF8(s, "\ufffd") }
