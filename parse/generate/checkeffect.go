package generate

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"
)

var variableName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// The most effects, and how far all that change levels may go together, as a factor.
const (
	maxEffects = 100
	maxFactor  = 10_000
)

// checkEffects tells what in the effects cannot be.
func (s *Spec) checkEffects() error {
	if len(s.Effects) > maxEffects {
		return fmt.Errorf("spec: there are %d effects; want at most %d", len(s.Effects), maxEffects)
	}
	up, down := 1.0, 1.0
	var noise [families]float64
	for i := range s.Effects {
		e := &s.Effects[i]
		if err := s.checkEffect(e); err != nil {
			return fmt.Errorf("spec: effect %d: %w", i+1, err)
		}
		if e.Kind == "volatility" {
			f := e.family()
			noise[f] += math.Max(0, math.Log(e.Factor))
			if s.NoisePct*math.Exp(noise[f]) > 100.5 {
				return fmt.Errorf("spec: effect %d: noise_pct times all factors of volatility is over 100 %%", i+1)
			}
		}
		up, down = up*math.Max(1, 1+e.Pct/100), down*math.Min(1, 1+e.Pct/100)
	}
	if up > maxFactor || down < 1.0/maxFactor {
		return fmt.Errorf("spec: the effects together change a level by more than x%d; want less", maxFactor)
	}
	return nil
}

// checkEffect tells what in an effect cannot be.
func (s *Spec) checkEffect(e *Effect) error {
	takes, known := kinds[e.Kind]
	if !known {
		return fmt.Errorf("kind is %q; want one of %s", e.Kind, strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
	}
	for _, k := range e.given() {
		if !slices.Contains(strings.Fields(takes), k) {
			return fmt.Errorf("kind %s takes no %s; it takes %s", e.Kind, k, strings.Join(strings.Fields(takes), ", "))
		}
	}
	if e.Metric != "" && !slices.Contains(Metrics(), e.Metric) {
		return fmt.Errorf("metric is %q; want one of %s", e.Metric, strings.Join(Metrics(), ", "))
	}
	if e.Side != "" && e.Side != "base" && e.Side != "head" {
		return fmt.Errorf("side is %q; want base or head", e.Side)
	}
	if err := s.checkScope(e); err != nil {
		return err
	}
	return s.checkSize(e)
}

// given lists the keys that the effect has, beside kind, side and runs.
func (e *Effect) given() []string {
	var keys []string
	for key, there := range map[string]bool{"metric": e.Metric != "", "pct": e.Pct != 0, "factor": e.Factor != 0,
		"at_work_pct": e.AtWorkPct != 0, "elasticity": e.Elasticity != 0, "name": e.Name != "", "base": e.BaseValue != "",
		"head": e.HeadValue != "", "member": e.Member != "", "nodes": len(e.Nodes) > 0, "legs": len(e.Legs) > 0} {
		if there {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// checkScope tells what in the nodes, legs and runs of an effect is not there.
func (s *Spec) checkScope(e *Effect) error {
	var all []string
	for i := range s.Nodes {
		all = append(all, nodeName(i))
	}
	for _, n := range e.Nodes {
		if !slices.Contains(all, n) {
			return fmt.Errorf("there is no node %q; the nodes are %s to %s", n, all[0], all[len(all)-1])
		}
	}
	for _, t := range e.Legs {
		if !slices.Contains(s.Threads, t) {
			return fmt.Errorf("there is no leg of %d threads", t)
		}
	}
	runs := s.Head.Runs
	if e.Side == "base" {
		runs = s.Base.Runs
	}
	for _, r := range e.Runs {
		if r < 1 || r > runs {
			return fmt.Errorf("there is no run %d; the side has %d", r, runs)
		}
	}
	return nil
}

// checkSize tells what in the numbers of an effect cannot be.
func (s *Spec) checkSize(e *Effect) error {
	takes := strings.Fields(kinds[e.Kind])
	switch {
	case slices.Contains(takes, "pct") && (math.IsNaN(e.Pct) || e.Pct < -99 || e.Pct > 10000 || e.Pct == 0):
		return fmt.Errorf("pct is %v; want -99 to 10000, and not 0", e.Pct)
	case e.Kind == "volatility" && (math.IsNaN(e.Factor) || e.Factor < 0.01 || e.Factor > 100):
		return fmt.Errorf("factor is %v; want 0.01 to 100", e.Factor)
	case e.Kind == "collapse" && s.Work != WorkFixed:
		return errors.New("a collapse is at a share of the work; it wants work: fixed")
	case e.Kind == "collapse" && (math.IsNaN(e.AtWorkPct) || e.AtWorkPct < 1 || e.AtWorkPct >= 100):
		return fmt.Errorf("at_work_pct is %v; want 1 to under 100", e.AtWorkPct)
	case e.Kind == "flat" && (math.IsNaN(e.Elasticity) || e.Elasticity < -2 || e.Elasticity > 2):
		return fmt.Errorf("elasticity is %v; want -2 to 2", e.Elasticity)
	case (e.Kind == "flat" || e.Kind == "offset") && len(s.Threads) < 2:
		return fmt.Errorf("kind %s is about a curve; it wants two thread counts at least", e.Kind)
	case e.Kind == "node" && len(e.Nodes) != 1:
		return errors.New("kind node wants one name in nodes")
	case e.Kind == "setting" && !variableName.MatchString(e.Name):
		return fmt.Errorf("name is %q; want that of a variable, in small letters", e.Name)
	case e.Kind == "setting" && strings.ContainsAny(e.BaseValue+e.HeadValue, "\t\r\n"):
		return errors.New("base or head has a tab or a line end; want one word or number")
	case e.Member != "" && e.Member != path.Base(e.Member):
		return fmt.Errorf("member is %q; want its name without a folder", e.Member)
	}
	return nil
}
