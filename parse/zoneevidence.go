package parse

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"
)

// zoneSaid is a zone and the member that tells it.
type zoneSaid struct {
	zone   *time.Location // nil: not known
	at     time.Time      // when it was in force; zero: not told
	member string
}

var (
	// timedatectlZone is the line of timedatectl(1) with the zone's name and offset.
	timedatectlZone = regexp.MustCompile(`(?m)^\s*Time ?zone:\s*(\S+)(?:\s+\(.*?([+-]\d{4})\))?`)
	zoneName        = regexp.MustCompile(`^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$`)
)

// zone finds the node's zone in what the members say. A name (timedatectl, /etc/timezone,
// /etc/localtime) knows summer time; the local clock beside UTC (date and date -u, an
// epoch beside a clock) is what the node really did, so it wins where they disagree, and
// problem says so.
func (e *evidence) zone() (said zoneSaid, problem string) {
	named, clock := e.namedZone(), e.clockZone()
	switch {
	case named.zone == nil:
		return clock, ""
	case clock.zone == nil || clock.at.IsZero() || sameOffset(named.zone, clock.zone, clock.at):
		return named, ""
	}
	return clock, fmt.Sprintf("%s says zone %s, but the clock in %s is %s from UTC; the latter is used",
		named.member, named.zone, clock.member, clock.at.In(clock.zone).Format("-07:00"))
}

func sameOffset(a, b *time.Location, at time.Time) bool {
	_, x := at.In(a).Zone()
	_, y := at.In(b).Zone()
	return x == y
}

func (e *evidence) namedZone() zoneSaid {
	if m := timedatectlZone.FindSubmatch(e.texts["timedatectl"]); m != nil {
		if zone := loadZone(string(m[1])); zone != nil {
			return zoneSaid{zone: zone, member: e.from["timedatectl"]}
		}
		if zone := offsetZone(m[2]); zone != nil {
			return zoneSaid{zone: zone, member: e.from["timedatectl"]}
		}
	}
	if zone := loadZone(strings.TrimSpace(string(e.texts["timezone"]))); zone != nil {
		return zoneSaid{zone: zone, member: e.from["timezone"]}
	}
	local := e.texts["localtime"]
	if bytes.HasPrefix(local, []byte("TZif")) {
		if zone, err := time.LoadLocationFromTZData("localtime", local); err == nil {
			return zoneSaid{zone: zone, member: e.from["localtime"]}
		}
	}
	// a link may have been packed as the path it leads to
	_, name, _ := strings.Cut(strings.TrimSpace(string(local)), "zoneinfo/")
	if zone := loadZone(name); zone != nil {
		return zoneSaid{zone: zone, member: e.from["localtime"]}
	}
	return zoneSaid{}
}

// loadZone finds a zone by its name; nil when it is none that is known.
func loadZone(name string) *time.Location {
	if name == "" || name == "Local" || len(name) > 64 || !zoneName.MatchString(name) {
		return nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	return zone
}

// clockZone finds the offset at the time of the collection.
func (e *evidence) clockZone() zoneSaid {
	if e.section.zone != nil {
		return e.section
	}
	if local := e.texts["date"]; local != nil {
		both := append(append(bytes.Clone(local), '\n'), e.texts["date -u"]...)
		if zone, ok := zoneOfDates(bytes.NewReader(both)); ok {
			said := zoneSaid{zone: zone, member: e.from["date"]}
			line, _, _ := bytes.Cut(local, []byte{'\n'})
			if at, _, ok := parseDateLine(line); ok {
				said.at = time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), 0, zone)
			}
			return said
		}
	}
	return e.epoch
}

// zoneOfEpoch reads the line of pt-stalk that has an instant and the local clock:
//
//	TS 1796035666.008887647 2026-11-30 10:47:46
func zoneOfEpoch(line []byte) (*time.Location, time.Time, bool) {
	f := cutFields(line, nil)
	var epoch, local timeLine
	if len(f) != 4 || text(f[0]) != "TS" || !epoch.readEpoch(f[1]) || !local.readDate(f[2:], false) || local.ambiguous {
		return nil, time.Time{}, false
	}
	wall := time.Date(local.y, time.Month(local.m), local.d, 0, 0, int(local.sec), 0, time.UTC).Unix()
	zone, ok := zoneOfOffset(float64(wall - epoch.whole))
	return zone, time.Unix(epoch.whole, 0), ok
}

// zoneOfOffset is the zone of a clock that is so many seconds before UTC. Offsets are
// multiples of a quarter of an hour; the two clocks may have been read a moment apart.
func zoneOfOffset(sec float64) (*time.Location, bool) {
	const quarter = 15 * 60
	offset := quarter * int(math.Round(sec/quarter))
	if offset < -12*60*60 || offset > 14*60*60 || math.Abs(sec-float64(offset)) > 2*60 {
		return nil, false
	}
	if offset == 0 {
		return time.UTC, true
	}
	return time.FixedZone("", offset), true
}
