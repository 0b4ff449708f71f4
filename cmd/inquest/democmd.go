package main

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/spf13/cobra"

	"inquest/fetch"
)

// demoFiles are the artifacts of the demo: a Couchbase ticket with four runs, and a
// pair of MariaDB runs. README files in the recordings' own words say how they were made.
//
//go:embed demo
var demoFiles embed.FS

const demoBucket = "perf-artifacts"

func (a *app) demoCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "the whole job on built-in artifacts through an embedded S3",
		Long: "demo serves built-in artifacts from an S3 server within this process, reads a ticket that points at them,\n" +
			"downloads, parses, writes a Parquet lake, compares the builds and writes a report. It needs no network.\n\nExit codes: 0 done, 1 failed, 2 usage.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.demo(cmd.Context(), dir) },
	}
	cmd.Flags().StringVar(&dir, "dir", "inquest-demo", "folder for everything the demo writes")
	return cmd
}

func (a *app) demo(ctx context.Context, dir string) error {
	began := time.Now()
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("making the demo's folder: %w", err)
	}
	server, stop, err := demoServer()
	if err != nil {
		return err
	}
	defer stop()
	a.endpoint, a.noSign, a.region = server, true, "us-west-2"
	a.cacheDir, a.lakeURI = filepath.Join(dir, "cache"), filepath.Join(dir, "lake")
	a.format, a.failOn = "text", "never"

	ticket, err := demoFiles.ReadFile("demo/ticket.txt")
	if err != nil {
		return err
	}
	ticketFile := filepath.Join(dir, "ticket.txt")
	if err := os.WriteFile(ticketFile, ticket, 0o666); err != nil {
		return fmt.Errorf("writing the demo's ticket: %w", err)
	}
	fmt.Fprintf(a.stdout, "An S3 server on loopback serves the artifacts; the ticket is %s.\n\n== ticket: Couchbase, two builds under two SDKs\n\n", ticketFile)
	plan := fetch.ParseTicket("ticket.txt", ticket)
	a.out = filepath.Join(dir, "couchbase")
	if err := a.diffPlan(ctx, plan); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "\n== diff: MariaDB, one run a build\n\n")
	a.out = filepath.Join(dir, "mariadb")
	if err := a.diffRefs(ctx, []string{"s3://" + demoBucket + "/jenkins-myrocks-late-201/"}, []string{"s3://" + demoBucket + "/jenkins-myrocks-late-202/"}); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, `
Done in %.1f s. What there is now:
  %s   the report, open it in a browser
  %s   the same for the MariaDB pair
  %s   the Parquet lake

Three commands to try next (with "go run ./cmd/inquest" in place of "inquest" in a checkout):
  inquest diff 6.5.0-4131 6.5.0-4132 --lake %s
  inquest show %s --format jira
  inquest schema cpu
`, time.Since(began).Seconds(), filepath.Join(dir, "couchbase", "report.html"), filepath.Join(dir, "mariadb", "report.html"),
		a.lakeURI, a.lakeURI, filepath.Join(dir, "couchbase", "findings.json"))
	return nil
}

// demoServer serves the built-in artifacts from memory on loopback.
func demoServer() (url string, stop func(), err error) {
	backend := s3mem.New()
	if err := backend.CreateBucket(demoBucket); err != nil {
		return "", nil, fmt.Errorf("starting the demo's S3 server: %w", err)
	}
	err = fs.WalkDir(demoFiles, "demo", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := demoFiles.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		_, err = backend.PutObject(demoBucket, strings.TrimPrefix(name, "demo/"), map[string]string{}, f, info.Size(), nil)
		return err
	})
	if err != nil {
		return "", nil, fmt.Errorf("filling the demo's S3 server: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("starting the demo's S3 server: %w", err)
	}
	server := &http.Server{Handler: gofakes3.New(backend).Server(), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with Close
	return "http://" + listener.Addr().String(), func() { _ = server.Close() }, nil
}
