package schemas

// Where a setting lives; the values of column scope.
const (
	ScopeServer   = "server"   // the database server's own variables and options
	ScopeOS       = "os"       // sysctl, kernel, mounts
	ScopeHardware = "hardware" // CPU count and model, memory, devices
	ScopeBench    = "bench"    // the load generator's options
)

// Setting is one named value that stays the same during a run.
type Setting struct {
	Name   string
	Value  string
	Scope  string // ScopeServer, ScopeOS, ScopeHardware or ScopeBench
	Source *Source
}

// SettingTable describes the rows of table settings (grain: node x name).
var SettingTable = Table[Setting]{
	Name: "settings", Doc: "server variables, kernel and hardware facts of a node",
	Columns: []Column[Setting]{
		str("name", "name of the setting", func(r *Setting) string { return r.Name }),
		str("value", "its value as printed", func(r *Setting) string { return r.Value }),
		str("scope", "server, os, hardware or bench", func(r *Setting) string { return r.Scope }),
		str("format", "the tool that wrote the member", func(r *Setting) string { return r.Source.Format }),
		str("member", "the member, with #title inside a section file", func(r *Setting) string { return r.Source.Member }),
		str("leg", "the part of the run the member belongs to", func(r *Setting) string { return r.Source.Leg }),
	},
}
