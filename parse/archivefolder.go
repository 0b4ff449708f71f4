package parse

import (
	"regexp"
	"strings"
)

// archiveSuffix is how names of archives end.
var archiveSuffix = regexp.MustCompile(`(?i)\.(tar(\.\w+)?|tgz|tbz2?|txz|tzst|zip)$`)

// onlyArchive is the name of the archive within an artifact that has one; else empty.
func onlyArchive(files []File) string {
	only := ""
	for _, f := range files {
		if f.Walk == nil {
			continue
		}
		if only != "" {
			return ""
		}
		only = f.slashed()
	}
	return only
}

// unpacked is a file under the name that it would have if the archives it lies in had been
// unpacked: a single one where it is, several into a folder of their name. Legs are found
// by folders, and it must not matter how a node's logs were packed.
func (a *Artifact) unpacked(f File) File {
	name := f.slashed()
	if inside, ok := strings.CutPrefix(name, a.archive+"/"); ok && a.archive != "" {
		name = inside
		if dir := (File{Name: a.archive}).dir(); dir != "" {
			name = dir + "/" + inside
		}
	}
	parts := strings.Split(name, "/")
	for i := range parts[:len(parts)-1] {
		parts[i] = archiveSuffix.ReplaceAllString(parts[i], "")
	}
	f.Name = strings.Join(parts, "/")
	return f
}
