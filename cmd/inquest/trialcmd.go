package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"inquest/report/diff"
)

// trialOptions are the flags of selfcheck over generated runs.
type trialOptions struct {
	repetitions int // 0: not asked for
	words       string
	seed        uint64
}

// trials compares generated runs whose truth is known, and prints how often the answer was
// right and how often there was an alarm for nothing.
func (a *app) trials(ctx context.Context, o trialOptions) error {
	var all []trialRow
	if a.format == "text" {
		fmt.Fprintf(a.stdout, "%-44s %-26s %13s  %7s  %-14s %s\n", "generated runs", "finding", "comparisons", "share", "95 %", "asked")
	}
	err := trial(ctx, o.words, o.repetitions, o.seed, func(rows []trialRow) {
		all = append(all, rows...)
		for _, r := range rows {
			if a.format == "text" {
				fmt.Fprintln(a.stdout, r.text())
			}
		}
	})
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return usageError("--case %q: no case has that in its name; without --case all are tried", o.words)
	}
	missed, short := 0, 0
	for _, r := range all {
		switch r.Met {
		case "no":
			missed++
		case "by chance":
			short++
		}
	}
	exit := diff.Exit{Reason: "all that is asked is reached"}
	if missed+short > 0 {
		exit.Reason = fmt.Sprintf("%d of %d rows are not reached, %d of them by no more than chance", missed+short, asked(all), short)
	}
	if a.strict && missed > 0 {
		exit.Code = 4
	}
	if a.format == "json" {
		enc := json.NewEncoder(a.stdout)
		enc.SetIndent("", "  ")
		if err := enc.Encode(struct {
			SchemaVersion int        `json:"schema_version"`
			Tool          diff.Tool  `json:"tool"`
			Repetitions   int        `json:"repetitions"`
			Seed          uint64     `json:"seed"`
			Rows          []trialRow `json:"rows"`
			Exit          diff.Exit  `json:"exit"`
		}{diff.SchemaVersion, a.tool(), o.repetitions, o.seed, all, exit}); err != nil {
			return err
		}
	} else {
		fmt.Fprintln(a.stdout, exit.Reason)
	}
	if exit.Code != 0 {
		return incomplete("%s", exit.Reason)
	}
	return nil
}

// asked counts the rows of which anything is asked.
func asked(rows []trialRow) (n int) {
	for _, r := range rows {
		if r.Met != "" {
			n++
		}
	}
	return n
}

// text is a row of the table.
func (r *trialRow) text() string {
	want := ""
	switch {
	case r.AtLeast != nil:
		want = fmt.Sprintf("at least %.0f %%", *r.AtLeast)
	case r.AtMost != nil:
		want = fmt.Sprintf("at most %.0f %%", *r.AtMost)
	}
	switch r.Met {
	case "no":
		want += ", NOT REACHED"
	case "by chance":
		want += ", not reached, by chance perhaps"
	}
	if r.ErrorPct != nil {
		return strings.TrimRight(fmt.Sprintf("%-44s %-26s %13d  %5.2f %%  %-14s %s", r.Case, r.What, r.Of, *r.ErrorPct, "of the run", want), " ")
	}
	return strings.TrimRight(fmt.Sprintf("%-44s %-26s %13s  %5.1f %%  %-14s %s", r.Case, r.What, fmt.Sprintf("%d of %d", r.Hits, r.Of),
		*r.SharePct, fmt.Sprintf("%.1f..%.1f %%", r.CIPct[0], r.CIPct[1]), want), " ")
}
