package fetch

// Events of a [Progress].
const (
	EventOpen   = "open"   // the directory was read; Total is the size of the zip
	EventFetch  = "fetch"  // bytes arrived: Done of Total that this Prefetch downloads
	EventCached = "cached" // everything wanted lay in the cache
	EventVerify = "verify" // members checked: Done of Total compressed bytes
	EventRetry  = "retry"  // an attempt failed and is made again
	EventDone   = "done"   // a Prefetch has ended well; Done bytes were downloaded
)

// Progress is one step of work on an artifact.
type Progress struct {
	Ref   Ref
	Event string // one of the Event constants
	Done  int64  // bytes
	Total int64  // bytes
}

// progress reports p to the user of the client.
func (c *Client) progress(p Progress) {
	if c.opt.Progress == nil {
		return
	}
	c.progressMu.Lock()
	defer c.progressMu.Unlock()
	c.opt.Progress(p)
}
