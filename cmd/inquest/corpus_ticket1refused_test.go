package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"inquest/report/diff"
)

// ticket1Refused checks what does not follow from the runs.
func ticket1Refused(t *testing.T, c *comparison, throughput *diff.Finding) {
	t.Helper()
	for _, f := range c.Findings {
		if f.Outcome == "better" {
			t.Errorf("something is called better: %s", f.Text)
		}
		if f.Metric == "per_op.cpu.busy" && f.Grade != "X" {
			t.Errorf("CPU per operation did not change, but: %s", f.Text)
		}
		for _, e := range f.Evidence {
			if strings.Contains(e.Member, "#") && e.Member != "stats_archives.json#hour" {
				t.Errorf("%s rests on member %s, ten seconds taken when the zip was made", f.ID, e.Member)
			}
		}
	}
	if s := strings.Join(throughput.Not, "; "); !strings.Contains(s, "CPU time per operation is unchanged") {
		t.Errorf("the throughput finding does not say that CPU per operation is unchanged, but: %q", s)
	}
	if m := regexp.MustCompile(`\b(5 of 5|6 of 6) nodes`).FindString(c.full); m != "" {
		t.Errorf("the text counts spare nodes: %q", m)
	}
	for _, chart := range c.Charts {
		for _, line := range chart.Lines {
			if chart.Stratum == "" || line.Run == "" {
				t.Errorf("the chart %s of %s does not name its stratum and runs", chart.Title, chart.Node)
			}
		}
	}
}

// ticket1Nodes checks the spare nodes and the zip that is not there.
func ticket1Nodes(t *testing.T, c *comparison, truth *trueVerdicts) {
	t.Helper()
	if !slices.Equal(c.Nodes.Idle, truth.Spare) {
		t.Errorf("idle %q, want the spare nodes %q", c.Nodes.Idle, truth.Spare)
	}
	for run, r := range truth.Runs {
		for _, node := range r.ZipAbsent {
			if !slices.Contains(c.Nodes.Missing, node) {
				t.Errorf("missing %q, want %s", c.Nodes.Missing, node)
			}
			if zip := run + "/" + node + ".zip"; !strings.Contains(c.text, zip) || !strings.Contains(c.stderr, zip) {
				t.Errorf("the text and standard error do not both name the zip that is not there, %s", zip)
			}
		}
	}
}

// ticket1Claims checks the percentages of the ticket's prose.
func ticket1Claims(t *testing.T, c *comparison, strata map[string]trueStratum) {
	t.Helper()
	if len(c.Claims) != len(strata) {
		t.Fatalf("claims %+v, want one for each of %d strata", c.Claims, len(strata))
	}
	for _, claim := range c.Claims {
		for name, s := range strata {
			if _, sdk, _ := strings.Cut(name, "="); !strings.Contains(strings.ToLower(claim.Text), sdk) {
				continue
			}
			wantNear(t, "computed for "+claim.Text, claim.ComputedPct, changePct(s.throughput), 0.1)
			wrong := *claim.ClaimedPct-changePct(s.throughput) < -10
			if claim.Agrees == nil || *claim.Agrees == wrong {
				t.Errorf("%q against %.1f %%: agrees is %v", claim.Text, changePct(s.throughput), claim.Agrees)
			}
			if wrong && strings.Count(c.text, averaged(*claim.ClaimedPct)) != 1 {
				t.Errorf("%s, which the prose claims wrongly, stands elsewhere in the text too:\n%s", averaged(*claim.ClaimedPct), c.text)
			}
		}
	}
}
