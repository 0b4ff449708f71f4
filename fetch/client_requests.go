package fetch

import (
	"context"
	"net/http"
	"sync/atomic"
)

// A countingTransport counts the requests that leave this client.
type countingTransport struct {
	next http.RoundTripper
	n    atomic.Int64
}

func (t *countingTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	t.n.Add(1)
	return t.next.RoundTrip(r)
}

// Requests returns how many requests the client has sent to S3 and to other
// servers: for artifacts, listings and manifests, those that failed included.
// Requests for credentials are not among them.
func (c *Client) Requests() int { return int(c.sent.n.Load()) }

// Requests returns how many requests for bytes were made for this artifact
// since it was opened, those that failed included; 0 for a local file.
func (a *Artifact) Requests() int {
	n := int(a.asked.Load())
	if r, ok := a.src.(*remote); ok {
		n += r.tries.sent()
	}
	return n
}

// get sends one query for the artifact, and counts it.
func (a *attempts) get(ctx context.Context, q query) (*answer, error) {
	a.mu.Lock()
	a.requests++
	a.mu.Unlock()
	return a.client.get(ctx, a.ref, q)
}

func (a *attempts) sent() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.requests
}
