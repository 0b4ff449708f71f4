package fetch

import (
	"strings"
	"testing"
	"time"
)

// TestParseRef reads every form of an address.
func TestParseRef(t *testing.T) {
	const b, k = "perf-artifacts", "jenkins-hebe-dura-txn-444/172.23.100.190.zip"
	s3 := func(region string) Ref { return Ref{Scheme: "s3", Bucket: b, Key: k, Region: region} }
	file := func(path string) Ref { return Ref{Scheme: "file", Path: path} }
	tests := []struct {
		in   string
		want Ref // without Raw and what is not exported
	}{
		{"s3://" + b + "/" + k, s3("")},
		{"S3://" + b + "/" + k, s3("")},
		{"s3a://" + b + "/" + k, s3("")},
		{"arn:aws:s3:::" + b + "/" + k, s3("")},
		{"https://s3-us-west-2.amazonaws.com/" + b + "/" + k, s3("us-west-2")},
		{"http://s3-us-west-2.amazonaws.com/" + b + "/" + k, s3("us-west-2")},
		{"HTTPS://S3-US-WEST-2.amazonaws.com/" + b + "/" + k, s3("us-west-2")},
		{"https://s3.us-west-2.amazonaws.com/" + b + "/" + k, s3("us-west-2")},
		{"https://s3.us-west-2.amazonaws.com:443/" + b + "/" + k, s3("us-west-2")},
		{"https://s3.dualstack.us-west-2.amazonaws.com/" + b + "/" + k, s3("us-west-2")},
		{"https://s3.amazonaws.com/" + b + "/" + k, s3("")},
		{"https://s3-external-1.amazonaws.com/" + b + "/" + k, s3("us-east-1")},
		{"https://s3.cn-north-1.amazonaws.com.cn/" + b + "/" + k, s3("cn-north-1")},
		{"https://s3-fips.us-gov-west-1.amazonaws.com/" + b + "/" + k, s3("us-gov-west-1")},
		{"https://s3-fips-us-gov-west-1.amazonaws.com/" + b + "/" + k, s3("us-gov-west-1")},
		{"https://s3-fips.dualstack.us-east-2.amazonaws.com/" + b + "/" + k, s3("us-east-2")},
		{"https://" + b + ".s3-us-west-2.amazonaws.com/" + k, s3("us-west-2")},
		{"https://" + b + ".s3.us-west-2.amazonaws.com/" + k, s3("us-west-2")},
		{"https://" + b + ".s3.dualstack.us-west-2.amazonaws.com/" + k, s3("us-west-2")},
		{"https://" + b + ".s3.amazonaws.com/" + k, s3("")},
		{"https://" + b + ".s3-accelerate.amazonaws.com/" + k, s3("")},
		{"https://" + b + ".s3-website-us-west-2.amazonaws.com/" + k, s3("us-west-2")},
		{"https://my.dotted.bucket.s3.us-west-2.amazonaws.com/k.zip", Ref{Scheme: "s3", Bucket: "my.dotted.bucket", Key: "k.zip", Region: "us-west-2"}},
		{"https://s3-like.s3.amazonaws.com/k.zip", Ref{Scheme: "s3", Bucket: "s3-like", Key: "k.zip"}},
		{"s3-us-west-2.amazonaws.com/" + b + "/" + k, s3("us-west-2")},
		{"https://us-west-2.console.aws.amazon.com/s3/object/" + b + "?region=us-west-2&prefix=" + k, s3("us-west-2")},
		{"https://s3.console.aws.amazon.com/s3/buckets/" + b + "?prefix=run/&region=eu-west-1", Ref{Scheme: "s3", Bucket: b, Key: "run/", Region: "eu-west-1"}},
		{"https://" + b + ".s3.amazonaws.com/?list-type=2&prefix=run/", Ref{Scheme: "s3", Bucket: b, Key: "run/"}},
		{"s3://" + b + "/run/", Ref{Scheme: "s3", Bucket: b, Key: "run/"}},
		{"s3://" + b, Ref{Scheme: "s3", Bucket: b}},
		{"s3://" + b + "/" + k + "?versionId=3sL4k", Ref{Scheme: "s3", Bucket: b, Key: k, VersionID: "3sL4k"}},
		{"https://" + b + ".s3.amazonaws.com/" + k + "?versionId=3sL4k", Ref{Scheme: "s3", Bucket: b, Key: k, VersionID: "3sL4k"}},
		{"s3://" + b + "/a%20b/%C3%BC.zip", Ref{Scheme: "s3", Bucket: b, Key: "a b/ü.zip"}},
		{"https://s3.amazonaws.com/" + b + "/a%20b/c%2Bd.zip", Ref{Scheme: "s3", Bucket: b, Key: "a b/c+d.zip"}},
		{"s3://" + b + "/100%/a.zip", Ref{Scheme: "s3", Bucket: b, Key: "100%/a.zip"}},
		{"s3://" + b + "/run//a#1?.zip", Ref{Scheme: "s3", Bucket: b, Key: "run//a#1?.zip"}},
		{"s3://" + b + "/run/*.zip", Ref{Scheme: "s3", Bucket: b, Key: "run/*.zip"}},
		{"https://s3.amazonaws.com/" + b + "/run/a.zip#frag", Ref{Scheme: "s3", Bucket: b, Key: "run/a.zip"}},

		{"http://jenkins.example.com/job/hebe/444/artifact/node.zip", Ref{Scheme: "http", Host: "jenkins.example.com", Path: "/job/hebe/444/artifact/node.zip"}},
		{"https://Files.example.com:8443/a%20b.zip", Ref{Scheme: "https", Host: "files.example.com:8443", Path: "/a b.zip"}},
		{"https://s3.example.com/b/k.zip", Ref{Scheme: "https", Host: "s3.example.com", Path: "/b/k.zip"}},
		{"https://ec2.us-west-2.amazonaws.com/x.zip", Ref{Scheme: "https", Host: "ec2.us-west-2.amazonaws.com", Path: "/x.zip"}},

		{"file:///tmp/run%201/node.zip", file("/tmp/run 1/node.zip")},
		{"file://localhost/tmp/node.zip", file("/tmp/node.zip")},
		{"runs/node.zip", file("runs/node.zip")},
		{"/abs/run (old)/", file("/abs/run (old)/")},
		{".", file(".")},
		{"..", file("..")},
		{"10.0.0.190.zip", file("10.0.0.190.zip")},
		{"./s3.amazonaws.com/x", file("./s3.amazonaws.com/x")},

		{"  s3://" + b + "/" + k + "\t", s3("")},
		{"\u00a0s3://" + b + "/" + k + "\u200b\ufeff", s3("")},
		{"<s3://" + b + "/" + k + ">", s3("")},
		{"<s3://" + b + "/" + k + ">.", s3("")},
		{`"s3://` + b + "/" + k + `",`, s3("")},
		{"'s3://" + b + "/" + k + "'", s3("")},
		{"`s3://" + b + "/" + k + "`", s3("")},
		{"“s3://" + b + "/" + k + "”", s3("")},
		{"(s3://" + b + "/" + k + ")", s3("")},
		{"(s3://" + b + "/" + k + ").", s3("")},
		{"s3://" + b + "/" + k + ".", s3("")},
		{"s3://" + b + "/" + k + "),", s3("")},
		{"s3://" + b + "/" + k + ";", s3("")},
		{"s3://" + b + "/" + k + "…", s3("")},
		{"node.zip,", file("node.zip")},
		{"https://h.example/run_(1)", Ref{Scheme: "https", Host: "h.example", Path: "/run_(1)"}},
	}
	for _, tt := range tests {
		got, err := ParseRef(tt.in)
		if err != nil {
			t.Errorf("%q: %v", tt.in, err)
			continue
		}
		got = Ref{Scheme: got.Scheme, Bucket: got.Bucket, Key: got.Key, Region: got.Region, VersionID: got.VersionID,
			Host: got.Host, Path: got.Path, Presigned: got.Presigned, Expires: got.Expires}
		if got != tt.want {
			t.Errorf("%q:\n got %+v\nwant %+v", tt.in, got, tt.want)
		}
	}
}

