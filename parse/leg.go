package parse

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"inquest/schemas"
)

// Leg is a part of a run with its own factors, usually one thread count. A run
// without parts has one leg, whose name is empty.
type Leg struct {
	Name         string            `json:"leg"`
	Factors      map[string]string `json:"factors,omitempty"`
	From         int64             `json:"from"` // load window, microseconds UTC; From = To = 0: not known
	To           int64             `json:"to"`
	WindowSource string            `json:"window_source"` // WindowManifest and its siblings
	EdgeS        float64           `json:"edge_s"`        // how far the ends may be off, seconds
	dir          string
}

// How a load window was found, in order of preference.
const (
	WindowManifest  = "manifest"
	WindowGenerator = "load generator"
	WindowWork      = "work counter"
	WindowRecorder  = "recorder"
	WindowNone      = "none"
)

// legs finds the parts of the run: the manifest's, else the folders with at least
// two recorder files, else one for all.
func (a *Artifact) legs(opt ArtifactOptions) {
	dirs := map[string]int{}
	for _, m := range a.Members {
		if m.dir != "" && len(m.rows.CPU)+len(m.rows.Disk)+len(m.rows.Stats) > 0 {
			dirs[m.dir]++
		}
	}
	switch {
	case opt.Manifest != nil && opt.Manifest.Legs != nil:
		for _, l := range opt.Manifest.Legs {
			leg := Leg{Name: l.Name, Factors: l.Factors, dir: dirNamed(dirs, l.Name)}
			if !l.From.IsZero() && !l.To.IsZero() && l.To.After(l.From) {
				leg.From, leg.To, leg.WindowSource = l.From.UnixMicro(), l.To.UnixMicro(), WindowManifest
			}
			a.Legs = append(a.Legs, leg)
		}
		if len(opt.Manifest.Legs) == 0 {
			return // the bench says that nothing was measured here
		}
	case a.Container == containerPlain, a.Container == containerPbench && len(dirs) > 1:
		for dir, n := range dirs {
			if n >= 2 && !isCollectorFolder(a.Members, dir) {
				a.Legs = append(a.Legs, Leg{Name: legName(dir), Factors: map[string]string{}, dir: dir})
			}
		}
		slices.SortFunc(a.Legs, func(x, y Leg) int { return cmp.Or(strings.Compare(x.Name, y.Name), strings.Compare(x.dir, y.dir)) })
	}
	if len(a.Legs) == 0 {
		a.Legs = []Leg{{Factors: map[string]string{}}}
		return
	}
	for _, m := range a.Members {
		for i := range a.Legs {
			if l := &a.Legs[i]; l.dir != "" && m.dir == l.dir {
				m.setLeg(l.Name)
			}
		}
	}
	for i := range a.Legs {
		a.Legs[i].factorsFrom(a.Members)
	}
}

// dirNamed finds the folder whose last part is the leg's name.
func dirNamed(dirs map[string]int, name string) string {
	best := ""
	for d := range dirs {
		if path.Base(d) == name && (best == "" || d < best) {
			best = d
		}
	}
	return best
}

// setLeg writes the leg into the sources that the member's rows share.
func (m *MemberReport) setLeg(name string) {
	for s := range m.sources() {
		s.Leg = name
	}
}

// generatorFactors are the settings of load generators that are factors of a leg.
var generatorFactors = map[string]string{"sysbench.threads": "threads", "ycsb.threads": "threads",
	"pgbench.threads": "threads", "pgbench.clients": "clients"}

// factorsFrom takes the leg's numbers of threads and clients from the load generator's own log when
// nothing else states them.
func (l *Leg) factorsFrom(members []*MemberReport) {
	stated := l.Factors
	l.Factors = map[string]string{}
	for _, m := range members {
		if m.dir != l.dir {
			continue
		}
		for _, s := range m.rows.Settings {
			if name := generatorFactors[s.Name]; name != "" && s.Scope == schemas.ScopeBench && l.Factors[name] == "" {
				l.Factors[name] = s.Value
			}
		}
	}
	for name, value := range stated {
		if value != "" || l.Factors[name] == "" {
			l.Factors[name] = value
		}
	}
}
