package fetch

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// A ticketArtifact is an artifact before its run is settled.
type ticketArtifact struct {
	plan    PlanArtifact
	dir     string // the folder of the object, without jenkins-
	tagged  bool   // the folder is jenkins-<job>-<number>
	run     *ticketRun
	build   ticketHeading // above
	factors map[string]string
	test    *ticketHeading
	near    *ticketRun    // the run last named above, if its build is not another
	again   []runMention  // where it is listed under another build
	pending []rawHeadline // numbers above that no run has taken
}

var (
	archiveName = regexp.MustCompile(`(?i)\.(?:zip|tar|tgz|tar\.(?:gz|zst|xz|bz2))$`)
	plainFile   = regexp.MustCompile(`(?i)\.(?:png|jpe?g|gif|svg|pdf|html?|txt|log|json|xml|ya?ml|csv|tsv|md|prof|pcap|gz|zst|xz|out|err|sql|sh|py|js|cnf|conf|parquet)$`)
	ciTag       = regexp.MustCompile(`^jenkins-(.+-\d+)$`)
	dateFolder  = regexp.MustCompile(`^\d{4}[-_.]?\d{2}[-_.]?\d{2}(?:[-_T.]?\d{2}[-_:]?\d{2}(?:[-_:]?\d{2})?)?Z?$`)
)

// isArchive reports an address that ends like an artifact; sources and
// packages of a forge are none.
func isArchive(ref string) bool {
	p, _, _ := strings.Cut(ref, "?")
	p, _, _ = strings.Cut(p, "#")
	if strings.Contains(p, "github.com/") && (strings.Contains(p, "/archive/") || strings.Contains(p, "/releases/")) {
		return false
	}
	return archiveName.MatchString(p)
}

// readArtifacts reads the archives and folders among the addresses of a line.
func (t *ticketReader) readArtifacts(l *ticketLine) {
	for _, a := range l.addrs {
		ref, err := ParseRef(a.ref)
		switch {
		case isArchive(a.ref) && err != nil:
			t.problem(LevelWarning, "address-unreadable", []int{l.no}, "an archive's address cannot be read: %v", err)
		case isArchive(a.ref):
			t.artifact(l, a, ref)
		case err == nil && ref.Scheme == "s3" && ref.Bucket != "":
			t.folder(l, a, ref)
		}
	}
}

func (t *ticketReader) artifact(l *ticketLine, a ticketAddr, ref Ref) {
	key := ref.String()
	if ref.Bucket != "" {
		key = "s3://" + ref.Bucket + "/" + ref.Key + "?" + ref.VersionID
	}
	if i, known := t.artifactAt[key]; known {
		p := &t.artifacts[i].plan
		if b := t.ctx.build; b.build != "" && b.build != t.artifacts[i].build.build {
			t.artifacts[i].again = append(t.artifacts[i].again, runMention{line: l.no, build: b.build, artifact: true})
		}
		if n := len(p.Lines); p.Lines[n-1] != l.no {
			p.Lines = append(p.Lines, l.no)
		}
		if p.Region == nil {
			p.Region = given(ref.Region)
		}
		if p.Role == nil {
			p.Role = given(t.ctx.role)
		}
		return
	}
	art := ticketArtifact{plan: PlanArtifact{
		Node: nodeName(ref), Role: given(t.ctx.role), Ref: a.ref, Bucket: given(ref.Bucket),
		Key: given(ref.Key), Region: given(ref.Region), Line: l.no, Lines: []int{l.no},
	}, build: t.ctx.build, factors: t.ctx.inForce, test: t.ctx.test(), near: t.ctx.lastRun, pending: t.ctx.pending}
	art.dir, art.tagged = runFolder(validUTF8(ref.slashPath()))
	if ci, ok := ciRunOf(a.ref); ok {
		art.run = t.ciRun(ci, a.ref, l.no)
	} else if t.rowRun != nil && !art.tagged {
		art.run = t.rowRun
	}
	t.artifactAt[key] = len(t.artifacts)
	t.artifacts = append(t.artifacts, art)
}

// nodeName is the last segment without the ending of the archive.
func nodeName(ref Ref) string {
	base := validUTF8(path.Base(ref.slashPath()))
	return base[:len(base)-len(archiveName.FindString(base))]
}

// runFolder is the folder that names the run: jenkins-<id> wherever it is in
// the path, else the one that holds the object; a date is joined to the folder
// above it.
func runFolder(key string) (dir string, tagged bool) {
	segments := strings.Split(strings.Trim(key, "/"), "/")
	segments = segments[:len(segments)-1]
	for _, s := range slices.Backward(segments) {
		if m := ciTag.FindStringSubmatch(s); m != nil {
			return m[1], true
		}
	}
	n := len(segments)
	switch {
	case n == 0:
		return "", false
	case n > 1 && dateFolder.MatchString(segments[n-1]):
		return segments[n-2] + "-" + segments[n-1], false
	}
	return strings.TrimPrefix(segments[n-1], "jenkins-"), false
}

// folder reads the address of a prefix of S3: a run's zips, to be listed. An
// address that looks like a cut one is reported.
func (t *ticketReader) folder(l *ticketLine, a ticketAddr, ref Ref) {
	base := path.Base("/" + validUTF8(ref.Key))
	rest := l.text[a.end:]
	next, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if archiveName.MatchString(trimSentence(next)) && !strings.Contains(next, "/") {
		t.problem(LevelWarning, "address-broken", []int{l.no},
			"an address is broken by a blank before %q; the object cannot be fetched until it is joined", trimSentence(next))
		return
	}
	if plainFile.MatchString(base) {
		return
	}
	if strings.HasSuffix(ref.Key, "/") {
		dir, _ := runFolder(validUTF8(ref.Key) + "x")
		t.prefixes = append(t.prefixes, ticketPrefix{dir, a.ref, l.no, t.ctx.build, t.ctx.inForce})
		return
	}
	if m := ciTag.FindStringSubmatch(base); m != nil {
		t.prefixes = append(t.prefixes, ticketPrefix{m[1], a.ref + "/", l.no, t.ctx.build, t.ctx.inForce})
		return
	}
	t.problem(LevelWarning, "address-broken", []int{l.no},
		"the address ending in %q is neither an archive nor a folder; was it cut by a line end?", base)
}

// A ticketPrefix is the address of a folder of zips.
type ticketPrefix struct {
	dir, ref string
	line     int
	build    ticketHeading
	factors  map[string]string
}
