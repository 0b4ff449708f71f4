package main

import (
	"maps"
	"path"
	"slices"
	"strings"

	"inquest/fetch"
)

// addMissing adds the artifacts that the manifest of a folder names and that do not lie
// in it, so that they are counted: opening them says that they are not there.
// An address that chooses among the artifacts of a folder (a zip, a glob, a list) is left
// as it is.
func (a *app) addMissing(r *runSpec, folder string) {
	first := r.Artifacts[0].Ref.String()
	if r.Manifest == nil || strings.TrimSuffix(first, path.Base(first)) != folder {
		return
	}
	there := map[string]bool{}
	for _, s := range r.Artifacts {
		there[path.Base(s.Ref.String())], there[s.Node] = true, true
	}
	for _, name := range slices.Sorted(maps.Keys(r.Manifest.Nodes)) {
		n := r.Manifest.Nodes[name]
		if n == nil || n.Zip == "" || there[n.Zip] || there[name] {
			continue
		}
		ref, err := fetch.ParseRef(folder + n.Zip)
		if err != nil || path.Base(n.Zip) != n.Zip {
			a.lose(r, "manifest", "its manifest names an artifact %q of node %s that is not a file beside it", n.Zip, name)
			continue
		}
		r.Artifacts = append(r.Artifacts, artifactSpec{Ref: ref, Node: name})
	}
}
