package parse

import "inquest/schemas"

// cpuField is a state of a processor as the sysstat tools print it.
type cpuField uint8

const (
	cpuUser cpuField = iota
	cpuNice
	cpuSystem
	cpuIOWait
	cpuIRQ
	cpuSoft
	cpuSteal
	cpuGuest
	cpuGuestNice
	cpuIdle
	cpuFieldCount
)

// cpuColumns names the states. The order of columns differs between the tools, so
// only the names tell them apart. Source: sar(1), mpstat(1), iostat(1).
var cpuColumns = map[string]cpuField{
	"%user": cpuUser, "%usr": cpuUser, "%nice": cpuNice, "%system": cpuSystem, "%sys": cpuSystem,
	"%iowait": cpuIOWait, "%irq": cpuIRQ, "%soft": cpuSoft, "%steal": cpuSteal,
	"%guest": cpuGuest, "%gnice": cpuGuestNice, "%idle": cpuIdle,
}

// cpuCells are the shares of one processor as printed, ratios. NaN: printed but
// not readable.
type cpuCells struct {
	share   [cpuFieldCount]float64
	printed [cpuFieldCount]bool
}

func (c *cpuCells) set(f cpuField, v float64) { c.share[f], c.printed[f] = v, true }

func (c *cpuCells) get(f cpuField) float64 {
	if c.printed[f] {
		return c.share[f]
	}
	return schemas.Null
}

// sum adds up what was printed; ok is false when a cell is not readable or when the
// row does not tell how much was idle.
func (c *cpuCells) sum() (total float64, ok bool) {
	for f, printed := range c.printed {
		if printed {
			total += c.share[f]
		}
	}
	return total, c.printed[cpuIdle] && !schemas.IsNull(total)
}

// fill makes r the sample in the columns of table cpu. Where guest time is printed it
// is printed apart from user and nice, which contain it in the table.
func (c *cpuCells) fill(r *schemas.CPU, ts int64, cpu string, stepS float64, src *schemas.Source) {
	*r = schemas.CPU{TS: ts, CPU: cpu, StepS: stepS, Source: src, Guest: schemas.Null,
		User: c.get(cpuUser), Nice: c.get(cpuNice), System: c.get(cpuSystem), IOWait: c.get(cpuIOWait),
		IRQ: c.get(cpuIRQ), SoftIRQ: c.get(cpuSoft), Steal: c.get(cpuSteal), Idle: c.get(cpuIdle)}
	if c.printed[cpuGuest] {
		r.User += c.share[cpuGuest]
		r.Guest = c.share[cpuGuest]
	}
	if c.printed[cpuGuestNice] {
		r.Nice += c.share[cpuGuestNice]
		r.Guest += c.share[cpuGuestNice]
	}
	r.SetBusy()
}
