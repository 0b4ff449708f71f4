package report

import (
	"reflect"

	"inquest/report/diff"
)

// Redact is a copy of r for sharing: nodes are called n1, n2 .. in the order of their
// names, and addresses and host names in texts host1, host2 .. in the order in which they
// are met, the same name everywhere for the same node or host. Builds, runs, metrics,
// names of settings and members stay, and so do loopback and wildcard addresses, which
// name nobody. A host that no URL, no address and no list of nodes gives away as one
// cannot be recognised: read the result before it leaves the house.
func Redact(r *diff.Result) *diff.Result {
	c := normal(r)
	hide := copier{newHider(c).hide, contractFields}
	out := hide.copy(reflect.ValueOf(*c)).Interface().(diff.Result)
	return &out
}

// contractFields hold words of the contract (enumerations, metrics, units), not labels: a
// node called "server" must not change a scope of that name. Every other string is
// searched for names, so that a field added to the result is safe from the first day.
var contractFields = map[string]map[string]bool{
	"Finding":     set("Kind", "Metric", "Unit", "Family", "Direction", "Outcome", "Aspects", "Grade", "Severity"),
	"SettingRow":  set("Name", "Scope"),
	"Where":       set("Scope", "Phase"),
	"Chart":       set("Metric", "Unit"),
	"ChartLine":   set("Side", "Points"),
	"NotTested":   set("Metric"),
	"Chain":       set("Rule", "Grade"),
	"ChainMember": set("State"),
	"Warning":     set("Kind"),
	"Coverage":    set("Rows", "Skips", "Reasons"),
	"Result":      set("Tool"),
}
