package generate

import "math"

// margin is how long recorders run before and after the load, seconds.
const margin = 3

// second is what the tools see of one second of a node.
type second struct {
	user, system, iowait, idle float64 // shares of the processors, together 1
	writes, flushes            float64 // a second
	kbWritten                  float64 // a second
	wait, flushWait            float64 // of a write and a flush, milliseconds
	queue                      float64
	util                       float64 // 0..1
	active                     bool    // within the load
}

const (
	serviceMS  = 0.5  // a write on an idle device
	flushMS    = 0.8  // a flush
	userShare  = 0.7  // of busy
	idleBusy   = 0.01 // busy outside the load
	idleWrites = 1.0  // writes a second outside the load
)

// at is the node's second i of the load; i is negative before the load, and past its
// length after it.
func (s *Spec) at(l *load, i int) second {
	busy, writes, active := idleBusy, idleWrites, i >= 0 && i < l.seconds()
	if active {
		busy, writes = l.busy[i], l.writes[i]
	}
	lv := &s.Levels
	out := second{user: busy * userShare, system: busy * (1 - userShare), writes: writes, wait: serviceMS, active: active}
	if full := lv.TPS * lv.WritesPerOp; full > 0 { // writes a second at levels.tps
		share := writes / full
		out.util = min(1, lv.UtilPct/100*share)
		out.iowait = min(1-busy, lv.IOWaitPct/100*share)
		out.flushes = lv.FlushesPerOp * lv.TPS * share
	}
	if !active {
		out.flushes = 0
	}
	out.idle = max(0, 1-busy-out.iowait)
	out.kbWritten = writes * lv.WriteKB
	out.wait = serviceMS / (1 - math.Min(out.util, 0.95))
	if out.flushes > 0 {
		out.flushWait = flushMS
	}
	out.queue = (writes*out.wait + out.flushes*out.flushWait) / 1000
	return out
}
