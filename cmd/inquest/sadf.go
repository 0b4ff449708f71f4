package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"

	"inquest/fetch"
	"inquest/parse"
)

// sadf reads binary files of sadc with the program of sysstat.
type sadf struct {
	program string
	dir     string        // for temporary files; empty: the system's
	limit   time.Duration // of one run
	most    int64         // bytes of a file, and of what is printed of it
}

// The bounds of sadf: a day of one-second samples of a large machine is some hundred
// megabytes, and its text ten times that.
const (
	sadfLimit = 5 * time.Minute
	sadfMost  = 8 << 30
)

// sadf gives the reader of binary files of sadc; nil when no sadf is on the PATH.
func (a *app) sadf(ctx context.Context) parse.Sadf {
	program, err := exec.LookPath("sadf")
	if err != nil {
		return nil
	}
	dir, err := a.cache()
	if err != nil {
		return nil
	}
	s := &sadf{program: program, dir: dir, limit: sadfLimit, most: sadfMost}
	return func(r io.Reader, use func(io.Reader) error) error { return s.read(ctx, r, use) }
}

// read puts the file into the temporary folder and has sadf print it. A file of another
// version of sysstat is converted first.
func (s *sadf) read(ctx context.Context, r io.Reader, use func(io.Reader) error) (err error) {
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return fmt.Errorf("making the folder of temporary files: %w", err)
	}
	dir, err := os.MkdirTemp(s.dir, "sadf-")
	if err != nil {
		return fmt.Errorf("making a temporary folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	given := &failingReader{r: r}
	if err := spoolTo(filepath.Join(dir, "sa"), given, s.most); err != nil && given.err == nil {
		return err
	} // a member that is damaged is read as far as it goes; the caller knows of the damage
	printed, err := s.run(ctx, dir, use, "-j", "sa", "--", "-A")
	if err == nil || printed || ctx.Err() != nil {
		return err
	}
	convert := func(r io.Reader) error { return spoolTo(filepath.Join(dir, "converted"), r, s.most) }
	if _, cerr := s.run(ctx, dir, convert, "-c", "sa"); cerr != nil {
		return fmt.Errorf("%w; nor can it be converted: %w", err, cerr)
	}
	_, err = s.run(ctx, dir, use, "-j", "converted", "--", "-A")
	return err
}

// failingReader remembers the error that reading ended with.
type failingReader struct {
	r   io.Reader
	err error
}

func (f *failingReader) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		f.err = err
	}
	return n, err
}

// spoolTo writes what r gives, up to most bytes.
func spoolTo(name string, r io.Reader, most int64) error {
	f, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("writing a temporary file for sadf: %w", err)
	}
	n, err := io.Copy(f, io.LimitReader(r, most+1))
	if err == nil && n > most {
		err = fmt.Errorf("it is longer than %d bytes", most)
	}
	return errors.Join(err, f.Close())
}

// sadcName is how members that sadf may read are named: sa30, sa20261130, or packed.
var sadcName = regexp.MustCompile(`(^|/)(sa\d\d(\d{6})?|[^/]*\.(sa|bin|tar|tgz|txz|tbz2?|zip))(\.(gz|xz|bz2|zst))?$|\.tar\.\w+$`)

// mayHoldSadc tells whether the rows of an artifact may depend on sadf being there.
func mayHoldSadc(art *fetch.Artifact) bool {
	for _, m := range art.Members {
		if sadcName.MatchString(m.Name) {
			return true
		}
	}
	return false
}
