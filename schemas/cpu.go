package schemas

// CPU is one sample of one processor, or of all together. Shares are ratios of the
// time of all processors for "all", of one for the others; NaN where the tool has
// no such column.
type CPU struct {
	TS      int64  // end of the interval, microseconds UTC
	CPU     string // "all" or the number as text
	User    float64
	Nice    float64
	System  float64
	IOWait  float64
	IRQ     float64
	SoftIRQ float64
	Steal   float64
	Guest   float64
	Idle    float64
	Busy    float64 // 1 - idle - iowait
	StepS   float64 // length of the interval in seconds
	Source  *Source
}

// NewCPU returns a sample with every number unknown.
func NewCPU(ts int64, cpu string, src *Source) CPU {
	return CPU{TS: ts, CPU: cpu, User: Null, Nice: Null, System: Null, IOWait: Null, IRQ: Null,
		SoftIRQ: Null, Steal: Null, Guest: Null, Idle: Null, Busy: Null, StepS: Null, Source: src}
}

// SetBusy derives Busy from Idle and IOWait; it stays NaN when either is unknown.
func (c *CPU) SetBusy() { c.Busy = 1 - c.Idle - c.IOWait }

// CPUTable describes the rows of table cpu (grain: ts x cpu).
var CPUTable = Table[CPU]{
	Name: "cpu", Doc: "CPU time by state, one row per sample and processor",
	Columns: []Column[CPU]{
		tsColumn(func(r *CPU) int64 { return r.TS }),
		str("cpu", "processor: all, or its number as text", func(r *CPU) string { return r.CPU }),
		num("user", "ratio", "time in user code, guest time included", func(r *CPU) float64 { return r.User }),
		num("nice", "ratio", "time in user code at lowered priority", func(r *CPU) float64 { return r.Nice }),
		num("system", "ratio", "time in the kernel, as the tool prints it (sar, iostat and vmstat count irq and softirq in it)", func(r *CPU) float64 { return r.System }),
		num("iowait", "ratio", "idle time with a disk request outstanding", func(r *CPU) float64 { return r.IOWait }),
		num("irq", "ratio", "time serving hardware interrupts", func(r *CPU) float64 { return r.IRQ }),
		num("softirq", "ratio", "time serving software interrupts", func(r *CPU) float64 { return r.SoftIRQ }),
		num("steal", "ratio", "time the hypervisor gave to others", func(r *CPU) float64 { return r.Steal }),
		num("guest", "ratio", "of user and nice: time that ran a virtual CPU", func(r *CPU) float64 { return r.Guest }),
		num("idle", "ratio", "time with nothing to run", func(r *CPU) float64 { return r.Idle }),
		num("busy", "ratio", "1 - idle - iowait", func(r *CPU) float64 { return r.Busy }),
		num("step_s", "seconds", "length of the interval that ends at ts", func(r *CPU) float64 { return r.StepS }),
		str("ts_source", "how ts was found: zoned, assumed, relative", func(r *CPU) string { return r.Source.TSSource }),
		str("coverage", "history: covers at least half of the load; snapshot: does not", func(r *CPU) string { return r.Source.Coverage }),
		str("format", "the tool that wrote the member", func(r *CPU) string { return r.Source.Format }),
		str("member", "the member, with #title inside a section file", func(r *CPU) string { return r.Source.Member }),
		str("leg", "the part of the run the member belongs to", func(r *CPU) string { return r.Source.Leg }),
	},
}
