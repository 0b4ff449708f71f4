package fetch

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestNoConnection asks servers that are not there, or not those that they seem to be: one
// sentence says what was tried and what may be wrong, without the SDK's own words, and what
// no other attempt can change is tried once.
func TestNoConnection(t *testing.T) {
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	strange := httptest.NewTLSServer(http.NotFoundHandler())
	strange.Config.ErrorLog = log.New(io.Discard, "", 0)
	defer strange.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for name, tt := range map[string]struct {
		endpoint string
		requests int
		want     string
	}{
		"nobody there":        {gone.URL, 5, "connection refused (is the server up, and the address right?)"},
		"http, not https":     {strings.Replace(plain.URL, "http:", "https:", 1), 1, "(does this server speak http, not https?)"},
		"unknown certificate": {strange.URL, 1, "(check the address, and the certificates that this machine trusts)"},
	} {
		for _, address := range []string{"s3://b/n1.zip", tt.endpoint + "/n1.zip"} {
			o := Options{Region: "us-west-2", NoSignRequest: true}
			if strings.HasPrefix(address, "s3") {
				o.Endpoint = tt.endpoint
			}
			c := NewClient(o)
			c.backoff = backoff{base: 2, limit: 2}
			_, err := c.Open(context.Background(), mustRef(t, address))
			if err == nil || !strings.HasSuffix(err.Error(), tt.want) || strings.Contains(err.Error(), "operation error") || strings.Contains(err.Error(), "StatusCode") {
				t.Errorf("%s: %v, want %s", name, err, tt.want)
			}
			if err != nil && strings.Count(err.Error(), address) != 1 {
				t.Errorf("%s: %v, want the address once", name, err)
			}
			if n := c.Requests(); n != tt.requests {
				t.Errorf("%s, %s: %d requests, want %d", name, address, n, tt.requests)
			}
		}
	}
}
