package fetch

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// TestRealServer runs against a real S3 server.
func TestRealServer(t *testing.T) {
	endpoint := os.Getenv("INQUEST_S3_ENDPOINT")
	if endpoint == "" {
		t.Skip("INQUEST_S3_ENDPOINT is not set. To run: go install github.com/versity/versitygw/cmd/versitygw@v1.8.0; mkdir data side; " +
			"ROOT_ACCESS_KEY=testkey ROOT_SECRET_KEY=testsecret versitygw --port 127.0.0.1:17070 --quiet --region us-west-2 posix --sidecar side data; " +
			"INQUEST_S3_ENDPOINT=http://127.0.0.1:17070 AWS_ACCESS_KEY_ID=testkey AWS_SECRET_ACCESS_KEY=testsecret AWS_REGION=us-west-2 go test ./fetch")
	}
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	newClient := func(noSign bool) *Client {
		return NewClient(Options{Endpoint: endpoint, CacheDir: t.TempDir(), NoSignRequest: noSign})
	}
	signed := newClient(false)
	l := signed.s3.login(ctx)
	if l.err != nil {
		t.Fatalf("no credentials for the server: %v", l.err)
	}
	sdk := signed.s3.client(l, access{region: l.cfg.Region, signed: true})
	bucket := fmt.Sprintf("inquest-test-%d", time.Now().UnixNano())
	data, recs := smallZip()
	put := func(key string, body []byte) {
		t.Helper()
		if _, err := sdk.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String(bucket), Key: aws.String(key), Body: bytes.NewReader(body)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := sdk.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: aws.String(bucket)}); err != nil {
		t.Fatal(err)
	}
	keys := []string{"run-1/node-a.zip", "run-1/node b+ü.zip", "run-1/manifest.json"}
	t.Cleanup(func() {
		for _, k := range keys {
			_, _ = sdk.DeleteObject(context.Background(), &s3.DeleteObjectInput{Bucket: aws.String(bucket), Key: aws.String(k)})
		}
		_, _ = sdk.DeleteBucket(context.Background(), &s3.DeleteBucketInput{Bucket: aws.String(bucket)})
	})
	for _, k := range keys[:2] {
		put(k, data)
	}
	put(keys[2], []byte("{}"))
	ref := mustRef(t, "s3://"+bucket+"/run-1/node-a.zip")

	if err := fetchAll(t, signed, ref, recs); err != nil {
		t.Errorf("signed: %v", err)
	}
	elsewhere := NewClient(Options{Endpoint: endpoint, CacheDir: t.TempDir(), Region: "eu-central-1"})
	if _, err := elsewhere.Expand(ctx, mustRef(t, "s3://"+bucket+"/run-1")); err != nil {
		t.Errorf("listing, asked with another region: %v", err)
	}
	if err := fetchAll(t, elsewhere, ref, recs); err != nil {
		t.Errorf("asked with another region: %v", err)
	}
	listing, err := signed.Expand(ctx, mustRef(t, "s3://"+bucket+"/run-1"))
	if err != nil || len(listing.Artifacts) != 2 || listing.Manifest == nil {
		t.Fatalf("listing %+v, %v", listing, err)
	}
	if err := fetchAll(t, signed, listing.Artifacts[0], recs); err != nil {
		t.Errorf("%s: %v", listing.Artifacts[0], err)
	}
	presigned, err := s3.NewPresignClient(sdk).PresignGetObject(ctx, &s3.GetObjectInput{Bucket: aws.String(bucket), Key: aws.String(keys[1])})
	if err != nil {
		t.Fatal(err)
	}
	if err := fetchAll(t, newClient(true), mustRef(t, presigned.URL), recs); err != nil {
		t.Errorf("presigned: %v", err)
	}
	if _, err := newClient(true).Open(ctx, ref); statusOf(err) != 403 {
		t.Errorf("anonymous, private bucket: %v", err)
	}

	a, err := newClient(false).Open(ctx, mustRef(t, "s3://"+bucket+"/run-1/node b+ü.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	fresh := []rec{{name: "m0.log", data: noise(80, 200_000), stored: true}}
	put(keys[1], buildZip(zipShape{}, fresh...))
	if err := a.Prefetch(ctx, a.Members[:1]); err != nil {
		t.Errorf("replaced object: %v", err)
	} else if err := checkAll(t, a, fresh); err != nil {
		t.Errorf("replaced object: %v", err)
	}

	policy := fmt.Sprintf(`{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::%s/*"}]}`, bucket)
	if _, err := sdk.PutBucketPolicy(ctx, &s3.PutBucketPolicyInput{Bucket: aws.String(bucket), Policy: aws.String(policy)}); err != nil {
		t.Fatal(err)
	}
	if err := fetchAll(t, newClient(true), ref, recs); err != nil {
		t.Errorf("anonymous, public bucket: %v", err)
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "unknown")
	if err := fetchAll(t, newClient(false), ref, recs); err != nil {
		t.Errorf("unknown key, public bucket: %v", err)
	}
}
