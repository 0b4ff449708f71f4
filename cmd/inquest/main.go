// Command inquest finds out why build B is slower than build A, from the zip that
// each node left behind.
//
//	inquest demo                         the whole job on built-in artifacts
//	inquest ticket FILE|- --diff         read a ticket, fetch, parse, compare
//	inquest diff BASE HEAD               compare two runs: folders, prefixes, zips, globs
//	inquest ingest PLAN|REF... --lake D  write Parquet for the data lake
//	inquest inspect REF...               what is inside an artifact
//	inquest parse FILE...                any log to rows
//
// Every command prints its answer on standard output and everything else on
// standard error. Exit codes: 0 done, 1 failed, 2 usage, 3 a finding at or above
// --fail-on, 4 done but incomplete or not comparable, 130 interrupted.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	log.SetOutput(io.Discard) // net/http prints there what servers say out of turn
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