func TestParseRefErrors(t *testing.T) {
	for in, want := range map[string]string{
		"":                              "empty address",
		" \u00a0 ":                      "empty address",
		`""`:                            "",
		"gs://bucket/key":               `scheme "gs" is not supported`,
		"s3:///key":                     "names no bucket",
		"s3://bu cket/key":              "cannot be a bucket name",
		"https://s3.amazonaws.com/":     "names no bucket",
		"http:///path":                  "no host name",
		"https://user:pw@ho st/x?tok=1": "no host name",
		"file://":                       "want file:///path",
		"file://server/share":           "want file:///path",
		"a\x00b":                        "NUL byte",
	} {
		_, err := ParseRef(in)
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: error %v, want %q", in, err, want)
		}
		if err != nil && (strings.Contains(err.Error(), "pw") || strings.Contains(err.Error(), "tok=1")) {
			t.Errorf("%q: the error holds a secret: %v", in, err)
		}
	}
}

// TestRefNames checks node and run of an address.
func TestRefNames(t *testing.T) {
	tests := []struct{ in, node, run string }{
		{"https://s3-us-west-2.amazonaws.com/perf-artifacts/jenkins-hebe-dura-txn-444/172.23.100.190.zip", "172.23.100.190", "hebe-dura-txn-444"},
		{"s3://b/jenkins-run-1/node-a.ZIP", "node-a", "run-1"},
		{"s3://b/jenkins-run-1/", "jenkins-run-1", "run-1"},
		{"s3://b/node.zip", "node", ""},
		{"s3://b/", "", ""},
		{"runs/jenkins-x-5/n.zip", "n", "x-5"},
		{"n.zip", "n", ""},
		{"./n.zip", "n", ""},
		{"../n.zip", "n", ""},
		{"https://h.example/job/artifact/n.zip", "n", "artifact"},
		{"https://b.s3.amazonaws.com/run-7/n.zip?X-Amz-Signature=x&X-Amz-Date=20260101T000000Z&X-Amz-Expires=60", "n", "run-7"},
		{"/tmp/.zip", ".zip", "tmp"},
	}
	for _, tt := range tests {
		r := mustRef(t, tt.in)
		if r.Node() != tt.node || r.RunID() != tt.run {
			t.Errorf("%s: node %q, run %q, want %q, %q", tt.in, r.Node(), r.RunID(), tt.node, tt.run)
		}
	}
}

