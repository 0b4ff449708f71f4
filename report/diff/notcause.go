package diff

import (
	"fmt"
	"math"
	"slices"
)

// A disk was nearly idle when it was busy for less than idleDiskMean of the load on either
// side and for less than idleDiskMost of any one sample: what is averaged away is seen there.
const (
	idleDiskMean = 0.05
	idleDiskMost = 0.50
)

// notTheCause says of a loss what it did not come from, where that was measured: a disk
// that had next to nothing to do, a load that was offered as before. It stands beside the
// throughput; where that gave no finding, beside the latency.
func (ev *evidence) notTheCause() {
	said := false
	for _, goal := range []bool{true, false} {
		for _, f := range ev.c.res.Findings {
			if f.FoldedInto != "" || f.Grade == "X" || f.Outcome != "worse" || f.Kind != "level" && f.Kind != "onset" || goal != (f.Metric == throughput) || said && !goal {
				continue
			}
			for _, not := range []string{ev.idleDisk(f), ev.offeredAlike(f)} {
				if not != "" {
					f.Not, said = append(f.Not, not), true
				}
			}
		}
	}
}

// idleDisk says that the disk was nearly idle on both sides wherever a finding holds.
func (ev *evidence) idleDisk(f *Finding) string {
	highest, peak := math.NaN(), math.NaN()
	for _, at := range ev.placesOf(f) {
		cells := ev.c.cells(at.pair, at.leg, metricID{metric: "disk.util"})
		i := slices.IndexFunc(cells, func(x cell) bool { return x.node == at.node })
		if i < 0 {
			return ""
		}
		for _, m := range slices.Concat(cells[i].base, cells[i].head) {
			if math.IsNaN(m.mean) {
				return ""
			}
			highest = most(highest, m.mean)
			for _, v := range m.cut().Value {
				peak = most(peak, v)
			}
		}
	}
	if !(highest < idleDiskMean) || !(peak < idleDiskMost) {
		return ""
	}
	return fmt.Sprintf("not a saturated disk: disk utilisation is %s at most over the load on either side, and %s in the busiest sample",
		quantityOf(highest, "ratio"), quantityOf(peak, "ratio"))
}

// offeredAlike says that the load generator offered one fixed rate on both sides wherever
// a lower throughput shows.
func (ev *evidence) offeredAlike(f *Finding) string {
	rate := ""
	for _, at := range ev.placesOf(f) {
		s := offeredRate(at)
		if s.state != Seen || rate != "" && s.note != rate {
			return ""
		}
		rate = s.note
	}
	if rate == "" || f.Metric != throughput {
		return ""
	}
	return fmt.Sprintf("not a lighter load: the load generator offers %s on both sides", rate)
}
