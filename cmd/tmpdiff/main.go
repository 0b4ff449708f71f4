package main

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"inquest/parse"
	"inquest/report"
	"inquest/report/diff"
	"inquest/schemas"
)

func loadRun(pattern string) *diff.Run {
	zips, _ := filepath.Glob(pattern)
	if st, err := os.Stat(pattern); err == nil && st.IsDir() {
		zips, _ = filepath.Glob(pattern + "/*.zip")
	}
	r := &diff.Run{ID: filepath.Base(pattern), Stratum: map[string]string{}}
	var man *parse.Manifest
	if b, err := os.ReadFile(filepath.Join(pattern, "manifest.json")); err == nil {
		man, _ = parse.ParseManifest(b)
		r.Build = man.BuildLabel
	}
	for _, z := range zips {
		zr, err := zip.OpenReader(z)
		if err != nil {
			panic(err)
		}
		var files []parse.File
		for _, f := range zr.File {
			if !parse.Wanted(f.Name) {
				continue
			}
			files = append(files, parse.File{Name: f.Name, Size: int64(f.UncompressedSize64), Modified: f.Modified, Open: func(context.Context) (io.ReadCloser, error) { return f.Open() }})
		}
		name := strings.TrimSuffix(filepath.Base(z), ".zip")
		t0 := time.Now()
		a, err := parse.ReadArtifact(context.Background(), files, parse.ArtifactOptions{File: z, Name: name, Manifest: man.Node(filepath.Base(z), name), Concurrency: 2})
		if err != nil {
			panic(err)
		}
		if os.Getenv("V") != "" {
			fmt.Fprintln(os.Stderr, z, a.Node, a.Container, a.Device, a.CPUs, time.Since(t0), len(a.Rows.CPU), len(a.Rows.Disk), len(a.Rows.Stats), len(a.Rows.Settings), len(a.Rows.Skips))
			for _, l := range a.Legs {
				fmt.Fprintf(os.Stderr, "   leg %+v %s %s\n", l, time.UnixMicro(l.From).UTC(), time.UnixMicro(l.To).UTC())
			}
			if os.Getenv("V") == "2" {
				for _, m := range a.Members {
					fmt.Fprintf(os.Stderr, "   %-50s %-14s cpu %d disk %d stats %d set %d skips %d notes %d step %.2f %s %s\n", m.Name, m.Format, m.CPU, m.Disk, m.Stats, m.Settings, m.Skips, m.Notes, m.StepS, m.Coverage, time.UnixMicro(m.First).UTC().Format("15:04:05.0"))
				}
			}
			for _, p := range a.Problems {
				fmt.Fprintln(os.Stderr, "   PROBLEM", p)
			}
		}
		n := &diff.Node{Name: a.Node, Role: a.Role, Artifact: z, Container: a.Container, CPUs: a.CPUs, Settings: a.Rows.Settings, Series: schemas.SeriesOf(a.Rows, a.Device), Rows: map[string]int{}, Skips: map[string]int{}}
		for _, l := range a.Legs {
			n.Legs = append(n.Legs, diff.Leg{Name: l.Name, Factors: l.Factors, From: l.From, To: l.To, Source: l.WindowSource, EdgeS: l.EdgeS})
		}
		r.Nodes = append(r.Nodes, n)
	}
	return r
}

func main() {
	in := &diff.Input{}
	side := &in.Base
	for _, a := range os.Args[1:] {
		if a == "--" {
			side = &in.Head
			continue
		}
		parts := strings.SplitN(a, "@", 2)
		r := loadRun(parts[0])
		if len(parts) > 1 {
			if k, v, ok := strings.Cut(parts[1], "="); ok {
				if k == "build" {
					r.Build = v
				} else {
					r.Stratum[k] = v
				}
			}
		}
		*side = append(*side, r)
	}
	t0 := time.Now()
	res := diff.Compare(in)
	fmt.Fprintln(os.Stderr, "compare", time.Since(t0))
	if os.Getenv("J") != "" {
		b, _ := json.MarshalIndent(res, "", " ")
		os.WriteFile(os.Getenv("J"), b, 0o644)
	}
	if os.Getenv("H") != "" {
		f, _ := os.Create(os.Getenv("H"))
		report.HTML(f, res, report.Options{})
		f.Close()
	}
	report.Text(os.Stdout, res, report.Options{})
}
