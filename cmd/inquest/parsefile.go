package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"inquest/fetch"
	"inquest/parse"
	"inquest/schemas"
)

// parseFile adds the rows of one file, or of those within it when it is compressed or an
// archive. A file that is cut or damaged is read as far as it goes.
func (a *app) parseFile(ctx context.Context, name string, rows *schemas.Rows, opt parse.Options) error {
	f, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("parsing: %w", err)
	}
	defer f.Close()
	text := bufio.NewReader(f)
	if head, _ := text.Peek(512); fetch.Packed(head) { // an error comes again with Read
		return a.parsePacked(ctx, name, rows, opt)
	}
	_, err = parse.Read(name, filepath.Base(name), text, rows, opt)
	return err
}

// parsePacked adds the rows of the files that a compressed file or an archive holds. It is
// of no known format when none of them is; what is wrong with the archive is said.
func (a *app) parsePacked(ctx context.Context, name string, rows *schemas.Rows, opt parse.Options) error {
	client, err := a.client()
	if err != nil {
		return err
	}
	art, err := openAny(ctx, client, name)
	if err != nil {
		return err
	}
	defer art.Close()
	var unreadable error
	read := 0
	for _, m := range art.Members {
		err := m.Walk(ctx, func(f fetch.File, r io.Reader) error {
			skips := len(rows.Skips)
			format, err := parse.Read(name, path.Base(f.Name), r, rows, opt)
			switch {
			case errors.Is(err, parse.ErrUnknownFormat):
				rows.Skips = rows.Skips[:skips] // one of many, and perhaps no log
				unreadable = err
			case errors.Is(err, parse.ErrUnsupported):
				unreadable = err
			case format != nil:
				read++
			}
			return ctx.Err()
		})
		var problem *fetch.ProblemError
		if err != nil && !errors.As(err, &problem) {
			return err
		}
	}
	for _, p := range art.Found() {
		a.say("%s", p.String())
	}
	if read > 0 {
		return nil
	}
	if unreadable == nil {
		unreadable = parse.ErrUnsupported
	}
	return fmt.Errorf("nothing in %s is read: %w", name, unreadable)
}
