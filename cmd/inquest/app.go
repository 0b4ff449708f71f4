package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"inquest/fetch"
	"inquest/report/diff"
	"inquest/schemas/lake"
)

// app is one call of the command: its streams and the flags that all commands share.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer

	format, report, out, cacheDir, lakeURI string
	endpoint, region, logFormat, color     string
	failOn, baseLabel, headLabel, window   string
	noSign, quiet, verbose, strict, redact bool
	includeFailed                          bool
	book                                   bool     // the noise book is read
	dry                                    bool     // directories are read only
	controls                               []string // strata that --control names
	stall                                  time.Duration
	cacheSize                              string
	cacheCap                               int64 // bytes of --cache-size
	fetches                                bool  // a client was made, so the cache may have grown
	began                                  time.Time
	leftOut                                []runProblem // of runs that a plan names and that have no artifacts

	bars *progress
}

// version is the program's version, written into Parquet files and reports.
const version = "0.1.0"

// parserVersion changes when the rows of an unchanged artifact change, or what is known beside them.
const parserVersion = "14"

// exitError carries an exit code; its text is the last line on standard error.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

func usageError(format string, args ...any) error {
	return &exitError{2, fmt.Errorf(format, args...)}
}

func incomplete(format string, args ...any) error {
	return &exitError{4, fmt.Errorf(format, args...)}
}

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	a.began = time.Now()
	err := root.ExecuteContext(ctx)
	if ctx.Err() == nil {
		a.capCache(errors.Is(err, fetch.ErrDisk))
	}
	a.bars.stop()
	if err == nil {
		return 0
	}
	if ctx.Err() != nil {
		a.sayLast("interrupted; what was committed before is intact")
		return 130
	}
	code := 1
	var e *exitError
	switch {
	case errors.As(err, &e):
		code = e.code
	case strings.HasPrefix(err.Error(), "unknown command"), strings.HasPrefix(err.Error(), "unknown flag"),
		strings.HasPrefix(err.Error(), "required flag"):
		code = 2
	}
	a.sayLast(strings.ReplaceAll(err.Error(), "\n", "; "))
	return code
}

// sayLast says why a command ends as it does, in one line.
func (a *app) sayLast(text string) {
	if a.logFormat == "json" {
		a.logger().Error(text)
		return
	}
	fmt.Fprintf(a.stderr, "inquest: %s\n", text)
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "inquest",
		Short:         "find out why build B is slower than build A, from per-node zips",
		Long:          "inquest reads a ticket or a list of addresses, fetches the per-node zips it needs,\nparses CPU, disk and stats logs, writes Parquet, and diffs the builds into findings.",
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       version,
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		return usageError("%w; see --help", err)
	})
	f := root.PersistentFlags()
	f.StringVar(&a.cacheDir, "cache", "", "folder for downloads and the default lake (default: the user's cache folder)")
	f.StringVar(&a.lakeURI, "lake", "", "Parquet lake: a folder (default: within the cache folder)")
	f.StringVar(&a.endpoint, "endpoint-url", "", "address of an S3-compatible server")
	f.StringVar(&a.region, "region", "", "bucket region when the address does not name it")
	f.BoolVar(&a.noSign, "no-sign-request", false, "do not sign S3 requests, look for no credentials")
	f.DurationVar(&a.stall, "stall-timeout", 30*time.Second, "how long a request may go without a byte")
	f.StringVar(&a.cacheSize, "cache-size", "20GiB", "how much the downloads in the cache may hold after a run; the longest unused go first; 0: no bound")
	f.BoolVar(&a.quiet, "quiet", false, "errors only on standard error")
	f.BoolVarP(&a.verbose, "verbose", "v", false, "say more")
	f.StringVar(&a.logFormat, "log-format", "text", "messages on standard error: text or json")
	f.StringVar(&a.color, "color", "auto", "auto, always or never; NO_COLOR is honoured")
	f.BoolVar(&a.strict, "strict", false, "exit 4 when anything is incomplete")
	root.AddCommand(a.demoCommand(), a.ticketCommand(), a.fetchCommand(), a.ingestCommand(), a.diffCommand(),
		a.inspectCommand(), a.parseCommand(), a.formatsCommand(), a.schemaCommand(), a.showCommand(),
		a.selfcheckCommand(), a.generateCommand(), a.cacheCommand())
	root.SetHelpCommand(&cobra.Command{
		Use:   "help [COMMAND]",
		Short: "help about a command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, _, err := root.Find(args)
			if err != nil || cmd == root && len(args) > 0 {
				return usageError("no command %q; see --help", strings.Join(args, " "))
			}
			return cmd.Help()
		},
	})
	root.CompletionOptions.HiddenDefaultCmd = true
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if a.logFormat != "text" && a.logFormat != "json" {
			return usageError("--log-format %s: want text or json", a.logFormat)
		}
		if a.color != "auto" && a.color != "always" && a.color != "never" {
			return usageError("--color %s: want auto, always or never", a.color)
		}
		var err error
		if a.cacheCap, err = parseSize("--cache-size", a.cacheSize); err != nil {
			return err
		}
		a.bars = newProgress(a)
		return nil
	}
	return root
}

