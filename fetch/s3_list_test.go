package fetch

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestListingWithoutPage loses a page of a listing: what was named before it is there,
// and the loss is said; without the first page there is an error.
func TestListingWithoutPage(t *testing.T) {
	s := newTestServer(t) // lists two names a page
	for i := range 5 {
		s.put(fmt.Sprintf("b/run-1/node-%d.zip", i), []byte("PK"))
	}
	tests := []struct {
		name, address string
		lost          func(page int) bool
		zips          int
		err           string
	}{
		{"all there", "s3://b/run-1/", func(int) bool { return false }, 5, ""},
		{"third page", "s3://b/run-1/", func(page int) bool { return page == 3 }, 4, ""},
		{"second page", "s3://b/run-1/", func(page int) bool { return page >= 2 }, 2, ""},
		{"first page", "s3://b/run-1/", func(int) bool { return true }, 0, "503 SlowDown"},
		{"glob", "s3://b/run-1/node-*.zip", func(page int) bool { return page == 3 }, 4, ""},
		{"glob without a match", "s3://b/run-1/node-4*.zip", func(page int) bool { return page == 3 }, 1, ""},
		{"glob that the lost page may match", "s3://b/run-1/no*-4.zip", func(page int) bool { return page == 3 }, 0, "as far as it was listed: page 3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			page, after := 0, "-"
			s.fault = func(r request) *fault {
				if !strings.Contains(r.query, "list-type=2") {
					return nil
				}
				_, token, _ := strings.Cut(r.query, "continuation-token=")
				if token != after { // another page, not another attempt
					page, after = page+1, token
				}
				if tt.lost(page) {
					return &fault{status: 503, code: "SlowDown"}
				}
				return nil
			}
			l, err := s.client(Options{}).Expand(context.Background(), mustRef(t, tt.address))
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Fatalf("error %v, want %q", err, tt.err)
			}
			if err != nil {
				return
			}
			want := tt.zips != 5 && tt.zips != 1
			said := len(l.Problems) == 1 && l.Problems[0].Kind == KindListing && strings.Contains(l.Problems[0].Text, fmt.Sprintf("page %d of the listing", page))
			if len(l.Artifacts) != tt.zips || said != want || !want && len(l.Problems) > 0 {
				t.Errorf("%d zips, problems %v", len(l.Artifacts), l.Problems)
			}
		})
	}
}

// TestListingWithoutToken has a server that says that there is more and not where.
func TestListingWithoutToken(t *testing.T) {
	s := newTestServer(t)
	s.put("b/run-1/node-1.zip", []byte("PK"))
	s.fault = func(r request) *fault {
		if !strings.Contains(r.query, "list-type=2") {
			return nil
		}
		return &fault{body: "<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>run-1/node-1.zip</Key></Contents></ListBucketResult>"}
	}
	l, err := s.client(Options{}).Expand(context.Background(), mustRef(t, "s3://b/run-1/"))
	if err != nil || len(l.Artifacts) != 1 || len(l.Problems) != 1 || !strings.Contains(l.Problems[0].String(), "there is more, and not where; kept: what the pages before it name (1)") {
		t.Errorf("%+v, %v", l, err)
	}
}

// TestListOddNames lists keys with every kind of character, some of which XML cannot hold.
func TestListOddNames(t *testing.T) {
	for _, odd := range []string{"e&<>.zip", "e\x01.zip", "e\x1f.zip"} {
		s := newTestServer(t)
		want := []string{"s3://b/run 1+/a+b c%20d.zip", "s3://b/run 1+/" + odd, "s3://b/run 1+/f\n.zip", "s3://b/run 1+/g\u00fc\u202e.zip"}
		for _, w := range want {
			s.put(strings.TrimPrefix(w, "s3://"), []byte("PK"))
		}
		l, err := s.client(Options{}).Expand(context.Background(), mustRef(t, "s3://b/run 1+/"))
		if err != nil {
			t.Errorf("%q: %v", odd, err)
			continue
		}
		var got []string
		for _, a := range l.Artifacts {
			got = append(got, a.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("found %q, want %q", got, want)
		}
	}
}
