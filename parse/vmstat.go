package parse

import (
	"bytes"
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
			var groups []byte
			for _, line := range h.dataLines(4) {
				if vmstatNames(cutFields(line, nil), groups) != nil {
					return 90
				}
				groups = line
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

// vmstatNames gives the English names of the columns when the words are a header of them;
// groups is the line above. Those of other systems' vmstat lack some of these words.
func vmstatNames(f [][]byte, groups []byte) []string {
	if len(f) < 12 || len(f) > 24 {
		return nil
	}
	found := 0
	for _, b := range f {
		if i := slices.Index(vmstatWords, procpsView(b)); i >= 0 {
			found |= 1 << i
		}
	}
	if found != 1<<len(vmstatWords)-1 {
		return vmstatInOrder(f, groups)
	}
	names := make([]string, 0, len(f))
	for _, b := range f {
		names = append(names, procpsWord(b))
	}
	return names
}

// vmstatOrder is the order of the columns, which is the same in all languages; st is not
// printed by old versions, gu not by all. With -a inact and active stand for buff and cache.
var vmstatOrder = []string{"r", "b", "swpd", "free", "buff", "cache", "si", "so", "bi", "bo", "in", "cs", "us", "sy", "id", "wa", "st", "gu"}

// vmstatInOrder gives the columns of a header in a language that is not known; nil when
// it is none. The header stands under one of dashes, and the row below it is of numbers.
func vmstatInOrder(f [][]byte, groups []byte) []string {
	if bytes.Count(groups, []byte("--")) < 5 || hasDigit(groups) {
		return nil
	}
	n := len(f)
	_, _, isZone := zoneWord(f[n-1])
	if isZone {
		n--
	}
	if n < len(vmstatOrder)-2 || n > len(vmstatOrder) || slices.ContainsFunc(f, isDigits) {
		return nil
	}
	order := slices.Clone(vmstatOrder[:n])
	switch procpsView(f[4]) {
	case "inact":
		order[4], order[5] = "inact", "active"
	case "buff", "buffers":
	default:
		return nil
	}
	if isZone {
		order = append(order, string(f[n]))
	}
	return order
}

func isDigits(b []byte) bool {
	_, ok := digitsOf(b)
	return ok && len(b) > 0
}

var vmstatWords = []string{"r", "b", "si", "so", "bi", "bo", "us", "sy", "id"}
