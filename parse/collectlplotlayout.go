package parse

import (
	"bytes"
	"strings"

	"inquest/schemas"
)

type plotKind uint8

const (
	plotLeftOut plotKind = iota
	plotCPU
	plotGuest // part of user and nice
	plotDisk
	plotStat
)

// plotLayout says where the cells of a row go.
type plotLayout struct {
	cols    []plotColumn
	cpus    []plotProcessor
	disks   []plotDevice
	places  map[string]int // of the processors and devices
	perStep bool           // -on: not a second but in the interval, and hundredths of a second of a processor
	whole   bool           // the last row had no decimals
	used    [5]float64
	usedKey *schemas.StatKey // of the memory in use; nil when it cannot be worked out
}

type plotColumn struct {
	kind  plotKind
	at    int // of cpus or disks
	cpu   cpuField
	field diskField
	key   *schemas.StatKey
	scale scale
	rate  bool
	used  int     // place in used; 0: none
	base  float64 // of the letters of wide numbers on a screen; 0: there are none
	bytes bool    // such a letter counts from bytes, not from scale
}

type plotProcessor struct {
	name  string
	cells cpuCells
	guest [2]float64
}

func (c *plotProcessor) clear() {
	c.cells = cpuCells{}
	c.guest = [2]float64{schemas.Null, schemas.Null}
}

func (c *plotProcessor) divide(by float64) {
	for i := range c.cells.share {
		c.cells.share[i] /= by
	}
	c.guest[0] /= by
	c.guest[1] /= by
}

type plotDevice struct {
	empty, row schemas.Disk
	wild       bool // a rate is a wrapped counter
}

// plotName is a name cut into its parts: [CPU:0]User% has group CPU, instance 0 and
// column User%.
type plotName struct{ group, instance, column string }

func cutPlotName(b []byte) plotName {
	s := strings.TrimSpace(string(b))
	inside, column, ok := strings.Cut(strings.TrimPrefix(s, "["), "]")
	if !ok || !strings.HasPrefix(s, "[") {
		return plotName{column: s}
	}
	group, instance, _ := strings.Cut(inside, ":")
	return plotName{group, instance, column}
}

func newPlotLayout(l *Log, words [][]byte, perStep bool) *plotLayout {
	t := &plotLayout{cols: make([]plotColumn, len(words)), places: map[string]int{}, perStep: perStep}
	names := make([]plotName, len(words))
	for i, w := range words {
		names[i] = cutPlotName(w)
		t.perStep = t.perStep || bytes.HasSuffix(w, []byte("/int"))
	}
	turnGuests(names)
	for i, n := range names {
		t.column(l, &t.cols[i], n)
	}
	seen := [5]bool{}
	for _, c := range t.cols {
		seen[c.used] = true
	}
	if seen[1] && seen[2] && seen[3] && seen[4] {
		t.usedKey = l.Key("memory.used", "", schemas.Gauge, "bytes")
	}
	return t
}

// turnGuests puts the names of three columns of a processor right: collectl's heads say
// Guest%, GuestN%, Intrpt, but its rows hold the interrupts first (printPlotHeaders and
// printPlot of formatit.ph in all versions that have these columns).
func turnGuests(n []plotName) {
	for i := 0; i+2 < len(n); i++ {
		if n[i].group == "CPU" && n[i].instance != "" && n[i].column == "Guest%" && n[i+1].column == "GuestN%" && n[i+2].column == "Intrpt" {
			n[i].column, n[i+1].column, n[i+2].column = "Intrpt", "Guest%", "GuestN%"
		}
	}
}

func (t *plotLayout) column(l *Log, c *plotColumn, n plotName) {
	c.scale = asPrinted
	bare := strings.TrimSuffix(strings.TrimSuffix(n.column, "/sec"), "/int")
	switch {
	case n.column == "" || (n.column == "Name" && n.instance != ""):
		return
	case n.group == "CPU":
		if f, ok := collectlShares[n.column]; ok {
			c.kind, c.cpu, c.scale, c.at = plotCPU, f, percent, t.processor(n.instance)
			if f == cpuGuest || f == cpuGuestNice {
				c.kind = plotGuest
			}
			return
		}
		if n.column == "Totl%" {
			return
		}
	case n.group == "DSK" && n.instance != "":
		if d, ok := collectlDisks[n.column]; ok {
			if d.field == nil {
				return
			}
			c.kind, c.field, c.scale, c.rate, c.at = plotDisk, d.field, d.scale, d.rate, t.device(n.instance)
			return
		}
	case n.group == "MEM":
		c.used = collectlMemoryUsed[n.column]
		if c.used < 0 { // Used counts buffers and cache
			c.used = 0
			return
		}
	}
	s, labels := collectlStat(n, bare)
	c.kind, c.key, c.scale = plotStat, l.Key(s.metric, labels, schemas.Gauge, s.unit), s.scale
	c.rate = s.unit == "per_second" || s.unit == "bytes_per_second"
}

// processor gives the place of a processor in cpus.
func (t *plotLayout) processor(name string) int {
	if name == "" {
		name = allCPU
	}
	i, ok := t.places["CPU:"+name]
	if !ok {
		i = len(t.cpus)
		t.places["CPU:"+name] = i
		t.cpus = append(t.cpus, plotProcessor{name: name})
	}
	return i
}

// device gives the place of a device in disks.
func (t *plotLayout) device(name string) int {
	i, ok := t.places["DSK:"+name]
	if !ok {
		i = len(t.disks)
		t.places["DSK:"+name] = i
		t.disks = append(t.disks, plotDevice{empty: schemas.NewDisk(0, name, nil)})
	}
	return i
}

const allCPU = "all"
