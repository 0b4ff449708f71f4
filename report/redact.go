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
	v := newView(r)
	h := newHider(v)
	out := h.copy(reflect.ValueOf(*v.Result)).Interface().(diff.Result)
	return &out
}

// fixedFields hold words of the contract (enumerations, metrics, units), not labels:
// a node called "server" must not change a scope of that name.
var fixedFields = map[string]map[string]bool{
	"Finding":    set("Kind", "Metric", "Unit", "Family", "Direction", "Outcome", "Aspects", "Grade", "Severity"),
	"SettingRow": set("Name", "Scope"),
	"Where":      set("Scope", "Phase"),
	"Chart":      set("Metric", "Unit"),
	"ChartLine":  set("Side"),
	"NotTested":  set("Metric"),
	"Warning":    set("Kind"),
	"Coverage":   set("Rows", "Skips"),
	"Result":     set("Tool"),
}

func set(names ...string) map[string]bool {
	m := map[string]bool{}
	for _, n := range names {
		m[n] = true
	}
	return m
}

// copy copies v with everything in it, and hides names in every string on the way. A
// field that is added to the result is therefore hidden from the first day.
func (h *hider) copy(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.String:
		out.SetString(h.hide(v.String()))
	case reflect.Struct:
		fixed := fixedFields[v.Type().Name()]
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; fixed[name] {
				out.Field(i).Set(v.Field(i))
			} else {
				out.Field(i).Set(h.copy(v.Field(i)))
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			return out
		}
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(h.copy(v.Index(i)))
		}
	case reflect.Array:
		for i := range v.Len() {
			out.Index(i).Set(h.copy(v.Index(i)))
		}
	case reflect.Pointer:
		if v.IsNil() {
			return out
		}
		out.Set(reflect.New(v.Type().Elem()))
		out.Elem().Set(h.copy(v.Elem()))
	case reflect.Map:
		if v.IsNil() {
			return out
		}
		out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for _, k := range v.MapKeys() { // a key is the name of a factor
			out.SetMapIndex(k, h.copy(v.MapIndex(k)))
		}
	default:
		out.Set(v)
	}
	return out
}
