package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"inquest/fetch"
)

// maxTicket bounds the text of a ticket.
const maxTicket = 64 << 20

func (a *app) ticketCommand() *cobra.Command {
	var out string
	var diff bool
	cmd := &cobra.Command{
		Use:   "ticket FILE|-",
		Short: "read a ticket's text: plan, computed claims, contradictions",
		Long: "ticket reads the text of a ticket and says what it understood: builds, runs, artifacts, sweeps, and what the\n" +
			"text claims beside what its own numbers give. --diff goes on to fetch and compare the builds.\n\n" +
			"Exit codes: 0 done, 1 failed, 2 usage, 3 a finding at or above --fail-on, 4 nothing to compare, or with --strict\nany problem.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError("ticket takes one file, or - for standard input")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.checkOutput(); err != nil {
				return err
			}
			text, err := a.readText(args[0])
			if err != nil {
				return err
			}
			plan := fetch.ParseTicket(args[0], text)
			if a.strict && len(plan.Problems) > 0 && plan.Exit.Code == 0 {
				plan.Exit = fetch.PlanExit{Code: 4, Reason: fmt.Sprintf("%d problems in the ticket, and --strict was given", len(plan.Problems))}
			}
			if out != "" {
				if err := a.writePlan(out, plan); err != nil {
					return err
				}
			}
			if diff && len(plan.Strata) > 0 && len(plan.Artifacts) > 0 {
				if a.format == "text" {
					a.planSummary(plan)
				}
				return a.diffPlan(cmd.Context(), plan)
			}
			switch a.format {
			case "json":
				if out == "" && plan.Secret() {
					a.say("the signatures of presigned addresses are left out; --out-plan FILE writes a plan that can be fetched")
				}
				enc := json.NewEncoder(a.stdout)
				enc.SetEscapeHTML(false)
				enc.SetIndent("", "  ")
				if err := enc.Encode(plan.WithoutSecrets()); err != nil {
					return err
				}
			case "text":
				if err := planText(a.stdout, plan); err != nil {
					return err
				}
			default:
				return usageError("--format %s: a ticket without --diff is printed as text or json", a.format)
			}
			if plan.Exit.Code != 0 {
				return &exitError{plan.Exit.Code, fmt.Errorf("%s", plan.Exit.Reason)}
			}
			if diff {
				return incomplete("there is no pair of runs with artifacts to compare: %s", plan.Exit.Reason)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out-plan", "", "write the plan to this file")
	cmd.Flags().BoolVar(&diff, "diff", false, "go on to fetch, parse and compare")
	cmd.Flags().BoolVar(&a.dry, "dry-run", false, "with --diff: "+dryDiff)
	a.controlFlag(cmd)
	a.diffFlags(cmd)
	cmd.Flags().Lookup("out").Usage = "without --diff: write the plan to this file; with it: write report.html, findings.json, findings.md and findings.parquet into this folder"
	inner := cmd.RunE
	cmd.RunE = func(c *cobra.Command, args []string) error {
		if !diff && a.out != "" {
			out, a.out = a.out, ""
		}
		return inner(c, args)
	}
	return cmd
}

// writePlan writes a plan that can be fetched. One with secrets is for its owner only.
func (a *app) writePlan(name string, plan *fetch.Plan) error {
	if !plan.Secret() {
		return writeFile(name, plan.Write)
	}
	a.say("%s holds presigned addresses: whoever reads it can read what they lead to", name)
	return writeFileMode(name, 0o600, plan.Write)
}

// readText reads a file, or standard input for "-".
func (a *app) readText(name string) ([]byte, error) {
	var r io.Reader = a.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("reading the ticket: %w", err)
		}
		defer f.Close()
		r = f
	}
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(r, maxTicket+1))
	if err != nil {
		return nil, fmt.Errorf("reading the ticket %s: %w", name, err)
	}
	if n > maxTicket {
		return nil, fmt.Errorf("reading the ticket %s: it is larger than 64 MiB; is it a ticket's text?", name)
	}
	return b.Bytes(), nil
}

// planSummary tells on standard error what is going to be compared.
func (a *app) planSummary(p *fetch.Plan) {
	if p.Pairing != nil {
		a.say("ticket: base %s, head %s; %d runs, %d artifacts, %d strata", p.Pairing.Base, p.Pairing.Head, len(p.Runs), len(p.Artifacts), len(p.Strata))
	}
	for _, x := range p.Problems {
		a.say("ticket: %s: %s (lines %v)", x.Level, x.Text, x.Lines)
	}
}
