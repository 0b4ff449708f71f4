package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// run gives what sadf prints to use. It runs in the folder of the file, so that what it says
// names no temporary folder. printed tells that it printed something.
func (s *sadf) run(ctx context.Context, dir string, use func(io.Reader) error, args ...string) (printed bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC", "S_TIME_FORMAT=", "S_COLORS=never")
	cmd.WaitDelay = time.Second // a child of it may hold the pipe
	said := &firstBytes{most: 2000}
	cmd.Stderr = said
	out, in := io.Pipe()
	cmd.Stdout = in
	done := make(chan error, 1)
	go func() {
		err := cmd.Run()
		_ = in.Close()
		done <- err
	}()
	text := &boundedReader{r: out, left: s.most}
	head := make([]byte, 1)
	if n, _ := io.ReadFull(text, head); n == 1 {
		printed = true
		err = use(io.MultiReader(bytes.NewReader(head), text))
	}
	cancelled := ctx.Err()
	if text.over {
		cancel()
	}
	_, _ = io.Copy(io.Discard, text) // what use left; nothing after the bound
	_ = out.CloseWithError(errors.New("no more is read"))
	ran := <-done
	switch {
	case text.over:
		return printed, fmt.Errorf("sadf %s printed more than %d bytes", args[0], s.most)
	case errors.Is(ctx.Err(), context.DeadlineExceeded) || errors.Is(cancelled, context.DeadlineExceeded):
		return printed, fmt.Errorf("sadf %s did not end within %s", args[0], s.limit)
	case ran != nil:
		return printed, fmt.Errorf("sadf %s ended with %w%s", args[0], ran, said)
	case err == nil && args[0] == "-j" && len(said.b) > 0: // it ends with 0 where the file breaks off
		return printed, fmt.Errorf("sadf %s said%s", args[0], said)
	case !printed:
		return false, fmt.Errorf("sadf %s printed nothing%s", args[0], said)
	}
	return printed, err
}

// firstBytes keeps the beginning of what is written to it, for messages.
type firstBytes struct {
	b    []byte
	most int
}

func (f *firstBytes) Write(p []byte) (int, error) {
	f.b = append(f.b, p[:min(len(p), f.most-len(f.b))]...)
	return len(p), nil
}

// String is the text as one line after a colon; nothing for nothing.
func (f *firstBytes) String() string {
	words := strings.Join(strings.Fields(strings.ToValidUTF8(string(f.b), "?")), " ")
	if words == "" {
		return ""
	}
	return ": " + words
}

// boundedReader ends after a number of bytes, and tells whether there were more.
type boundedReader struct {
	r    io.Reader
	left int64
	over bool
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left <= 0 {
		b.over = b.over || b.hasMore()
		return 0, io.EOF
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

func (b *boundedReader) hasMore() bool {
	n, _ := b.r.Read(make([]byte, 1))
	return n > 0
}
