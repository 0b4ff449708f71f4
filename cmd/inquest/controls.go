package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"inquest/fetch"
	"inquest/report/diff"
)

// controlFlag adds the flag that names controls.
func (a *app) controlFlag(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&a.controls, "control", nil, "KEY=VALUE[,KEY=VALUE]: the strata with these factors are controls, known to lack the change; repeats")
}

// stratumOf is the stratum of a run that was given among so many: of two runs the user chose
// them, and factors do not keep them apart.
func (a *app) stratumOf(s *runSpec, runs int) map[string]string {
	if runs == 2 {
		return nil
	}
	return s.factors()
}

// controlStrata are the strata that --control names, by key. A name that fits none is a
// usage error.
func (a *app) controlStrata(strata []map[string]string) (map[string]bool, error) {
	out := map[string]bool{}
	for _, name := range a.controls {
		wanted, err := controlFactors(name)
		found := false
		for _, s := range strata {
			key := diff.StratumKey(s)
			if key == name && key != "" || err == nil && hasFactors(s, wanted) {
				found, out[key] = true, true
			}
		}
		if found {
			continue
		}
		if err != nil {
			return nil, err
		}
		return nil, usageError("--control %s: no stratum has that; %s", name, listStrata(strata))
	}
	return out, nil
}

// controlFactors takes KEY=VALUE[,KEY=VALUE] apart.
func controlFactors(name string) (map[string]string, error) {
	out := map[string]string{}
	for _, part := range strings.Split(name, ",") {
		key, value, ok := strings.Cut(part, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !ok || key == "" || value == "" {
			return nil, usageError("--control %q: want KEY=VALUE[,KEY=VALUE], factors of the strata that are controls", name)
		}
		out[key] = value
	}
	return out, nil
}

func hasFactors(stratum, wanted map[string]string) bool {
	for k, v := range wanted {
		if have, ok := stratum[k]; !ok || have != v {
			return false
		}
	}
	return true
}

func listStrata(strata []map[string]string) string {
	var keys []string
	for _, s := range strata {
		if key := diff.StratumKey(s); key != "" {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	if keys = slices.Compact(keys); len(keys) == 0 {
		return "the runs have no factors that keep strata apart"
	}
	return "the strata are: " + strings.Join(keys, "; ")
}

// planControls fills the controls of a plan: those of --control, and those that the ticket
// calls unaffected, which is a claim.
func (a *app) planControls(in *diff.Input, plan *fetch.Plan) (err error) {
	in.Unaffected = map[string]string{}
	var strata []map[string]string
	for _, s := range plan.Strata {
		strata = append(strata, s.Factors)
		if c := s.Control; c != nil {
			in.Unaffected[diff.StratumKey(s.Factors)] = fmt.Sprintf("%q (line %d)", c.Text, c.Line)
		}
	}
	in.Control, err = a.controlStrata(strata)
	return err
}