// TestRefString shows no secret, and one text for all forms of an address.
func TestRefString(t *testing.T) {
	for in, want := range map[string]string{
		"https://s3-us-west-2.amazonaws.com/b/k.zip":                              "s3://b/k.zip",
		"https://b.s3.dualstack.us-west-2.amazonaws.com/k.zip?versionId=v1":       "s3://b/k.zip?versionId=v1",
		"https://b.s3.amazonaws.com/k%20k.zip?X-Amz-Signature=SECRET&X-Amz-Foo=1": "https://b.s3.amazonaws.com/k%20k.zip",
		"https://b.s3.amazonaws.com/k.zip?Signature=SECRET&Expires=1":             "https://b.s3.amazonaws.com/k.zip",
		"https://acct.blob.example/k.zip?sv=1&sig=SECRET&se=2026-01-01T00:00:00Z": "https://acct.blob.example/k.zip",
		"https://u:SECRET@h.example/k.zip?id=7&api_token=SECRET":                  "https://h.example/k.zip?id=7&api_token=***",
		"file:///tmp/a%20b.zip": "/tmp/a b.zip",
	} {
		if got := mustRef(t, in).String(); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	r := mustRef(t, "https://b.s3.amazonaws.com/k.zip?X-Amz-Date=20260102T030405Z&X-Amz-Expires=600&X-Amz-Signature=x")
	if want := time.Date(2026, 1, 2, 3, 14, 5, 0, time.UTC); !r.Presigned || !r.Expires.Equal(want) {
		t.Errorf("presigned %v, expires %v", r.Presigned, r.Expires)
	}
}

// FuzzParseRef must neither panic nor change its mind about its own output.
func FuzzParseRef(f *testing.F) {
	for _, s := range []string{"s3://b/k.zip?versionId=1", "<https://b.s3.amazonaws.com/%zz>.", "file://x", "(((", "http://[::1]:80/%", "“s3://a/”,"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := ParseRef(s)
		if err != nil {
			return
		}
		_, _ = r.Node(), r.RunID()
		if r.Scheme != "s3" || strings.ContainsAny(r.Key, "%?*") {
			return
		}
		again, err := ParseRef("s3://" + r.Bucket + "/" + r.Key)
		if err == nil && again.Bucket != r.Bucket {
			t.Errorf("%q gives bucket %q, then %q", s, r.Bucket, again.Bucket)
		}
	})
}
