package stats

import "math"

// OnsetOptions tune FindOnset; zero values stand for the defaults.
type OnsetOptions struct {
	MinChange  float64 // smallest relative change, default 0.30
	Separation float64 // smallest share of ordered pairs, default 0.95
	Bins       int     // bins of the head's time; default 50, or 25 under 300 samples
}

const (
	defaultChange     = 0.30
	defaultSeparation = 0.95
	manyBins          = 50
	fewBins           = 25
	manySamples       = 300 // from here on 50 bins
	samplesPerBin     = 2   // fewer bins rather than fewer samples in one
	minBins           = 12  // fewer cannot tell a change from chance
	minSegment        = 2   // bins on either side of the change
)

// bins is how many bins n samples fill.
func (o OnsetOptions) bins(n int) int {
	k := o.Bins
	if k <= 0 {
		k = manyBins
		if n < manySamples {
			k = fewBins
		}
	}
	return min(k, n/samplesPerBin)
}

// Onset is the moment from which a run went differently.
type Onset struct {
	Found bool
	At    float64 // seconds on the head series' clock
	Frac  float64 // share of the head's window gone by then

	// Time-weighted means on both sides of the onset; the base's over the same
	// shares of its own window.
	BeforeHead, AfterHead, BeforeBase, AfterBase float64

	Change     float64 // relative change after, net of the base: (AfterHead/BeforeHead)/(AfterBase/BeforeBase)-1
	Separation float64 // share of (bin before, bin after) pairs that are ordered as the means are
}

// FindOnset looks for the moment from which the head run is lower or higher for
// the rest of its window, while the base run does nothing of the kind.
//
// The axis is the head's own elapsed time, because in a test of fixed work the
// base has ended by the time a late collapse begins. It is cut into bins (50;
// 25 under 300 samples; never under two samples a bin, so 20 for a recording
// of 40 seconds; nothing is found under 24 samples). The split of the bins with
// the largest energy distance is the candidate; if it does not hold, the longer
// side is searched once more, so that a warm-up does not hide a collapse. A
// candidate holds when all of this is true:
//
//   - at least two bins lie on either side;
//   - before and after are separated: 95 of 100 pairs of bins are ordered alike;
//   - a step describes the bins better than a straight line: a drift is no onset;
//   - the head's own change, and what is left of it net of the base, are both
//     at least MinChange. The base is taken over the same share of its run and,
//     near either end, also over the same seconds, so that a ramp-up or
//     ramp-down common to both runs is none;
//   - the net change is beyond what the scatter of the bins explains, with their
//     lag-1 correlation and a tail of 0.001 for having chosen the split;
//   - nothing half as large, and as long as the shorter side, happens in the
//     longer side, so that an on/off series has no onset.
//
// The moment is then refined on the samples within one bin. The sample in which
// the change falls belongs to neither side; the moment inside it follows from
// its value; a change in stages begins with the first. A level of zero before,
// or a base of zero, has no relative change and no onset.
func FindOnset(base, head Series, baseFrom, baseTo, headFrom, headTo float64, opt OnsetOptions) Onset {
	if !(opt.MinChange > 0) {
		opt.MinChange = defaultChange
	}
	if !(opt.Separation > 0) {
		opt.Separation = defaultSeparation
	}
	b, h := newRun(base, baseFrom, baseTo), newRun(head, headFrom, headTo)
	k := opt.bins(len(h.samples))
	if k < minBins || len(b.samples) == 0 || !(b.length() > 0) || !(h.length() > 0) {
		return Onset{}
	}
	s := search{base: b, head: h, opt: opt, bins: h.bins(k), width: h.length() / float64(k)}
	s.baseBins = b.binMeans(k)

	lo, hi := 0, len(s.bins)
	for range 2 {
		cut := bestSplit(s.values(lo, hi))
		if cut < 0 {
			break
		}
		cut += lo
		if o := s.judge(lo, cut, hi); o.Found {
			return o
		}
		if cut-lo > hi-cut {
			hi = cut
		} else {
			lo = cut
		}
	}
	return Onset{}
}

// run is one side: the samples in a load window.
type run struct {
	from, to float64
	samples  []sample
}

func newRun(s Series, from, to float64) run {
	return run{from, to, s.Window(from, to).samples()}
}

func (r run) length() float64 { return r.to - r.from }

// mean is the time-weighted mean between two moments; a sample counts with the
// time it shares with them.
func (r run) mean(from, to float64) float64 {
	var sum, weight float64
	for _, p := range r.samples {
		if w := math.Min(to, p.end) - math.Max(from, p.start()); w > 0 {
			sum += w * p.value
			weight += w
		}
	}
	return sum / weight // 0/0 is NaN: nothing there
}

// bin is a span of elapsed time with its mean.
type bin struct {
	index int // which of the k; empty ones are left out
	mean  float64
}

func (r run) bins(k int) []bin {
	bs := batches(r.samples, r.from, r.to, k)
	out := make([]bin, len(bs))
	for i, b := range bs {
		out[i] = bin{b.index, meanOf(b.samples)}
	}
	return out
}

// binMeans are the means of all k bins, NaN for an empty one.
func (r run) binMeans(k int) []float64 {
	out := make([]float64, k)
	for i := range out {
		out[i] = math.NaN()
	}
	for _, b := range r.bins(k) {
		out[b.index] = b.mean
	}
	return out
}
