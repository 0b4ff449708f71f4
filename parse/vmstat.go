package parse

import (
	"slices"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name:   "vmstat",
		Doc:    "vmstat, plain, -a, -w and -t, of procps 3.2 to procps-ng 4, in any of its languages",
		Source: "vmstat(8) of procps-ng",
		Specimen: "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----\n" +
			" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC\n" +
			" 4  0      0 880000 100000 410000    0    0    12   500  900 1500 60 20 18  2  0 2026-05-02 10:00:05\n",
		Tables: []string{"cpu", "stats"},
		Match: func(h Head) int {
			for _, line := range h.dataLines(4) {
				if isVmstatHeader(cutFields(line, nil)) {
					return 90
				}
			}
			return 0
		},
		Parse: parseVmstat,
	})
}

// vmstatColumn says what a column becomes. A column without a metric belongs to table cpu.
type vmstatColumn struct {
	metric string
	unit   string
	factor float64
	rate   bool // of the time since the row before; of no use in the first row
	scaled bool // in the unit that -S sets
	cpu    func(*schemas.CPU) *float64
}

var vmstatColumns = map[string]vmstatColumn{
	"r":      {metric: "system.run_queue", unit: "count", factor: 1},
	"b":      {metric: "system.blocked", unit: "count", factor: 1},
	"swpd":   {metric: "swap.used", unit: "bytes", factor: 1024, scaled: true},
	"free":   {metric: "memory.free", unit: "bytes", factor: 1024, scaled: true},
	"buff":   {metric: "memory.buffers", unit: "bytes", factor: 1024, scaled: true},
	"cache":  {metric: "memory.cached", unit: "bytes", factor: 1024, scaled: true},
	"inact":  {metric: "memory.inactive", unit: "bytes", factor: 1024, scaled: true},
	"active": {metric: "memory.active", unit: "bytes", factor: 1024, scaled: true},
	"si":     {metric: "swap.in", unit: "bytes_per_second", factor: 1024, rate: true, scaled: true},
	"so":     {metric: "swap.out", unit: "bytes_per_second", factor: 1024, rate: true, scaled: true},
	"bi":     {metric: "io.read_bytes", unit: "bytes_per_second", factor: 1024, rate: true},
	"bo":     {metric: "io.written_bytes", unit: "bytes_per_second", factor: 1024, rate: true},
	"in":     {metric: "system.interrupts", unit: "per_second", factor: 1, rate: true},
	"cs":     {metric: "system.context_switches", unit: "per_second", factor: 1, rate: true},
	"us":     {cpu: func(r *schemas.CPU) *float64 { return &r.User }},
	"sy":     {cpu: func(r *schemas.CPU) *float64 { return &r.System }},
	"id":     {cpu: func(r *schemas.CPU) *float64 { return &r.Idle }},
	"wa":     {cpu: func(r *schemas.CPU) *float64 { return &r.IOWait }},
	"st":     {cpu: func(r *schemas.CPU) *float64 { return &r.Steal }},
	"gu":     {cpu: func(r *schemas.CPU) *float64 { return &r.Guest }},
}

// isVmstatHeader tells the line of column names. Those of other systems' vmstat lack
// some of these words.
func isVmstatHeader(f [][]byte) bool {
	if len(f) < 12 || len(f) > 24 {
		return false
	}
	found := 0
	for _, b := range f {
		if i := slices.Index(vmstatWords, procpsView(b)); i >= 0 {
			found |= 1 << i
		}
	}
	return found == 1<<len(vmstatWords)-1
}

var vmstatWords = []string{"r", "b", "si", "so", "bi", "bo", "us", "sy", "id"}
