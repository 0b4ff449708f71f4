package fetch

import "slices"

// A branchLine is the versions of one branch from old to new, as places in
// the series of a table.
type branchLine struct {
	branch   string
	at       []int
	versions []ticketVersion
}

// branches sorts the series of a table into lines by version, not by row; nil
// when a label is no version. Where no branch has two versions, the table
// goes over the releases of one product and they are one line.
func (c *curveTable) branches() []branchLine {
	var lines []branchLine
	place := map[string]int{}
	deep := false
	for i := range c.series {
		v, ok := versionIn(c.series[i].label)
		if !ok {
			return nil
		}
		k, known := place[v.branch]
		if !known {
			k = len(lines)
			place[v.branch] = k
			lines = append(lines, branchLine{branch: v.branch})
		}
		lines[k].at = append(lines[k].at, i)
		lines[k].versions = append(lines[k].versions, v)
		deep = deep || known
	}
	if !deep {
		lines = c.releases(lines)
	}
	for i := range lines {
		lines[i].sort()
	}
	return lines
}

// releases joins the lines of one product; other products stay apart.
func (c *curveTable) releases(lines []branchLine) []branchLine {
	var out []branchLine
	place := map[string]int{}
	for _, l := range lines {
		product := productOf(c.series[l.at[0]].label)
		k, known := place[product]
		if !known {
			k = len(out)
			place[product] = k
			out = append(out, branchLine{branch: l.branch})
		}
		out[k].at = append(out[k].at, l.at...)
		out[k].versions = append(out[k].versions, l.versions...)
	}
	for i := range out {
		if len(out[i].at) > 1 {
			out[i].branch = "" // several
		}
	}
	return out
}

// productOf is what stands before the numbers of a version.
func productOf(label string) string {
	if m := versionHead.FindStringSubmatch(label); m != nil {
		return productName(m[1])
	}
	return ""
}

func (l *branchLine) sort() {
	order := make([]int, len(l.at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return l.versions[a].before(&l.versions[b]) })
	at, versions := make([]int, len(order)), make([]ticketVersion, len(order))
	for i, k := range order {
		at[i], versions[i] = l.at[k], l.versions[k]
	}
	l.at, l.versions = at, versions
}
