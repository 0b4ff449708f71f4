package parse

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// name finds the node's name: the container's, else the manifest's, else the file's.
func (a *Artifact) name(e *evidence, opt ArtifactOptions) {
	a.Node = opt.Name
	if opt.Manifest != nil && opt.Manifest.Name != "" {
		a.Node = opt.Manifest.Name
	}
	if host := a.hostInside(e, a.Node); host != "" {
		a.Node = host
	}
	if opt.Name != "" && !sameHost(a.Node, opt.Name) && !strings.HasSuffix(opt.Name, a.Node) {
		a.Problems = append(a.Problems, Problem{Kind: "node_name", Text: fmt.Sprintf(
			"the file is named %s, what it holds says node %s; the latter is used", opt.Name, a.Node)})
	}
	if opt.Manifest != nil {
		a.Role = opt.Manifest.Role
		if a.Role == "" {
			a.Role = opt.Manifest.Cluster
		}
	}
}

// hostInside is the host that the container tells; empty when it tells none. An artifact
// is of one node: where it holds several hosts, the one of the expected name is taken,
// else the first by name, and the others are left out.
func (a *Artifact) hostInside(e *evidence, expected string) string {
	switch a.Container {
	case containerSOS, containerPTStalk:
		if host := e.host(); host != "" {
			return host
		}
	}
	var hosts []string
	for _, f := range e.files {
		if host := hostOf(a.Container, f); host != "" && !slices.Contains(hosts, host) && len(hosts) < maxHosts {
			hosts = append(hosts, host)
			if a.Container == containerCBCollect || a.Container == containerSOS {
				return host
			}
		}
	}
	if len(hosts) == 0 {
		return ""
	}
	slices.Sort(hosts)
	host := hosts[0]
	for _, h := range hosts {
		if sameHost(h, expected) {
			host = h
		}
	}
	if len(hosts) > 1 {
		a.host = host
		a.Problems = append(a.Problems, Problem{Kind: "several_hosts", Text: fmt.Sprintf(
			"it holds the recorders of %d hosts (%s); an artifact is of one node, so only those of %s are read", len(hosts), nameFew(hosts), host),
			Kept: "the members of " + host})
	}
	return host
}

// maxHosts bounds how many hosts of one artifact are told apart.
const maxHosts = 1000

// nameFew names the first of many.
func nameFew(names []string) string {
	if len(names) <= 4 {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:4], ", ") + " ..."
}

// isOfOtherHost tells whether a member belongs to a host that is left out.
func (a *Artifact) isOfOtherHost(f File) bool {
	host := hostOf(a.Container, f)
	return a.host != "" && host != "" && host != a.host
}

// sameHost compares names of hosts; one may have its domain and the other not.
func sameHost(a, b string) bool {
	if strings.EqualFold(a, b) {
		return true
	}
	shortA, domainA, _ := strings.Cut(a, ".")
	shortB, domainB, _ := strings.Cut(b, ".")
	return strings.EqualFold(shortA, shortB) && (domainA == "") != (domainB == "") && shortA != ""
}

// clock finds out how the artifact's clocks are to be read: by the zone that members tell,
// else the manifest's, else UTC.
func (a *Artifact) clock(e *evidence, opt ArtifactOptions) Options {
	ropt := Options{DayFirst: opt.DayFirst, SectionStart: e.start, Sadf: opt.Sadf}
	if a.Container == containerCBCollect {
		for _, f := range e.files {
			if _, stamp, ok := cbcollectFolder(f.Name); ok {
				ropt.Near = stamp.Add(time.Hour)
			}
		}
	}
	if first, known := e.dates.order(ropt.Near); known {
		ropt.DayFirst, ropt.OrderSure = first, true
	}
	said, problem := e.zone()
	if problem != "" {
		a.Problems = append(a.Problems, Problem{Kind: "time_zone", Text: problem})
	}
	ropt.Zone, ropt.ZoneKnown = said.zone, said.zone != nil
	if opt.Manifest == nil || opt.Manifest.TimeZone == "" {
		return ropt
	}
	zone, err := time.LoadLocation(opt.Manifest.TimeZone)
	switch {
	case err != nil && !ropt.ZoneKnown:
		a.Problems = append(a.Problems, Problem{Kind: "time_zone", Text: fmt.Sprintf(
			"the manifest's time zone %q is not known; clocks are read as UTC", opt.Manifest.TimeZone)})
	case err != nil:
	case !ropt.ZoneKnown, !said.at.IsZero() && sameOffset(zone, said.zone, said.at):
		ropt.Zone, ropt.ZoneKnown = zone, true // a name knows summer time, an offset does not
	}
	return ropt
}

// withReader calls f on the member's text; a member that cannot be opened is met again, and reported, when it is parsed.
func withReader(ctx context.Context, f File, use func(*bufio.Reader)) {
	rc, err := f.Open(ctx)
	if err != nil {
		return
	}
	defer rc.Close()
	use(bufio.NewReader(rc))
}
