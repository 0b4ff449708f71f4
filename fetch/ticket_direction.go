package fetch

import (
	"regexp"
	"strings"
)

// A direction is what a word says of a number.
type direction int

const (
	noDirection direction = iota
	goesDown
	goesUp
	getsWorse  // down, or up for times and latencies
	getsBetter // the other way round
)

var directionStems = []struct {
	d     direction
	stems []string
}{
	{goesDown, strings.Fields("decreas declin reduc reduct fell fall falls falling fallen lower fewer lost lose loses losing loss losses dip dips dipped shrink shrank slump plummet sank sink tank smaller shorter below minus cut cuts lessen behind down drop drops dropped dropping dropp")},
	{goesUp, strings.Fields("increas rose rise rises risen rising grew grow grows growing higher gain jump climb surg spik above plus bigger larger longer exceed inflat up")},
	{getsWorse, strings.Fields("regress degrad slow slower slowdown slowdowns slowed slows worse worsen penalty hit hits deteriorat")},
	{getsBetter, strings.Fields("improv fast faster better speedup speedups sped quicker boost")},
}

var exactWords = wordSet(`behind fall falls falling fell fallen lost lose loses losing loss losses dip dips cut cuts down drop drops rose rise rises risen rising up above plus below minus hit hits grew grow grows growing slow fast less more`)

// directionOf classifies a word in lower case.
func directionOf(w string) direction {
	switch w {
	case "less":
		return goesDown
	case "more":
		return goesUp
	}
	for _, s := range directionStems {
		for _, stem := range s.stems {
			if w == stem || !exactWords[stem] && len(w) >= len(stem) && strings.HasPrefix(w, stem) {
				return s.d
			}
		}
	}
	return noDirection
}

// A spokenWord is a word of a sentence with its place.
type spokenWord struct {
	text       string
	start, end int
}

var wordOrStop = regexp.MustCompile(`[\pL][\pL'-]*|[,;:()]`)

func spokenWords(s string) []spokenWord {
	var out []spokenWord
	for _, m := range wordOrStop.FindAllStringIndex(s, -1) {
		out = append(out, spokenWord{strings.ToLower(s[m[0]:m[1]]), m[0], m[1]})
	}
	return out
}

// directionAround finds the word that gives a statement its sign: one of the
// three words behind it ("25 % lower"), else the nearest before it in the
// sentence ("decreased by 25 %", also over an "and"), else the first behind.
func directionAround(words []spokenWord, start, end int) direction {
	behind := 0
	for behind < len(words) && words[behind].start < end {
		behind++
	}
	steps := 0
	for i := behind; i < len(words) && steps < 4; i++ {
		w := words[i].text
		if len(w) == 1 && strings.Contains(",;:()", w) || w == "and" || w == "but" || w == "for" || w == "while" || w == "with" || w == "than" {
			break
		}
		if d := directionIn(words, i); d != noDirection {
			return d
		}
		steps++
	}
	for i := behind - 1; i >= 0; i-- {
		if words[i].start >= start {
			continue
		}
		if d := directionIn(words, i); d != noDirection {
			return d
		}
	}
	for i := behind; i < len(words); i++ {
		if d := directionIn(words, i); d != noDirection {
			return d
		}
	}
	return noDirection
}

// directionIn leaves out words that only look like a direction: "more than",
// "less than", "up to", "down to", "up until".
func directionIn(words []spokenWord, i int) direction {
	w, next := words[i].text, ""
	if i+1 < len(words) {
		next = words[i+1].text
	}
	switch {
	case (w == "more" || w == "less") && next == "than", w == "up" && (next == "to" || next == "until"), w == "slow" && next == "log", w == "hit" && next == "rate":
		return noDirection
	}
	return directionOf(w)
}

var (
	timeWords     = wordSet(`latency latencies time times duration runtime elapsed delay p50 p90 p95 p99 p999 seconds ms milliseconds percentile stall stalls`)
	resourceWords = wordSet(`cpu cpus memory ram rss disk disks iowait io i/o utilization utilisation network bandwidth cache fragmentation swap heap gc queue compaction`)
	rateWords     = wordSet(`throughput rate tps qps ops iops performance ops/s transactions operations queries score`)
)

// sign turns a direction into one of a change in per cent; worse is up for
// times. 0 when it says nothing.
func (d direction) sign(isTime bool) float64 {
	switch {
	case d == goesDown, d == getsWorse && !isTime, d == getsBetter && isTime:
		return -1
	case d == goesUp, d == getsBetter && !isTime, d == getsWorse && isTime:
		return 1
	}
	return 0
}
