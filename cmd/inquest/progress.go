package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"inquest/fetch"
)

// progress shows how far downloads are: a bar on a terminal, else a line for each
// artifact and one every ten seconds. The library does not look whether it writes to
// a terminal, so that is decided here.
type progress struct {
	mu     sync.Mutex
	w      io.Writer
	quiet  bool
	bar    *progressbar.ProgressBar
	done   map[string]int64 // bytes by artifact
	total  map[string]int64
	ended  map[string]bool
	last   time.Time
	isTerm bool
	json   *slog.Logger // of --log-format json
}

func newProgress(a *app) *progress {
	p := &progress{w: a.stderr, quiet: a.quiet, done: map[string]int64{}, total: map[string]int64{}, ended: map[string]bool{}, last: time.Now()}
	if a.logFormat == "json" {
		p.json = slog.New(slog.NewJSONHandler(a.stderr, nil))
	}
	if f, ok := a.stderr.(*os.File); ok {
		p.isTerm = term.IsTerminal(int(f.Fd())) && a.logFormat == "text"
	}
	return p
}

// see takes a step of the fetch client.
func (p *progress) see(e fetch.Progress) {
	if p.quiet || e.Ref.Scheme == "file" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	name := e.Ref.String()
	switch e.Event {
	case fetch.EventFetch, fetch.EventDone:
		p.done[name], p.total[name] = e.Done, max(p.total[name], e.Total, e.Done)
	default:
		return
	}
	var done, total int64
	for k, v := range p.done {
		done, total = done+v, total+p.total[k]
	}
	if p.isTerm {
		if p.bar == nil {
			p.bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(p.w), progressbar.OptionShowBytes(true),
				progressbar.OptionSetDescription("fetching"), progressbar.OptionThrottle(100*time.Millisecond),
				progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30))
		}
		p.bar.ChangeMax64(total + 1) // finished by stop, not by the last byte
		_ = p.bar.Set64(done)
		return
	}
	if e.Event == fetch.EventDone && e.Done > 0 && !p.ended[name] {
		p.ended[name] = true
		p.say(fmt.Sprintf("fetched %s (%s)", name, humanize.IBytes(uint64(e.Done))))
	} else if time.Since(p.last) > 10*time.Second {
		p.last = time.Now()
		p.say(fmt.Sprintf("fetching: %s of %s", humanize.IBytes(uint64(done)), humanize.IBytes(uint64(total))))
	}
}

// say writes a line, in the form of all messages.
func (p *progress) say(text string) {
	if p.json != nil {
		p.json.Info(text)
		return
	}
	fmt.Fprintln(p.w, text)
}

// line writes a line without disturbing the bar.
func (p *progress) line(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	fmt.Fprintln(p.w, text)
}

// stop takes the bar away.
func (p *progress) stop() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Finish()
		p.bar = nil
	}
}
