package fetch

import "slices"

// adopt folds a short label (3456, 712-3456) into the only full one it stands for and
// returns what was renamed.
func (b *buildBook) adopt() map[string]string {
	full := map[string]string{} // by build number, "" when two have it
	for label, f := range b.byLabel {
		if _, number := versionOf(label); number != "" {
			if _, twice := full[number]; twice {
				label = ""
			}
			full[number] = label
			full[undotted(f.label)] = f.label
		}
	}
	renamed := map[string]string{}
	for label, f := range b.byLabel {
		into := b.byLabel[full[label]]
		if into == nil || into == f {
			continue
		}
		renamed[label] = into.label
		for _, line := range f.lines {
			into.at(line, 1<<20)
		}
		slices.Sort(into.lines)
		into.lines = slices.Compact(into.lines)
	}
	for label := range renamed {
		delete(b.byLabel, label)
	}
	return renamed
}

// short maps 712-3456 to 7.1.2-3456 for every label known.
func (b *buildBook) short() map[string]string {
	m := map[string]string{}
	for label := range b.byLabel {
		m[undotted(label)] = label
	}
	return m
}

// settleBuilds replaces short labels by the full ones, in the runs too.
func (t *ticketReader) settleBuilds() {
	renamed := t.builds.adopt()
	if len(renamed) == 0 {
		return
	}
	for _, r := range t.runs {
		for i := range r.mentions {
			if full, ok := renamed[r.mentions[i].build]; ok {
				r.mentions[i].build = full
			}
		}
	}
}
