package fetch

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

// TestPace halves the connections when a server asks to slow down, once for what was sent
// together, and gives them back with the answers.
func TestPace(t *testing.T) {
	p := newPace(8)
	allowed := func() int {
		t.Helper()
		n := 0
		done, cancel := context.WithCancel(t.Context())
		cancel()
		for p.Acquire(done) == nil {
			n++
		}
		for range n {
			p.Release()
		}
		return n
	}
	want := func(what string, n int) {
		t.Helper()
		if got := allowed(); got != n {
			t.Errorf("%s: %d connections, want %d", what, got, n)
		}
	}
	want("at first", 8)
	for range 8 {
		if err := p.Acquire(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for range 4 { // refused together
		p.slower()
		p.Release()
	}
	for range 4 {
		p.Release()
	}
	want("after one burst", 4)
	for range 9 {
		p.slower()
	}
	want("never none", 1)
	p.faster()
	want("after an answer", 2)
	for range 100 {
		p.faster()
	}
	want("never more than at first", 8)
}

// TestPaceQueue has many ask at once: never more than allowed have a connection, all get
// one in the end, and one that gives up leaves no gap.
func TestPaceQueue(t *testing.T) {
	p := newPace(3)
	var used, most atomic.Int64
	var wg sync.WaitGroup
	for range 200 {
		wg.Go(func() {
			if err := p.Acquire(t.Context()); err != nil {
				t.Error(err)
				return
			}
			if n := used.Add(1); n > most.Load() {
				most.Store(n)
			}
			used.Add(-1)
			p.Release()
		})
	}
	wg.Wait()
	if most.Load() > 3 {
		t.Errorf("%d connections at once, 3 are allowed", most.Load())
	}
	for range 3 {
		_ = p.Acquire(t.Context())
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := make(chan error)
	go func() { gone <- p.Acquire(ctx) }()
	reason := errors.New("enough")
	cancel(reason)
	if err := <-gone; !errors.Is(err, reason) {
		t.Errorf("gave up with %v, want %v", err, reason)
	}
	for range 3 {
		p.Release()
	}
	if p.used != 0 || len(p.waiting) != 0 {
		t.Errorf("%d used and %d waiting at the end", p.used, len(p.waiting))
	}
}
