package parse

import (
	"bufio"
	"context"
	"io"
	"regexp"
	"strings"
	"time"
)

// evidence is what the members of an artifact say of the node before they are parsed:
// their names, and the few small ones that tell host and zone.
type evidence struct {
	files []File // all, those within archives too

	texts   map[string][]byte // small members by their kind: date, hostname ...
	from    map[string]string // the name of the member that a text is of
	section zoneSaid          // of a Couchbase collector
	epoch   zoneSaid          // of lines with an instant and a local clock
	start   func(title string, nth int) (time.Time, bool)
	dates   datesSeen
}

// evidenceSize is how much is read of a member that may tell host or zone.
const evidenceSize = 16 << 10

var (
	evidenceExt = regexp.MustCompile(`(?i)\.(txt|log|out|gz|bz2|xz|zst)$`)
	// epochNames are members that may have lines with an instant and a local clock.
	epochNames = regexp.MustCompile(`(^|[-_.])(proc_?stat|diskstats|procvmstat|meminfo|interrupts|df|netstat_?s?)$`)
)

// evidenceKinds tells by the last part of a member's name, without an extension, what it
// may tell: the clock in local time and in UTC, the zone's name, the host's name.
var evidenceKinds = map[string]string{
	"date": "date", "date_--utc": "date -u", "date_-u": "date -u", "date-u": "date -u", "date-utc": "date -u", "date_utc": "date -u",
	"timedatectl": "timedatectl", "timedatectl_status": "timedatectl", "timezone": "timezone", "localtime": "localtime",
	"hostname": "hostname",
}

// evidenceKind is what a member may tell; empty for nothing.
func evidenceKind(f File) string {
	base := f.base()
	if ptStalkName.MatchString(base) {
		base = base[len("2026_11_30_10_46_26-"):]
	}
	for evidenceExt.MatchString(base) {
		base = evidenceExt.ReplaceAllString(base, "")
	}
	if kind := evidenceKinds[base]; kind != "" {
		return kind
	}
	_, _, collected := cbcollectFolder(f.Name)
	switch {
	case collected && base == "cbcollect_info":
		return "cbcollect_info"
	case collected && base == "couchbase":
		return "couchbase"
	case epochNames.MatchString(base):
		return "epoch"
	}
	return ""
}

// survey looks through the members, and those of archives within the artifact. What
// cannot be read here is met again, and reported, when it is parsed.
func survey(ctx context.Context, files []File) *evidence {
	e := &evidence{texts: map[string][]byte{}, from: map[string]string{}}
	for _, f := range files {
		switch {
		case f.Walk != nil:
			_ = f.Walk(ctx, func(inner File, r io.Reader) error {
				e.files = append(e.files, inner)
				e.see(inner, bufio.NewReaderSize(r, maxBanner))
				return ctx.Err()
			})
		default:
			e.files = append(e.files, f)
			if Wanted(f.Name) {
				withReader(ctx, f, func(r *bufio.Reader) { e.see(f, r) })
			}
		}
	}
	return e
}

// lacks tells whether a member of that kind would still tell something.
func (e *evidence) lacks(kind string) bool {
	switch kind {
	case "cbcollect_info":
		return e.start == nil
	case "couchbase":
		return e.section.zone == nil
	case "epoch":
		return e.epoch.zone == nil
	}
	return e.texts[kind] == nil
}

// see takes what a member tells.
func (e *evidence) see(f File, r *bufio.Reader) {
	head, _ := r.Peek(maxBanner)
	e.dates.see(f, head)
	kind := evidenceKind(f)
	if kind == "" || !e.lacks(kind) {
		return
	}
	switch kind {
	case "cbcollect_info":
		if times, err := readSectionTimes(r); err == nil {
			e.start = times.Start
		}
	case "couchbase":
		if zone, ok := sectionZone(r); ok {
			e.section = zoneSaid{zone: zone, member: f.Name}
		}
	case "epoch":
		sc := bufio.NewScanner(io.LimitReader(r, evidenceSize))
		for sc.Scan() {
			if zone, at, ok := zoneOfEpoch(sc.Bytes()); ok {
				e.epoch = zoneSaid{zone: zone, at: at, member: f.Name}
				return
			}
		}
	default:
		b, err := io.ReadAll(io.LimitReader(r, evidenceSize))
		if err == nil && len(b) > 0 {
			e.texts[kind], e.from[kind] = b, f.Name
		}
	}
}

// host is the name of the node that a member holds; empty when there is none.
func (e *evidence) host() string {
	name, _, _ := strings.Cut(strings.TrimSpace(string(e.texts["hostname"])), "\n")
	name = strings.TrimSpace(name)
	if name == "" || len(name) > 255 || strings.ContainsAny(name, " \t/:") {
		return ""
	}
	return name
}
