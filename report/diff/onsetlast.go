package diff

import (
	"fmt"
	"math"
	"slices"

	"inquest/report/stats"
)

// The last part of a load is told beside what follows an onset when all of its samples lie
// on one side of that mean, and their own mean apart from it by the minimum effect of
// throughput, of the level before the onset, and by a quarter of the level after it.
const (
	lastShare    = 0.10 // of the load window
	lastSamples  = 3    // fewer are no level
	lastOfBefore = 0.03
	lastOfAfter  = 0.25
)

// lastPart is the end of a load that has gone on falling, or rising, after an onset.
type lastPart struct {
	pct     float64 // against the level before the onset, per cent
	seconds float64
	known   bool
}

// lastOf looks at the last part of the head's load: one mean over all that follows an
// onset hides that it went on.
func lastOf(head stats.Series, from, to float64, o stats.Onset) lastPart {
	seconds := lastShare * (to - from)
	cut := head.Window(to-seconds, to)
	last := cut.Mean()
	if !(o.At <= to-seconds) || cut.Len() < lastSamples || !(o.BeforeHead > 0) || math.IsNaN(last) {
		return lastPart{}
	}
	apart := math.Abs(last - o.AfterHead)
	oneSide := !slices.ContainsFunc(cut.Value, func(v float64) bool { return (v-o.AfterHead)*(last-o.AfterHead) < 0 })
	return lastPart{pctOf(o.BeforeHead, last), seconds, oneSide && apart >= lastOfBefore*o.BeforeHead && apart >= lastOfAfter*o.AfterHead}
}

// text says the last part after the size of an onset.
func (l lastPart) text(also string) string {
	if !l.known {
		return ""
	}
	if also != "" {
		also = "; " + also
	}
	return fmt.Sprintf(", %s in the last %.0f s (of what it was before%s)", signedPct(l.pct), l.seconds, also)
}

// last is the mean of the last parts of the nodes that turn; known when all have one.
func (t *turnover) last() lastPart {
	var pct, seconds []float64
	for i := range t.turns {
		x := &t.turns[i]
		h := x.head()
		l := lastOf(onsetSamples(h), h.w.from, h.w.to, x.onset)
		if x.ofBase || !l.known {
			return lastPart{}
		}
		pct, seconds = append(pct, l.pct), append(seconds, l.seconds)
	}
	return lastPart{mean(pct), mean(seconds), true}
}
