package fetch

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// backoff says how long to wait after the n-th failed attempt in a row.
type backoff struct{ base, limit, asked time.Duration }

// defaultBackoff waits 0.1, 0.2, 0.4 ... 5 s, each by chance between half and
// all of it, and up to a minute when the server asks for that.
var defaultBackoff = backoff{base: 100 * time.Millisecond, limit: 5 * time.Second, asked: time.Minute}

func (b backoff) wait(ctx context.Context, failed int, asked time.Duration) error {
	d := min(b.limit, b.base<<min(failed-1, 16))
	d = d/2 + rand.N(d/2+1)
	if asked > 0 {
		d = min(asked, b.asked)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}

// moved is how many bytes make an attempt count as progress: a long download
// over a bad line must not use up its attempts.
const moved = 1 << 20

// attempts is the budget of one artifact, shared by its concurrent requests.
type attempts struct {
	client *Client
	ref    Ref

	mu       sync.Mutex
	failed   int // attempts that failed
	slowed   int // answers that asked to slow down
	badRange int // answers with the wrong bytes
	requests int // sent
}

func (c *Client) newAttempts(ref Ref) *attempts { return &attempts{client: c, ref: ref} }

// givenUp is the end of an artifact's attempts.
type givenUp struct {
	failed int
	err    error
}

func (g *givenUp) Error() string {
	return fmt.Sprintf("given up after %d attempts: %v", g.failed, g.err)
}

func (g *givenUp) Unwrap() error { return g.err }

// again decides about a failed attempt that had brought n bytes: nil means try
// again, after a pause; otherwise the error to give up with.
func (a *attempts) again(ctx context.Context, err error, n int64) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	kind := classify(err)
	if kind == fatal {
		return err
	}
	if kind == slowDown {
		a.client.conns.slower()
	}
	failed, over := a.count(err, kind, n)
	if over {
		return &givenUp{failed, err}
	}
	a.client.log.Info("attempt failed, trying again", "ref", a.ref.String(), "failed", failed, "error", err)
	a.client.progress(Progress{Ref: a.ref, Event: EventRetry})
	var asked time.Duration
	var status *StatusError
	if errors.As(err, &status) {
		asked = status.retryAfter()
	}
	return a.client.backoff.wait(ctx, max(failed, 1), asked)
}

// count books the failure, and tells how many there were of its kind and
// whether they are too many.
func (a *attempts) count(err error, kind failure, n int64) (failed int, over bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	limit := a.client.opt.Attempts
	if errors.Is(err, errNotRange) {
		a.badRange++
	}
	switch {
	case kind == slowDown:
		a.slowed++
		return a.slowed, a.slowed >= limit+limit/2+1
	case n >= moved:
		return a.failed, false
	}
	a.failed++
	return a.failed, a.failed >= limit
}

// badRanges is how often the server has answered ranged requests wrongly.
func (a *attempts) badRanges() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.badRange
}

// distrustRanges reports whether that is so often that the whole object should be asked for.
func (a *attempts) distrustRanges() bool { return a.badRanges() >= 2 }
