package fetch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// wordings reads the tickets that say the same in other words and notations.
func wordings(t *testing.T, prefix string, least int) map[string]*Plan {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "ticket", prefix+"-*.txt"))
	if err != nil || len(files) < least {
		t.Fatalf("%d tickets %s-*, want %d or more (%v)", len(files), prefix, least, err)
	}
	plans := map[string]*Plan{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		plans[strings.TrimPrefix(name, prefix+"-")] = ParseTicket(name, text)
	}
	return plans
}

func (p *Plan) problemText(code string) string {
	for _, q := range p.Problems {
		if q.Code == code {
			return q.Text
		}
	}
	return ""
}

// Tables of P99 by version, newest first or not, in ten notations: writes got
// slower with the second candidate and never came back, reads stay, the other
// branch is another line, what is missing is named and nothing is put there.
func TestTicketLastGoodVersion(t *testing.T) {
	special := map[string]bool{"ops": true, "gap": true, "repeats": true}
	for name, p := range wordings(t, "r1", 10) {
		if special[name] {
			continue
		}
		t.Run(name, func(t *testing.T) {
			if len(p.Sweeps) != 1 || len(p.Sweeps[0].Trends) == 0 {
				t.Fatalf("no trend: %+v", p.Sweeps)
			}
			s := p.Sweeps[0]
			w := s.Trends[0]
			if !strings.HasSuffix(deref(w.LastGood), "1") || !strings.HasSuffix(deref(w.FirstBad), "2") || w.Outcome != "worse" || w.Direction != "higher" || deref(w.Better) != "lower" {
				t.Errorf("write: last good %q, first bad %q, %s, %s, %s is better", deref(w.LastGood), deref(w.FirstBad), w.Outcome, w.Direction, deref(w.Better))
			}
			if w.StepPct == nil || *w.StepPct != 23.8 || w.Pct == nil || *w.Pct < 50 || w.Monotone {
				t.Errorf("write: step %v, later %v, monotone %v; want +23.8 %%, about +52 %%, not monotone", w.StepPct, w.Pct, w.Monotone)
			}
			if !slices.IsSortedFunc(w.Builds, func(a, b string) int {
				x, _ := versionIn(a)
				y, _ := versionIn(b)
				return x.before(&y)
			}) {
				t.Errorf("builds are not in the order of their versions: %v", w.Builds)
			}
			if !strings.HasSuffix(w.Missing[0], "4") || slices.ContainsFunc(w.Missing, func(m string) bool { return slices.Contains(w.Builds, m) }) {
				t.Errorf("missing: %v", w.Missing)
			}
			for _, b := range s.Branches {
				if len(b.Builds) != 1 || slices.Contains(w.Builds, b.Builds[0]) {
					t.Errorf("the other branch is mixed in: %v and %v", b, w.Builds)
				}
			}
			if ask := p.problemText("base-unclear"); strings.Contains(ask, "5.1.") || strings.Contains(ask, "2022.1.") {
				t.Errorf("a pair over two branches is offered: %s", ask)
			}
			if len(s.Trends) > 1 {
				if r := s.Trends[1]; r.Outcome != "neutral" || r.LastGood != nil || r.Direction != "none" || !strings.Contains(r.Text, "stays between 2.6 and 3") && !strings.Contains(r.Text, "stays between 2600 and 3500") {
					t.Errorf("read: %+v", r)
				}
			}
		})
	}
}

// A peak that went away leaves no bad version behind.
func TestTicketPeakGoesAway(t *testing.T) {
	w := wordings(t, "versions", 2)["back"].Sweeps[0].Trends[0]
	if w.Outcome != "neutral" || w.LastGood != nil || !strings.Contains(w.Text, "goes between 4.1 and 7.4, with no step that lasts") {
		t.Errorf("%+v", w)
	}
}

// Writes and reads in one cell are no repeats.
func TestTicketTwoMeasuresInACell(t *testing.T) {
	p := wordings(t, "versions", 2)["two-measures"]
	if p.problemText("repeats-unclear") == "" || p.problemText("inside-spread") != "" {
		t.Errorf("%+v", p.Problems)
	}
	for _, s := range p.Sweeps[0].Series {
		if s.SpreadPct != nil || s.Points[0].Y != nil {
			t.Errorf("%s: %+v", s.Label, s.Points)
		}
	}
}

// More is better for a rate: the last good build is the one before it fell.
func TestTicketLastGoodRate(t *testing.T) {
	s := wordings(t, "r1", 10)["ops"].Sweeps[0]
	if w := s.Trends[0]; deref(w.LastGood) != "7.2.0-1750" || w.Outcome != "worse" || w.Direction != "lower" || len(w.Missing) != 0 {
		t.Errorf("write: %+v", w)
	}
	if r := s.Trends[1]; r.Outcome != "neutral" {
		t.Errorf("read: %+v", r)
	}
}

