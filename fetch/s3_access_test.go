package fetch

import (
	"context"
	"strings"
	"testing"
)

// TestAccess reads through each combination of who may read and who asks: a public bucket
// without credentials (peak/s5cmd#285), and a bucket in another region, which answers 301
// (open-component-model/ocm#1999).
func TestAccess(t *testing.T) {
	data := buildZip(zipShape{}, rec{name: "a.log", data: logText(10)})
	refuse := func(status int, code string) *fault { return &fault{status: status, code: code, message: "refused"} }
	tests := []struct {
		name   string
		noSign bool
		noKeys bool
		fault  func(request) *fault
		want   []bool // for each request: signed
		err    []string
	}{
		{name: "signed", want: []bool{true}},
		{name: "no-sign-request", noSign: true, want: []bool{false}},
		{name: "no keys, public", noKeys: true, want: []bool{false}},
		{name: "unknown key, public", want: []bool{true, false}, fault: func(r request) *fault {
			if r.signed {
				return refuse(403, "InvalidAccessKeyId")
			}
			return nil
		}},
		{name: "expired, public", want: []bool{true, false}, fault: func(r request) *fault {
			if r.signed {
				return refuse(400, "ExpiredToken")
			}
			return nil
		}},
		{name: "versitygw's unknown key, public", want: []bool{true, false}, fault: func(r request) *fault {
			if r.signed {
				return refuse(404, "XAdminUserNotFound")
			}
			return nil
		}},
		{name: "a key id that is none, public", want: []bool{true, false, true, false}, fault: func(r request) *fault {
			if r.signed {
				return refuse(400, "AuthorizationHeaderMalformed")
			}
			return nil
		}},
		{name: "in an archive", want: []bool{true}, fault: func(request) *fault { return refuse(403, "InvalidObjectState") },
			err: []string{"403 InvalidObjectState", "restore it first"}},
		{name: "a clock that is off, not public", want: []bool{true, false}, fault: func(r request) *fault {
			if r.signed {
				return refuse(403, "RequestTimeTooSkewed")
			}
			return refuse(403, "AccessDenied")
		}, err: []string{"403 RequestTimeTooSkewed", "clock"}},
		{name: "refused both ways", want: []bool{true, false}, fault: func(r request) *fault {
			if r.signed {
				return refuse(403, "ExpiredToken")
			}
			return refuse(403, "AccessDenied")
		}, err: []string{"403 ExpiredToken", "check the AWS login", "without a signature", "403 AccessDenied"}},
		{name: "no keys, refused", noKeys: true, want: []bool{false}, fault: func(request) *fault { return refuse(403, "AccessDenied") },
			err: []string{"no AWS credentials", "without a signature", "403 AccessDenied"}},
		{name: "no-sign-request, refused", noSign: true, want: []bool{false}, fault: func(request) *fault { return refuse(403, "AccessDenied") },
			err: []string{"403 AccessDenied", "not public"}},
		{name: "missing, seen only unsigned", want: []bool{true, false}, fault: func(r request) *fault {
			if r.signed {
				return refuse(403, "InvalidAccessKeyId")
			}
			return refuse(404, "NoSuchKey")
		}, err: []string{"404 NoSuchKey"}},
		{name: "another region, 301", want: []bool{true, true}, fault: func(r request) *fault {
			if r.n == 1 {
				f := refuse(301, "PermanentRedirect")
				f.header = map[string]string{"X-Amz-Bucket-Region": "eu-central-1"}
				return f
			}
			return nil
		}},
		{name: "another region, 400", want: []bool{true, true}, fault: func(r request) *fault {
			if r.n == 1 {
				return &fault{status: 400, code: "AuthorizationHeaderMalformed", message: "The authorization header is malformed; the region 'us-west-2' is wrong; expecting 'eu-central-1'"}
			}
			return nil
		}},
		{name: "another region, in versitygw's words", want: []bool{true, true}, fault: func(r request) *fault {
			if r.n == 1 {
				return &fault{status: 400, code: "AuthorizationHeaderMalformed", message: `The authorization header is malformed; the region "us-west-2" is wrong; expecting "eu-central-1"`}
			}
			return nil
		}},
		{name: "another region, in the body", want: []bool{true, true}, fault: func(r request) *fault {
			if r.n == 1 {
				return &fault{status: 400, code: "AuthorizationHeaderMalformed", message: "The authorization header is malformed</Message><Region>eu-central-1</Region><Message>"}
			}
			return nil
		}},
		{name: "another region, told to HEAD unsigned", want: []bool{true, false, true}, fault: func(r request) *fault {
			switch r.n {
			case 1:
				return refuse(301, "PermanentRedirect")
			case 2:
				f := refuse(403, "")
				f.header = map[string]string{"X-Amz-Bucket-Region": "eu-central-1"}
				return f
			}
			return nil
		}},
		{name: "another region, told to HEAD signed", want: []bool{true, false, true, true}, fault: func(r request) *fault {
			switch r.n {
			case 1, 2:
				return refuse(400, "")
			case 3:
				f := refuse(301, "")
				f.header = map[string]string{"X-Amz-Bucket-Region": "eu-central-1"}
				return f
			}
			return nil
		}},
		{name: "another region, told to nobody", want: []bool{true, false, true}, fault: func(r request) *fault {
			return refuse(301, "PermanentRedirect")
		}, err: []string{"301 PermanentRedirect"}},
		{name: "another 400", fault: func(r request) *fault {
			return refuse(400, "InvalidArgument")
		}, want: []bool{true, true}, err: []string{"400 InvalidArgument"}},
		{name: "regions in a circle", want: []bool{true, true, true}, fault: func(r request) *fault {
			f := refuse(301, "PermanentRedirect")
			f.header = map[string]string{"X-Amz-Bucket-Region": map[bool]string{true: "eu-west-1", false: "eu-west-2"}[r.n%2 == 0]}
			return f
		}, err: []string{"301 PermanentRedirect"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newTestServer(t)
			s.put("b/node.zip", data)
			s.fault = tt.fault
			c := s.client(Options{NoSignRequest: tt.noSign})
			if tt.noKeys {
				t.Setenv("AWS_ACCESS_KEY_ID", "")
				t.Setenv("AWS_SECRET_ACCESS_KEY", "")
			}
			a, err := c.Open(context.Background(), mustRef(t, "s3://b/node.zip"))
			if (err == nil) != (tt.err == nil) {
				t.Fatalf("error %v, want %q", err, tt.err)
			}
			if err == nil {
				defer a.Close()
			} else {
				at := 0
				for _, want := range tt.err { // in this order
					i := strings.Index(err.Error()[at:], want)
					if i < 0 {
						t.Errorf("%q is not in its place in: %v", want, err)
						continue
					}
					at += i
				}
			}
			requests, _ := s.seen()
			if len(requests) != len(tt.want) {
				t.Fatalf("%d requests, want %d", len(requests), len(tt.want))
			}
			for i, r := range requests {
				if r.signed != tt.want[i] {
					t.Errorf("request %d: signed %v", i+1, r.signed)
				}
			}
		})
	}
}

// TestAccessIsRemembered asks only once how a bucket wants to be asked.
func TestAccessIsRemembered(t *testing.T) {
	s := newTestServer(t)
	data, recs := smallZip()
	s.put("b/node.zip", data)
	s.fault = func(r request) *fault {
		if r.signed {
			return &fault{status: 403, code: "InvalidAccessKeyId"}
		}
		return nil
	}
	if err := fetchAll(t, s.client(Options{}), mustRef(t, "s3://b/node.zip"), recs); err != nil {
		t.Fatal(err)
	}
	signed := 0
	requests, _ := s.seen()
	for _, r := range requests {
		if r.signed {
			signed++
		}
	}
	if signed != 1 || len(requests) != 3 {
		t.Errorf("%d of %d requests were signed, want 1 of 3", signed, len(requests))
	}
}
