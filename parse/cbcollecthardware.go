package parse

import (
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"inquest/schemas"
)

var (
	numaCPUs = regexp.MustCompile(`^node (\d+) cpus:((?: \d+)*)\s*$`)
	numaSize = regexp.MustCompile(`^node (\d+) size: (\d+ \S+)`)
)

// readNUMA reads numactl --hardware: the processors and the memory of each node.
func readNUMA(l *Log, _ string) {
	cpus, nodes := 0, 0
	for l.Next() {
		line := string(l.Line())
		if m := numaCPUs.FindStringSubmatch(line); m != nil {
			nodes++
			cpus += len(strings.Fields(m[2]))
		} else if m := numaSize.FindStringSubmatch(line); m != nil {
			l.Setting("numa.node"+m[1]+".memory", m[2], schemas.ScopeHardware)
		}
	}
	if nodes > 0 {
		l.Setting("numa.nodes", strconv.Itoa(nodes), schemas.ScopeHardware)
		l.Setting("cpu.count", strconv.Itoa(cpus), schemas.ScopeHardware)
	}
}

// device is one entry of lshw.
type device struct {
	Class       string      `json:"class"`
	ID          string      `json:"id"`
	Product     string      `json:"product"`
	Description string      `json:"description"`
	LogicalName any         `json:"logicalname"` // a name or a list of names
	Size        json.Number `json:"size"`
	Units       string      `json:"units"`
	Children    []device    `json:"children"`
}

const maxHardware = 8 << 20 // bytes of lshw's output that are read

// readHardware reads lshw -json, or lshw's text where it cannot write JSON: the model
// of the processors, the memory and the disks.
func readHardware(l *Log, _ string) {
	b, _ := io.ReadAll(io.LimitReader(l.Reader(), maxHardware))
	h := &hardware{l: l}
	text := strings.TrimSpace(string(b))
	if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
		if err := h.json(text); err != nil {
			l.Skip(schemas.JSONTruncated, "lshw: "+err.Error())
		}
	} else {
		h.text(text)
	}
	if len(h.models) > 0 {
		slices.Sort(h.models)
		l.Setting("cpu.sockets", strconv.Itoa(len(h.models)), schemas.ScopeHardware)
		l.Setting("cpu.model", strings.Join(slices.Compact(h.models), ", "), schemas.ScopeHardware)
	}
}

// hardware collects what is known of a machine's devices.
type hardware struct {
	l      *Log
	models []string // of each processor
}

// json reads lshw -json: one device with others in it, or a list of such.
func (h *hardware) json(text string) error {
	if text[0] == '{' {
		text = "[" + text + "]"
	}
	var list []device
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return err
	}
	h.tree(list)
	return nil
}

func (h *hardware) tree(list []device) {
	for _, d := range list {
		h.add(d)
		h.tree(d.Children)
	}
}

// text reads lshw's text: headings "*-cpu:0" with lines "product: ..." below them.
func (h *hardware) text(s string) {
	var d device
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		key, value, _ := strings.Cut(line, ": ")
		switch {
		case strings.HasPrefix(line, "*-"):
			h.add(d)
			id := strings.Fields(line[2:])
			d = device{}
			if len(id) > 0 {
				d.ID = id[0]
				d.Class = classOf(id[0])
			}
		case key == "product":
			d.Product = value
		case key == "description":
			d.Description = value
		case key == "logical name" && d.LogicalName == nil:
			d.LogicalName = value
		case key == "size":
			d.Units = value
		}
	}
	h.add(d)
}

// classOf is the class of a device in lshw's text, which only prints its id.
func classOf(id string) string {
	name, _, _ := strings.Cut(id, ":")
	switch name {
	case "cpu":
		return "processor"
	case "disk", "namespace", "nvme":
		return "disk"
	}
	return name
}

// add records one device.
func (h *hardware) add(d device) {
	size := strings.TrimSpace(d.Size.String() + " " + d.Units)
	switch {
	case d.Class == "processor" && d.Product != "":
		h.models = append(h.models, d.Product)
	case d.Class == "memory" && strings.HasPrefix(d.ID, "memory") && strings.EqualFold(d.Description, "System memory") && size != "":
		h.l.Setting("memory.size", size, schemas.ScopeHardware)
	case d.Class == "disk":
		name, _ := d.LogicalName.(string)
		name = strings.TrimPrefix(name, "/dev/")
		if name != "" && d.Product != "" {
			h.l.Setting("disk."+name+".model", d.Product, schemas.ScopeHardware)
		}
		if name != "" && size != "" {
			h.l.Setting("disk."+name+".size", size, schemas.ScopeHardware)
		}
	}
}
