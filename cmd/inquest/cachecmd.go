package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/prometheus/common/model"
	"github.com/spf13/cobra"

	"inquest/fetch"
)

func (a *app) cacheCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache ls|prune",
		Short: "what the downloads in the cache hold, and making them fewer",
		Long: "cache looks after what was downloaded. A lake within the cache folder is not part of it and is left alone.\n\n" +
			"Exit codes: 0 done, 1 failed, 2 usage.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError("cache %s: want cache ls or cache prune", args[0])
			}
			return usageError("want cache ls or cache prune; see --help")
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(a.cacheListCommand(), a.cachePruneCommand())
	return cmd
}

func (a *app) cacheListCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "ls",
		Short: "list what was downloaded, the longest unused first",
		Long: "cache ls lists the objects of which something was downloaded: address, size, bytes held, last use.\n\n" +
			"Exit codes: 0 done, 1 failed, 2 usage.",
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			if format != "text" && format != "json" {
				return usageError("--format %s: want text or json", format)
			}
			dir, err := a.objects()
			if err != nil {
				return err
			}
			entries, err := fetch.CacheEntries(dir)
			if err != nil {
				return err
			}
			return a.printCache(cacheAnswer{Folder: dir, CapBytes: a.cacheCap}, entries, format)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}

func (a *app) cachePruneCommand() *cobra.Command {
	var format, most, older string
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "remove downloads: those unused for long, or the longest unused until little enough is held",
		Long: "cache prune removes downloads and lists what it removed. Without flags it brings the cache below --cache-size.\n" +
			"What another command is using stays. Sizes are written like 500MB or 20GiB, ages like 12h, 30d or 1w2d.\n\n" +
			"Exit codes: 0 done, 1 failed, 2 usage.",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if format != "text" && format != "json" {
				return usageError("--format %s: want text or json", format)
			}
			rule := fetch.PruneRule{MaxBytes: -1}
			if most == "" && older == "" && a.cacheCap > 0 {
				rule.MaxBytes = a.cacheCap
			}
			if most != "" {
				n, err := parseSize("--max-bytes", most)
				if err != nil {
					return err
				}
				rule.MaxBytes = n
			}
			if older != "" {
				d, err := model.ParseDuration(older)
				if err != nil {
					return usageError("--older-than %s: want a time such as 12h, 30d or 1w2d", older)
				}
				rule.Before = time.Now().Add(-time.Duration(d))
			}
			dir, err := a.objects()
			if err != nil {
				return err
			}
			removed, err := fetch.PruneCache(dir, rule)
			if err != nil {
				return err
			}
			left, err := fetch.CacheEntries(dir)
			if err != nil {
				return err
			}
			held := heldBy(left)
			return a.printCache(cacheAnswer{Folder: dir, CapBytes: a.cacheCap, Left: &held}, removed, format)
		},
	}
	cmd.Flags().StringVar(&most, "max-bytes", "", "remove the longest unused until at most this is held, such as 500MB or 20GiB; 0: all")
	cmd.Flags().StringVar(&older, "older-than", "", "remove what was not used for this long, such as 12h or 30d; 0: all")
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}

// A cacheAnswer is the JSON of cache ls and cache prune.
type cacheAnswer struct {
	Folder   string        `json:"folder"`
	Objects  []cacheObject `json:"objects"`    // held, or removed
	Held     int64         `json:"held_bytes"` // by these objects
	Left     *int64        `json:"left_bytes,omitempty"`
	CapBytes int64         `json:"cap_bytes"` // of --cache-size; 0: none
}

type cacheObject struct {
	Ref    string `json:"ref"` // empty: a download that never got as far as saying what it is
	Size   int64  `json:"bytes"`
	Held   int64  `json:"held_bytes"`
	UsedAt string `json:"used_at"`
}

// heldBy is what objects hold, in bytes.
func heldBy(entries []fetch.CacheEntry) (n int64) {
	for _, e := range entries {
		n += e.Held
	}
	return n
}

// printCache prints objects that are in the cache, or were removed from it.
func (a *app) printCache(out cacheAnswer, entries []fetch.CacheEntry, format string) error {
	out.Held, out.Objects = heldBy(entries), []cacheObject{}
	for _, e := range entries {
		out.Objects = append(out.Objects, cacheObject{e.Ref, e.Size, e.Held, e.UsedAt.UTC().Format(time.RFC3339)})
	}
	if format == "json" {
		enc := json.NewEncoder(a.stdout)
		enc.SetIndent("", "  ")
		return enc.Encode(out)
	}
	cacheTable(a.stdout, entries)
	n := len(entries)
	what := fmt.Sprintf("%d %s, %s held", n, plural(n, "object", "objects"), size(out.Held))
	if out.Left != nil {
		what = fmt.Sprintf("%d %s removed, %s; %s left", n, plural(n, "object", "objects"), size(out.Held), size(*out.Left))
	}
	bound := "no bound"
	if out.CapBytes > 0 {
		bound = "the bound is " + size(out.CapBytes)
	}
	_, err := fmt.Fprintf(a.stdout, "%s (%s) in %s\n", what, bound, out.Folder)
	return err
}

func cacheTable(w io.Writer, entries []fetch.CacheEntry) {
	if len(entries) == 0 {
		return
	}
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.AppendHeader(table.Row{"object", "size", "held", "last used"})
	for _, e := range entries {
		name := e.Ref
		if name == "" {
			name = "(unfinished)"
		}
		t.AppendRow(table.Row{name, size(e.Size), size(e.Held), humanize.Time(e.UsedAt)})
	}
	t.Render()
}

func noArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError("want no argument, %q was given; see --help", args[0])
	}
	return nil
}
