package parse

import "inquest/schemas"

// diskCounters are the counters of one device at one moment. has tells which of them
// the kernel prints.
type diskCounters struct {
	v   [diskCounterCount]float64
	has [diskCounterCount]bool
	n   int
}

const partitionCounters = 4

// read takes the counters after the name; false when there are too few or one is no
// number. Partitions before kernel 2.6.25 have four: reads, sectors read, writes,
// sectors written.
func (c *diskCounters) read(f [][]byte) bool {
	c.n = min(len(f), diskCounterCount)
	partition := [partitionCounters]int{readsDone, sectorsRead, writesDone, sectorsWritten}
	if c.n < weightedMillis+1 && c.n != partitionCounters {
		return false
	}
	for i, b := range f[:c.n] {
		at := i
		if c.n == partitionCounters {
			at = partition[i]
		}
		v, ok := parseNumber(b)
		if !ok || v < 0 {
			return false
		}
		c.v[at], c.has[at] = v, true
	}
	return true
}

// since fills the row with what happened since the counters last, step seconds ago. A
// null step leaves the rates null; sizes and times of a request need none. false when
// a counter fell: the device was made again, or a counter passed its end.
func (c *diskCounters) since(last *diskCounters, step float64, row *schemas.Disk) bool {
	var d [diskCounterCount]float64
	for i := range d {
		if !c.has[i] || !last.has[i] {
			d[i] = schemas.Null
			continue
		}
		d[i] = c.v[i] - last.v[i]
		if d[i] < 0 && i != inFlight {
			return false
		}
	}
	row.StepS = step
	row.ReadsPerSecond = d[readsDone] / step
	row.WritesPerSecond = d[writesDone] / step
	row.TransfersPerSecond = (d[readsDone] + d[writesDone]) / step
	row.DiscardsPerSecond = d[discardsDone] / step
	row.FlushesPerSecond = d[flushesDone] / step
	row.ReadBytesPerSecond = d[sectorsRead] * 512 / step
	row.WrittenBytesPerSecond = d[sectorsWritten] * 512 / step
	row.DiscardedBytesPerSecond = d[sectorsDiscarded] * 512 / step
	row.ReadsMergedPerSecond = d[readsMerged] / step
	row.WritesMergedPerSecond = d[writesMerged] / step

	// Of reads and writes together, as in transfers_per_second: discards are much
	// larger than either and take no part in what a request costs.
	row.RequestBytes = ratio((d[sectorsRead]+d[sectorsWritten])*512, d[readsDone]+d[writesDone])
	row.ReadRequestBytes = ratio(d[sectorsRead]*512, d[readsDone])
	row.WriteRequestBytes = ratio(d[sectorsWritten]*512, d[writesDone])
	row.AwaitSeconds = ratio((d[readMillis]+d[writeMillis])/1e3, d[readsDone]+d[writesDone])
	row.ReadAwaitSeconds = ratio(d[readMillis]/1e3, d[readsDone])
	row.WriteAwaitSeconds = ratio(d[writeMillis]/1e3, d[writesDone])
	row.DiscardAwaitSeconds = ratio(d[discardMillis]/1e3, d[discardsDone])
	row.FlushAwaitSeconds = ratio(d[flushMillis]/1e3, d[flushesDone])

	row.QueueLength = d[weightedMillis] / 1e3 / step
	row.IOTimeRatio = d[ioMillis] / 1e3 / step
	return true
}

// ratio is a / b, null when b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return schemas.Null
	}
	return a / b
}