// cache is the folder for downloads and the default lake.
func (a *app) cache() (string, error) {
	if a.cacheDir != "" {
		return a.cacheDir, nil
	}
	if dir := os.Getenv("INQUEST_CACHE"); dir != "" {
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the cache folder: %w; pass --cache DIR", err)
	}
	return filepath.Join(dir, "inquest"), nil
}

func (a *app) client() (*fetch.Client, error) {
	dir, err := a.objects()
	if err != nil {
		return nil, err
	}
	if a.stall <= 0 {
		return nil, usageError("--stall-timeout %v: want a time such as 30s or 2m", a.stall)
	}
	if u, err := url.Parse(a.endpoint); a.endpoint != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return nil, usageError("--endpoint-url %s: want an address such as http://localhost:9000", a.endpoint)
	}
	a.fetches = true
	return fetch.NewClient(fetch.Options{CacheDir: dir, Endpoint: a.endpoint, Region: a.region,
		NoSignRequest: a.noSign, StallTimeout: a.stall, Progress: a.bars.see, Logger: a.logger()}), nil
}

// open makes the client and opens the lake.
func (a *app) open() (*fetch.Client, *lake.Lake, error) {
	client, err := a.client()
	if err != nil {
		return nil, nil, err
	}
	l, err := a.openLake()
	return client, l, err
}

// openLake opens the lake of --lake, else the default one within the cache folder.
func (a *app) openLake() (*lake.Lake, error) {
	uri := a.lakeURI
	if uri == "" {
		dir, err := a.cache()
		if err != nil {
			return nil, err
		}
		uri = filepath.Join(dir, "lake")
	}
	if strings.HasPrefix(uri, "s3://") {
		return nil, usageError("--lake %s: lakes on S3 are not written yet; pass a folder", uri)
	}
	return lake.Open(uri, lake.Options{Parser: parserVersion, Tool: lake.Tool{Version: version, Build: revision()}})
}

// revision is the source revision the program was built from; "unknown" outside a checkout.
func revision() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value[:min(12, len(s.Value))]
			}
		}
	}
	return "unknown"
}

func (a *app) tool() diff.Tool { return diff.Tool{Name: "inquest", Version: version} }

// logger writes messages of the libraries to standard error: problems always, requests with -v.
func (a *app) logger() *slog.Logger {
	level := slog.LevelWarn
	if a.verbose {
		level = slog.LevelDebug
	}
	if a.quiet {
		level = slog.LevelError
	}
	opt := &slog.HandlerOptions{Level: level}
	if a.logFormat == "json" {
		return slog.New(slog.NewJSONHandler(a.stderr, opt))
	}
	return slog.New(slog.NewTextHandler(a.stderr, opt))
}

// say writes a line for people to standard error, unless --quiet.
func (a *app) say(format string, args ...any) {
	if a.quiet {
		return
	}
	text := fmt.Sprintf(format, args...)
	if a.logFormat == "json" {
		a.logger().Warn(text)
		return
	}
	a.bars.line(text)
}

// parseWindow reads --window FROM,TO: seconds from the start of the load.
func parseWindow(s string) (*[2]float64, error) {
	if s == "" {
		return nil, nil
	}
	from, to, ok := strings.Cut(s, ",")
	x, err1 := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(from), "s"), 64)
	y, err2 := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(to), "s"), 64)
	if !ok || err1 != nil || err2 != nil || x < 0 || y <= x {
		return nil, usageError("--window %s: want FROM,TO in seconds from the start of the load, such as 60,300", s)
	}
	return &[2]float64{x, y}, nil
}
