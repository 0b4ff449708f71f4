package fetch

import "slices"

// Secret reports whether the plan holds addresses with a signature, a password or a
// token. Whoever reads such a plan can read what they lead to.
func (p *Plan) Secret() bool {
	return slices.ContainsFunc(p.Artifacts, func(a PlanArtifact) bool {
		ref, err := ParseRef(a.Ref)
		return err != nil || ref.Secret()
	})
}

// WithoutSecrets returns the plan as it may be shown: such addresses are as
// [Ref.String] gives them. They lead nowhere any more.
func (p *Plan) WithoutSecrets() *Plan {
	if !p.Secret() {
		return p
	}
	shown := *p
	shown.Artifacts = slices.Clone(p.Artifacts)
	for i := range shown.Artifacts {
		a := &shown.Artifacts[i]
		switch ref, err := ParseRef(a.Ref); {
		case err != nil:
			a.Ref = ref.hush(a.Ref)
		case ref.Secret():
			a.Ref = ref.String()
		}
	}
	return &shown
}
