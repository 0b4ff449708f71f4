package diff

import (
	"fmt"
	"strings"
)

// admit leaves out runs that failed, unless they are asked for: how fast a run went that
// did not end well says nothing of its build.
func (c *comparer) admit() {
	c.builds = [2]string{side(c.in.Base).Build, side(c.in.Head).Build}
	if c.in.Failed {
		return
	}
	in := *c.in
	var out []string
	keep := func(runs []*Run) (kept []*Run) {
		for _, r := range runs {
			if r.Failed == "" {
				kept = append(kept, r)
				continue
			}
			text := fmt.Sprintf("run %s failed (%s) and is left out; --include-failed compares it all the same", r.name(), r.Failed)
			c.res.Warnings = append(c.res.Warnings, Warning{Kind: "run_failed", Artifact: r.ID, Text: text})
			out = append(out, fmt.Sprintf("run %s failed (%s)", r.name(), r.Failed))
		}
		return kept
	}
	in.Base, in.Head = keep(in.Base), keep(in.Head)
	c.in = &in
	if c.failed = strings.Join(out, ", "); c.failed != "" {
		c.failed += "; --include-failed compares it all the same"
	}
}
