package diff

import (
	"slices"
	"strings"
)

// neutralLabel says of what is worse or better between runs of one build label that were
// made unlike each other that it is not the build's doing: another client is no other
// build. Where nothing but settings differs, these are what is compared, and one of them
// may be worse; where the server says another version of itself, it is the label that lies.
func (c *comparer) neutralLabel() {
	if c.same || !c.oneLabel() {
		return
	}
	var what []string
	for _, u := range c.res.Unlike {
		if w := strings.ReplaceAll(u.What, "_", " "); u.What != "duration" && !slices.Contains(what, w) {
			what = append(what, w)
		}
	}
	other := slices.ContainsFunc(c.res.Settings, func(s SettingRow) bool { return s.Name == "version" })
	if len(what) == 0 || other {
		return
	}
	if len(c.res.Settings) > 0 {
		what = append(what, "settings")
	}
	for _, f := range c.res.Findings {
		if f.Outcome == "worse" || f.Outcome == "better" {
			f.Outcome = "neutral"
			f.Text += "; one build on both sides: what differs is " + listed(what)
		}
	}
}
