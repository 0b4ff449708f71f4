package parse

import (
	"path"
	"regexp"
	"strings"
)

// The ways an artifact is organised.
const (
	containerCBCollect  = "cbcollect"
	containerPTStalk    = "pt-stalk"
	containerSOS        = "sosreport"
	containerOSWatcher  = "oswatcher"
	containerExaWatcher = "exawatcher"
	containerPbench     = "pbench"
	containerPlain      = "plain"
)

var (
	// ptStalkName is how pt-stalk names its files: local time, a dash, the collector.
	ptStalkName = regexp.MustCompile(`^\d{4}_\d\d_\d\d_\d\d_\d\d_\d\d-[a-z]`)
	// osWatcherName is how OSWatcher does: host, collector, local date and hour.
	osWatcherName = regexp.MustCompile(`^(.+)_[a-z]+_\d\d\.\d\d\.\d\d\.\d{4}\.dat(?:\.\w+)?$`)
	// exaWatcherName is how ExaWatcher does: local time, collector, host.
	exaWatcherName = regexp.MustCompile(`^\d{4}_\d\d_\d\d_\d\d_\d\d_\d\d_[A-Za-z0-9]+ExaWatcher_(.+?)\.dat(?:\.\w+)?$`)
	// pbenchName is where pbench puts what a tool printed; a host may have a label before it.
	pbenchName = regexp.MustCompile(`^(.*?)/?tools-[^/]+/(?:[^/:]+:)?([^/:]+)/([^/]+)/[^/]*-stdout\.txt(?:\.\w+)?$`)
	// sosFolder is the top folder of an sosreport: host, perhaps a case number, date, a random word.
	sosFolder = regexp.MustCompile(`^sos(?:report)?[-_](.+?)(?:-[A-Za-z]*\d{5,})?-\d{4}-\d\d-\d\d-[a-z]{7}$`)
)

// containerOf finds out how an artifact is organised from the names of its members.
// Where collectors are mixed it is what most of them are; what only one of them can have
// made counts at once.
func containerOf(files []File) string {
	most := map[string]int{}
	has := map[string]bool{}
	for _, f := range files {
		if _, _, ok := cbcollectFolder(f.Name); ok {
			return containerCBCollect
		}
		name := f.slashed()
		has[containerPbench] = has[containerPbench] || pbenchName.MatchString(name)
		has[containerSOS] = has[containerSOS] || strings.Contains("/"+name, "/sos_commands/")
		most[collectorOf(f.base())]++
	}
	for _, c := range []string{containerPbench, containerSOS} {
		if has[c] {
			return c
		}
	}
	for _, c := range []string{containerPTStalk, containerOSWatcher, containerExaWatcher} {
		if most[c]*2 > len(files) {
			return c
		}
	}
	return containerPlain
}

// collectorOf tells by the name of a file, without its folder, which collector names its
// files so; empty for none.
func collectorOf(base string) string {
	switch {
	case ptStalkName.MatchString(base) && !exaWatcherName.MatchString(base):
		return containerPTStalk
	case exaWatcherName.MatchString(base):
		return containerExaWatcher
	case osWatcherName.MatchString(base):
		return containerOSWatcher
	}
	return ""
}

// isCollectorFolder tells whether most files of a folder are those of one collector, so
// that the folder is no leg.
func isCollectorFolder(members []*MemberReport, dir string) bool {
	most, all := map[string]int{}, 0
	for _, m := range members {
		if m.dir != dir {
			continue
		}
		all++
		if c := collectorOf(File{Name: m.Name}.base()); c != "" {
			most[c]++
		}
	}
	for _, n := range most {
		if n*2 > all {
			return true
		}
	}
	return false
}

// hostOf is the host that the name of a file tells in a container of that kind; empty
// when it tells none.
func hostOf(container string, f File) string {
	find := func(re *regexp.Regexp, s string, group int) string {
		if m := re.FindStringSubmatch(s); m != nil {
			return m[group]
		}
		return ""
	}
	switch container {
	case containerCBCollect:
		node, _, _ := cbcollectFolder(f.Name)
		return node
	case containerOSWatcher:
		return find(osWatcherName, f.base(), 1)
	case containerExaWatcher:
		return find(exaWatcherName, f.base(), 1)
	case containerPbench:
		return find(pbenchName, f.slashed(), 2)
	case containerSOS:
		for part := range strings.SplitSeq(f.slashed(), "/") {
			for _, suffix := range []string{".xz", ".gz", ".bz2", ".tar"} {
				part = strings.TrimSuffix(part, suffix)
			}
			if host := find(sosFolder, part, 1); host != "" {
				return host
			}
		}
	}
	return ""
}

// legFolder is the folder of a file as far as legs are concerned: of pbench, which has a
// folder for each tool, that of the sample.
func legFolder(container string, f File) string {
	if container == containerPbench {
		if m := pbenchName.FindStringSubmatch(f.slashed()); m != nil {
			return m[1]
		}
	}
	return f.dir()
}

// sampleFolder is how pbench names the repeats of an iteration.
var sampleFolder = regexp.MustCompile(`^sample\d+$`)

// legName names the leg of a folder by its last part that says something.
func legName(dir string) string {
	base := path.Base(dir)
	if parent := path.Base(path.Dir(dir)); sampleFolder.MatchString(base) && parent != "." && parent != "/" {
		return parent + "/" + base
	}
	return base
}
