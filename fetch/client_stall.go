package fetch

import (
	"context"
	"fmt"
	"time"
)

// A stallError is a request on which nothing arrived for too long.
type stallError struct{ after time.Duration }

func (e stallError) Error() string { return fmt.Sprintf("no byte for %v", e.after) }

// A stallGuard cancels a request when it waits too long for a byte. It runs
// only while something waits for the network, so a slow reader is no stall.
type stallGuard struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
	limit  time.Duration
}

// newStallGuard returns a guard that is armed, for the wait for the header.
func newStallGuard(ctx context.Context, limit time.Duration) *stallGuard {
	ctx, cancel := context.WithCancelCause(ctx)
	g := &stallGuard{ctx: ctx, cancel: cancel, limit: limit}
	g.timer = time.AfterFunc(limit, func() { cancel(stallError{limit}) })
	return g
}

func (g *stallGuard) arm()    { g.timer.Reset(g.limit) }
func (g *stallGuard) disarm() { g.timer.Stop() }

// stop ends the request.
func (g *stallGuard) stop() {
	g.timer.Stop()
	g.cancel(nil)
}

// explain replaces the error of a request that the guard, or the caller's
// context, has cancelled by the reason.
func (g *stallGuard) explain(err error) error {
	if cause := context.Cause(g.ctx); cause != nil {
		return cause
	}
	return err
}
