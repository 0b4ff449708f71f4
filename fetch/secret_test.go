package fetch

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// TestSecretsStayUnsaid lets servers say the secrets of an address back, in every way they
// can: no error and no log line repeats them, and no other server is told.
func TestSecretsStayUnsaid(t *testing.T) {
	const query = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIA5ec4e7%2F20990101%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Security-Token=t0ken%2F5ec4e7&X-Amz-Signature=5ec4e75ec4e7"
	refuse := func(w http.ResponseWriter, message string) {
		w.WriteHeader(http.StatusForbidden)
		fmt.Fprintf(w, "<Error><Code>AccessDenied</Code><Message>%s</Message></Error>", message)
	}
	for name, tt := range map[string]struct {
		answer   func(w http.ResponseWriter, r *http.Request)
		requests int64
		want     string
	}{
		"echo of the signature": {func(w http.ResponseWriter, _ *http.Request) { refuse(w, "we calculated 5ec4e75ec4e7") }, 1, "we calculated ***"},
		"echo of the key id":    {func(w http.ResponseWriter, _ *http.Request) { refuse(w, "no such key: AKIA5ec4e7") }, 1, "no such key: ***"},
		"echo of the token":     {func(w http.ResponseWriter, _ *http.Request) { refuse(w, "bad token t0ken/5ec4e7") }, 1, "bad token ***"},
		"echo of the address": {func(w http.ResponseWriter, r *http.Request) {
			refuse(w, "GET "+strings.ReplaceAll(r.RequestURI, "&", "&amp;")+" is over")
		}, 1, "is over"},
		"redirect to nowhere": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "https://no host:%zz/?"+r.URL.RawQuery)
			w.WriteHeader(http.StatusFound)
		}, 2, "Location"},
		"another secret in a redirect": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "https://u:5ec4e7@no host:%zz/a?sig=5ec4e7")
			w.WriteHeader(http.StatusFound)
		}, 2, "Location"},
		"redirect in a circle": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.String(), http.StatusFound)
		}, maxRedirects, "without end"},
		"redirect": {func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/elsewhere" {
				http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
				return
			}
			refuse(w, "came from "+r.Referer()+".")
		}, 2, "came from ."},
	} {
		t.Run(name, func(t *testing.T) {
			var n atomic.Int64
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				n.Add(1)
				tt.answer(w, r)
			}))
			defer s.Close()
			var log bytes.Buffer
			c := NewClient(Options{Attempts: 2, Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
			c.backoff = backoff{base: 2, limit: 2}
			_, err := c.Open(context.Background(), mustRef(t, s.URL+"/b/n1.zip?"+query))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want it to hold %q", err, tt.want)
			}
			if text := fmt.Sprint(err) + log.String(); strings.Contains(text, "5ec4e7") {
				t.Errorf("the secret is told:\n%s", text)
			}
			if n.Load() != tt.requests {
				t.Errorf("%d requests, want %d", n.Load(), tt.requests)
			}
		})
	}
}

// TestPlanWithoutSecrets shows a plan, and keeps the addresses in the plan itself.
func TestPlanWithoutSecrets(t *testing.T) {
	for ref, want := range map[string]string{
		"https://b.s3.us-west-2.amazonaws.com/run-1/n1.zip?X-Amz-Signature=5ec4e75ec4e7": "https://b.s3.us-west-2.amazonaws.com/run-1/n1.zip",
		"https://u:5ec4e75ec4e7@ci.example.org/run-1/n1.zip":                             "https://ci.example.org/run-1/n1.zip",
		"https://ci.example.org/run-1/n1.zip?token=5ec4e75ec4e7":                         "https://ci.example.org/run-1/n1.zip?token=***",
		"s3://b/run-1/n1.zip": "s3://b/run-1/n1.zip",
	} {
		p := &Plan{Artifacts: []PlanArtifact{{Run: "run-1", Node: "n1", Ref: ref}}}
		shown, err := json.Marshal(p.WithoutSecrets())
		if err != nil || strings.Contains(string(shown), "5ec4e7") || !strings.Contains(string(shown), `"ref":"`+want+`"`) {
			t.Errorf("%s is shown as %s, %v", ref, shown, err)
		}
		if p.Artifacts[0].Ref != ref {
			t.Errorf("the plan itself holds %s, want %s", p.Artifacts[0].Ref, ref)
		}
		if p.Secret() != (ref != want) {
			t.Errorf("%s: secret %v", ref, p.Secret())
		}
	}
}
