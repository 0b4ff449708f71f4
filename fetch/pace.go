package fetch

import (
	"context"
	"slices"
	"sync"
)

// A pace bounds the connections of a client. A server that asks to slow down (429, 503)
// halves the bound for all of its requests, and each answer after that widens it a little,
// up to what it was: additive increase, multiplicative decrease, as TCP has it (Chiu and
// Jain, 1989). Waiting is first come, first served.
type pace struct {
	most int // connections when nothing asks to slow down

	mu      sync.Mutex
	limit   float64 // connections allowed now, 1 to most
	used    int
	waiting []chan struct{}
}

func newPace(most int) *pace { return &pace{most: most, limit: float64(most)} }

// Acquire waits for a connection. The error is that of ctx.
func (p *pace) Acquire(ctx context.Context) error {
	p.mu.Lock()
	if len(p.waiting) == 0 && p.used < int(p.limit) {
		p.used++
		p.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	p.waiting = append(p.waiting, turn)
	p.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	if i := slices.Index(p.waiting, turn); i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
	} else { // it came at the same moment
		p.used--
	}
	p.admit()
	p.mu.Unlock()
	return context.Cause(ctx)
}

// Release gives a connection back.
func (p *pace) Release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used--
	p.admit()
}

// faster widens the bound by one for each round of answers.
func (p *pace) faster() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.limit = min(p.limit+1/p.limit, float64(p.most))
	p.admit()
}

// slower halves the bound. Requests that were sent together and are refused together
// count once: what is in use then is over the new bound already.
func (p *pace) slower() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if float64(p.used) <= p.limit {
		p.limit = max(1, p.limit/2)
	}
}

// admit lets those in who wait, as far as the bound goes.
func (p *pace) admit() {
	for len(p.waiting) > 0 && p.used < int(p.limit) {
		p.used++
		close(p.waiting[0])
		p.waiting = p.waiting[1:]
	}
}