// Where versions are missing right at the step, any of them may have brought it.
func TestTicketStepInAGap(t *testing.T) {
	w := wordings(t, "r1", 10)["gap"].Sweeps[0].Trends[0]
	if deref(w.LastGood) != "3.1.0-rc3" || deref(w.FirstBad) != "3.1.0-rc6" || !strings.Contains(w.Text, "any of 3.1.0-rc4, 3.1.0-rc5, 3.1.0-rc6") {
		t.Errorf("%+v", w)
	}
	if k := slices.Index(w.Builds, "3.1.0-rc7"); k < 0 || w.Values[k] != nil {
		t.Errorf("rc7 has no value, and none is to be made up: %v", w.Values)
	}
}

// Repeats that overlap hide a step that their means would show.
func TestTicketTrendInsideRepeats(t *testing.T) {
	w := wordings(t, "r1", 10)["repeats"].Sweeps[0].Trends
	if len(w) != 1 || w[0].Outcome != "neutral" || w[0].LastGood != nil {
		t.Errorf("%+v", w)
	}
}

// A change has two answers when prose names another base than the table, and
// neither is more than repeats of one build differ by.
func TestTicketTwoBases(t *testing.T) {
	for name, p := range wordings(t, "d2", 10) {
		t.Run(name, func(t *testing.T) {
			baseline, own, spread := "-6.0 %", "-2.5 %", "2.9 %"
			switch name {
			case "pass-fail": // rounded to 0.1k
				own = "-2.6 %"
			case "latency":
				baseline, own, spread = "+6.3 %", "+2.6 %", "3.0 %"
			}
			two, inside := p.problemText("two-bases"), p.problemText("inside-spread")
			if !strings.Contains(two, baseline) || !strings.Contains(two, own) {
				t.Errorf("two answers are wanted, %s and %s: %q", baseline, own, two)
			}
			if !strings.Contains(inside, own) || !strings.Contains(inside, spread) || !strings.Contains(inside, "not to be told from noise") {
				t.Errorf("%s lies inside repeats that differ by %s: %q", own, spread, inside)
			}
			if p.Pairing == nil || p.Pairing.Base == p.Builds[0].Label != (name != "bad-first") {
				t.Errorf("the last good build is the base: %+v of %v", p.Pairing, p.Builds)
			}
			if len(p.Claims) != 1 || p.Claims[0].Agrees == nil || !*p.Claims[0].Agrees {
				t.Errorf("claims: %+v", p.Claims)
			}
		})
	}
}

// A bisect whose largest gap is the size of the spread of its repeats.
func TestTicketBisectOfSingleRuns(t *testing.T) {
	for name, p := range wordings(t, "r3", 10) {
		t.Run(name, func(t *testing.T) {
			if len(p.Sweeps) != 1 {
				t.Fatalf("%d tables", len(p.Sweeps))
			}
			var points [][]float64 // of each series
			holes := 0
			for _, s := range p.Sweeps[0].Series {
				var of []float64
				for _, x := range s.Points {
					if x.Y == nil {
						holes++
					} else {
						of = append(of, *x.Y)
					}
				}
				points = append(points, of)
			}
			switch name {
			case "mixed":
				if holes < 4 || p.problemText("number-style") == "" {
					t.Errorf("thousands grouped in two ways are not to be read: %v", points)
				}
				return
			case "plus-minus":
				if !slices.Equal(points[2], []float64{188000}) || p.problemText("spread-not-used") == "" {
					t.Errorf("%v, %v", points, p.Problems)
				}
				return
			}
			if name == "dots" { // may be thousands or decimals, which changes no per cent
				if p.problemText("number-style") == "" {
					t.Errorf("nothing says that the dots are unclear: %v", p.Problems)
				}
				for _, of := range points {
					for i := range of {
						of[i] *= 1000
					}
				}
			}
			if !slices.Equal(points[0], []float64{192811}) || !slices.Equal(points[1], []float64{192483}) || !slices.Equal(points[2][:2], []float64{191850, 187300}) || len(points[3]) != 0 || holes == 0 {
				t.Errorf("values are %v", points)
			}
			if got := p.problemText("inside-spread"); !strings.Contains(got, "differ by 2.4 %") || !strings.Contains(got, "single runs cannot decide") {
				t.Errorf("%q does not say that single runs cannot decide", got)
			}
		})
	}
}
