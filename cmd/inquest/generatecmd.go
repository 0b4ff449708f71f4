package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"inquest/parse/generate"
)

func (a *app) generateCommand() *cobra.Command {
	var out string
	var seed uint64
	var example bool
	cmd := &cobra.Command{
		Use:    "generate SPEC|-",
		Short:  "run folders with known effects, as text of the real tools",
		Hidden: true,
		Long: "generate writes the runs that a spec describes: for each run a folder with one zip a node, as sysbench, mpstat,\n" +
			"iostat, vmstat and mysqladmin would have left it. What differs between the sides is known, so a finding that is\n" +
			"missed or made up shows. The same spec gives the same bytes; an effect changes nothing else than what it says.\n\n" +
			"  inquest generate --example > spec.yaml\n" +
			"  inquest generate spec.yaml --out runs\n" +
			"  inquest diff --base runs/gen-base-1 --base runs/gen-base-2 --head runs/gen-head-1 --head runs/gen-head-2\n\n" +
			"The spec, in YAML; what is not given is as here, but for the effects, of which there are none by default:\n\n" +
			indent(generate.Example) + "\n\nThe kinds of effects:\n\n" + indent(generate.ExampleEffects) + "\n\n" +
			generate.Model + "\n" +
			"An A/A pair of one build:          {same_build: true, base: {runs: 1}, head: {runs: 1}}\n" +
			"A late collapse:                   {work: fixed, effects: [{kind: collapse, pct: -85, at_work_pct: 94}]}\n" +
			"A curve that does not rise:        {threads: [2, 8, 32], seconds: 60, effects: [{kind: flat}]}\n\n" +
			"Exit codes: 0 done, 1 failed (a folder of that name is there), 2 usage (the spec cannot be read).",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 && !(example && len(args) == 0) {
				return usageError("generate takes one spec, a file or -; --example prints one")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if example {
				_, err := fmt.Fprint(a.stdout, generate.Example)
				return err
			}
			spec, err := a.readSpec(args[0])
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("seed") {
				spec.Seed = seed
			}
			return a.generate(cmd.Context(), spec, out)
		},
	}
	f := cmd.Flags()
	f.StringVar(&out, "out", ".", "folder for the runs' folders; runs that are there are never overwritten")
	f.Uint64Var(&seed, "seed", 1, "seed in place of the spec's")
	f.BoolVar(&example, "example", false, "print a spec with all keys and comments")
	return cmd
}

// readSpec reads a spec from a file or, when its name is -, from standard input.
func (a *app) readSpec(name string) (*generate.Spec, error) {
	var r io.Reader = a.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("reading a spec: %w; inquest generate --example prints one", err)
		}
		defer f.Close()
		r = f
	}
	spec, err := generate.ReadSpec(r)
	if err != nil {
		return nil, usageError("%s: %w", name, err)
	}
	return spec, nil
}

// generate writes the runs and lists their folders on standard output.
func (a *app) generate(ctx context.Context, spec *generate.Spec, out string) error {
	runs, err := spec.Runs()
	if err != nil {
		return &exitError{2, err}
	}
	for _, r := range runs { // before the first is written
		if _, err := os.Lstat(filepath.Join(out, r.ID)); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("run %s is in %s already and would be overwritten; pass another --out or another test in the spec", r.ID, out)
		}
	}
	var words []string
	for _, r := range runs {
		if err := r.WriteTo(ctx, out); err != nil {
			return err
		}
		folder := filepath.Join(out, r.ID)
		fmt.Fprintln(a.stdout, folder)
		if r.Cut() {
			a.say("run %s: not all of the fixed work was done in 20 x %d s; at so low a rate, ask for a smaller effect", r.ID, spec.Seconds)
		}
		words = append(words, "--"+r.Side, folder)
	}
	if spec.Head.Runs > 0 {
		a.say("compare them: inquest diff %s", strings.Join(words, " "))
	}
	return nil
}
