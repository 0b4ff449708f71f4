package fetch

import (
	"testing"
)

// TestRegionIsAskedOnce has a server that refuses signatures for another region and
// names the right one only to HeadBucket: one question is enough for all objects.
func TestRegionIsAskedOnce(t *testing.T) {
	s := newTestServer(t)
	data, recs := smallZip()
	s.put("b/1.zip", data)
	s.put("b/2.zip", data)
	s.fault = func(r request) *fault {
		switch {
		case r.method == "HEAD":
			return &fault{status: 403, header: map[string]string{regionHeader: "eu-central-1"}}
		case r.region != "eu-central-1":
			return &fault{status: 400}
		}
		return nil
	}
	c := s.client(Options{})
	for _, key := range []string{"s3://b/1.zip", "s3://b/2.zip"} {
		if err := fetchAll(t, c, mustRef(t, key), recs); err != nil {
			t.Fatal(err)
		}
	}
	heads, wrong := 0, 0
	requests, _ := s.seen()
	for _, r := range requests {
		if r.method == "HEAD" {
			heads++
		} else if r.region != "eu-central-1" {
			wrong++
		}
	}
	if heads != 1 || wrong != 1 || len(requests) != 6 || c.Requests() != 6 {
		t.Errorf("%d HEAD, %d for the wrong region, %d requests in all, %d counted; want 1, 1, 6, 6", heads, wrong, len(requests), c.Requests())
	}
}
