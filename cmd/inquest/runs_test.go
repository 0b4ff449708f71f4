package main

import (
	"strings"
	"testing"

	"inquest/fetch"
)

// TestRunID names runs by addresses of all forms. What follows the path, such as a
// signature, is never a part of the name.
func TestRunID(t *testing.T) {
	const query = "?X-Amz-Credential=AKIA/5ec4e7/s3&X-Amz-Signature=5ec4e7/x"
	for _, tt := range []struct{ address, zips, want string }{
		{"s3://b/jenkins-a-1/", "s3://b/jenkins-a-1/n1.zip s3://b/jenkins-a-1/n2.zip", "a-1"},
		{"s3://b/a-1", "s3://b/a-1/n1.zip", "a-1"},
		{"s3://b/", "s3://b/n1.zip", "b"},
		{"s3://b/a-1/n1.zip", "s3://b/a-1/n1.zip", "n1"},
		{"s3://b/a-1/n1.zip?versionId=3.4", "s3://b/a-1/n1.zip?versionId=3.4", "n1"},
		{"s3://b/x/a-1_*.zip", "s3://b/x/a-1_n1.zip", "a-1"},
		{"s3://b/a-1/*.zip", "s3://b/a-1/n1.zip", "a-1"},
		{"s3://b/a?1/", "s3://b/a?1/n1.zip", "a?1"},
		{"s3://b/a-1/n?1.zip", "s3://b/a-1/n?1.zip", "n?1"},
		{"https://b.s3.us-west-2.amazonaws.com/a-1/n1.zip" + query, "", "n1"},
		{"https://b.s3.us-west-2.amazonaws.com/n1.zip" + query, "", "n1"},
		{"https://ci.example.org/a-1/n1.zip?token=5ec4e7", "", "n1"},
		{"https://ci.example.org/download" + query, "", "download"},
		{"https://ci.example.org/a-1/get?token=5ec4e7", "", "a-1"},
		{"runs/a-1", "runs/a-1/n1.zip", "a-1"},
		{"runs/n1.zip", "runs/n1.zip", "n1"},
		{"runs/a-1_n*.zip", "runs/a-1_n1.zip", "a-1_n"},
	} {
		ref, err := fetch.ParseRef(tt.address)
		if err != nil {
			t.Fatal(err)
		}
		zips := []fetch.Ref{ref}
		if tt.zips != "" {
			zips = zips[:0]
			for _, z := range strings.Fields(tt.zips) {
				r, err := fetch.ParseRef(z)
				if err != nil {
					t.Fatal(err)
				}
				zips = append(zips, r)
			}
		}
		if got := runID(ref, zips); got != tt.want {
			t.Errorf("%s: run %q, want %q", tt.address, got, tt.want)
		}
	}
}
