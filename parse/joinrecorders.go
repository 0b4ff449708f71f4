package parse

import (
	"regexp"

	"inquest/schemas"
)

// osWatcherTime is the end of a name of OSWatcher: local date and hour.
var osWatcherTime = regexp.MustCompile(`\d\d\.\d\d\.\d\d\.\d{4}\.dat(?:\.\w+)?$`)

// recorderOf names the recorder that a member is an hour of: its folder, and its name
// with a star for the time. Empty for members that are whole in themselves.
func recorderOf(f File) (folder, name string) {
	switch base := f.base(); collectorOf(base) {
	case containerOSWatcher:
		at := osWatcherTime.FindStringIndex(base)
		return f.dir(), base[:at[0]] + "*.dat"
	case containerExaWatcher:
		return f.dir(), "*" + base[len("2026_11_30_10_00_00"):]
	}
	return "", ""
}

// joinRecorders makes one source of the files that a recorder wrote one after another, an
// hour each, so that a load of some hours is covered by one series. Their rows are named
// by all of them, and no lines are told.
func (a *Artifact) joinRecorders() {
	type recorder struct{ folder, name string }
	groups := map[recorder][]*MemberReport{}
	for _, m := range a.Members {
		if folder, name := recorderOf(File{Name: m.Name}); name != "" {
			r := recorder{folder, name}
			groups[r] = append(groups[r], m)
		}
	}
	for r, members := range groups {
		if len(members) < 2 {
			continue
		}
		joined := map[schemas.Source]*schemas.Source{}
		join := func(p **schemas.Source) {
			s := **p
			s.Member = r.name
			if joined[s] == nil {
				joined[s] = &s
			}
			*p = joined[s]
		}
		for _, m := range members {
			for i := range m.rows.CPU {
				join(&m.rows.CPU[i].Source)
			}
			for i := range m.rows.Disk {
				join(&m.rows.Disk[i].Source)
			}
			for i := range m.rows.Stats {
				join(&m.rows.Stats[i].Source)
			}
			m.indexes = nil
		}
	}
}
