package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// serveFolder serves the runs of a folder from an S3 server on loopback, under
// <bucket>/<run>/<file>, and returns the flags that lead a command to it.
func serveFolder(t testing.TB, bucket, folder string) []string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket(bucket); err != nil {
		t.Fatal(err)
	}
	eachFile(t, folder, func(key string, data []byte) {
		if _, err := backend.PutObject(bucket, key, map[string]string{}, bytes.NewReader(data), int64(len(data)), nil); err != nil {
			t.Fatal(err)
		}
	})
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return []string{"--endpoint-url", server.URL, "--no-sign-request", "--region", "us-west-2"}
}

// serveReal puts the runs of a folder on the server of INQUEST_S3_ENDPOINT into a bucket
// of the test's own, which is removed in the end.
func serveReal(t testing.TB, folder string) (bucket string, flags []string) {
	t.Helper()
	endpoint := os.Getenv("INQUEST_S3_ENDPOINT")
	if endpoint == "" {
		t.Skip("INQUEST_S3_ENDPOINT is not set: no real S3 server to test with; TestRealServer of package fetch says how to start one")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cfg, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		t.Fatal(err)
	}
	client := s3.NewFromConfig(cfg, func(o *s3.Options) { o.BaseEndpoint, o.UsePathStyle = aws.String(endpoint), true })
	bucket = fmt.Sprintf("inquest-test-%d", time.Now().UnixNano())
	if _, err := client.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: &bucket}); err != nil {
		t.Fatal(err)
	}
	var keys []string
	t.Cleanup(func() {
		for _, key := range keys {
			_, _ = client.DeleteObject(context.Background(), &s3.DeleteObjectInput{Bucket: &bucket, Key: &key})
		}
		_, _ = client.DeleteBucket(context.Background(), &s3.DeleteBucketInput{Bucket: &bucket})
	})
	eachFile(t, folder, func(key string, data []byte) {
		if _, err := client.PutObject(ctx, &s3.PutObjectInput{Bucket: &bucket, Key: &key, Body: bytes.NewReader(data)}); err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	})
	return bucket, []string{"--endpoint-url", endpoint, "--region", cfg.Region}
}

// eachFile visits the files of the runs in a folder: zips and manifests.
func eachFile(t testing.TB, folder string, visit func(key string, data []byte)) {
	t.Helper()
	for _, pattern := range []string{"*/*.zip", "*/manifest.json"} {
		names, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			visit(filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name), data)
		}
	}
}
