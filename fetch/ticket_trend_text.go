package fetch

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A trendText words a trend; it says no more than the numbers do.
type trendText struct {
	t      *PlanTrend
	f      *steps
	builds []string
	at     int // the first build after a lasting step, 0 without
	more   int // missing versions that are not named
}

func (w *trendText) text() string {
	t := w.t
	parts := []string{w.which() + w.verdict()}
	if w.at > 0 {
		parts = append(parts, w.course())
	}
	if gap := w.gap(); gap != "" {
		parts = append(parts, gap)
	}
	if len(t.Missing) > 0 {
		text := "not in the table: " + strings.Join(t.Missing, ", ")
		if w.more > 0 {
			text += fmt.Sprintf(" and %d more", w.more)
		}
		parts = append(parts, text)
	}
	if !w.f.repeated {
		parts = append(parts, "one value a version, so run noise is unknown")
	}
	return strings.Join(parts, "; ")
}

// which names the column, the branch, and which way is better.
func (w *trendText) which() string {
	var parts []string
	if w.t.X != "" {
		parts = append(parts, w.t.X)
	}
	if w.t.Branch != "" {
		parts = append(parts, "branch "+w.t.Branch)
	}
	if w.t.Better != nil {
		parts = append(parts, *w.t.Better+" is better")
	}
	if parts == nil {
		return ""
	}
	return strings.Join(parts, ", ") + ": "
}

func (w *trendText) verdict() string {
	t, v := w.t, w.f.values
	switch {
	case len(v) == 0:
		return ""
	case w.at == 0:
		if slices.Min(v) == slices.Max(v) {
			return "stays at " + shortFloat(v[0])
		}
		if slices.Max(v) > 1.5*slices.Min(v) {
			return fmt.Sprintf("goes between %s and %s, with no step that lasts", shortFloat(slices.Min(v)), shortFloat(slices.Max(v)))
		}
		return fmt.Sprintf("stays between %s and %s, no step that lasts", shortFloat(slices.Min(v)), shortFloat(slices.Max(v)))
	}
	last, next := w.builds[w.at-1], w.builds[w.at]
	text := fmt.Sprintf("%s from %s on: %s -> %s (%s)", t.Direction, next, shortFloat(v[w.at-1]), shortFloat(v[w.at]), percentText(deref64(t.StepPct)))
	if t.Outcome == "worse" {
		text = fmt.Sprintf("last good %s; %s", last, text)
	}
	if t.Better == nil {
		text += ", and whether that is worse the text does not say"
	}
	return text
}

// course is how the values go on after the step.
func (w *trendText) course() string {
	text := "on the mean " + percentText(deref64(w.t.Pct))
	if w.at == len(w.f.values)-1 {
		text = "it is the last one, so whether it stays there is not known"
	}
	if !w.t.Monotone {
		list := make([]string, len(w.f.values))
		for i, v := range w.f.values {
			list[i] = shortFloat(v)
		}
		text += "; not monotone: " + strings.Join(list, ", ")
	}
	return text
}

// gap warns when versions are missing right where the values moved.
func (w *trendText) gap() string {
	if w.at == 0 {
		return ""
	}
	a, _ := versionIn(w.builds[w.at-1])
	b, _ := versionIn(w.builds[w.at])
	between, _ := missingBetween([]ticketVersion{a, b})
	for k, name := range w.t.Builds {
		if w.t.Values[k] == nil && slices.Index(w.t.Builds, w.builds[w.at-1]) < k && k < slices.Index(w.t.Builds, w.builds[w.at]) {
			between = append(between, name)
		}
	}
	if between == nil {
		return ""
	}
	return "the step may have come with any of " + strings.Join(append(between, w.builds[w.at]), ", ")
}

// shortFloat writes a value, or a mean that has no end, to six digits.
func shortFloat(v float64) string {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	return trimFloat(v)
}

func deref64(v *float64) float64 {
	if v == nil {
		return 0
	}
	return *v
}
