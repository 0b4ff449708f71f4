package fetch

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// A plan may be made by a CI system: few keys, some that are not known here.
func TestReadPlanByHand(t *testing.T) {
	p, err := ReadPlan(strings.NewReader(`{
  "schema_version": 1,
  "bench": "nightly",
  "runs": [{"id": "heron-444", "build": "6.5.0-4131", "factors": {"sdk": "alpha6"}}],
  "artifacts": [{"run": "heron-444", "node": "n1", "ref": "s3://b/jenkins-heron-444/n1.zip", "role": "c1"}],
  "sweeps": [{"title": "", "series": [{"label": "a", "points": [[1, 2.5], [2, null]]}]}]
}`))
	if err != nil {
		t.Fatal(err)
	}
	if p.Run("heron-444").BuildLabel() != "6.5.0-4131" || deref(p.ArtifactsOf("heron-444")[0].Role) != "c1" || p.Run("x") != nil {
		t.Errorf("plan %+v", p)
	}
	if q := p.Sweeps[0].Series[0].Points; *q[0].Y != 2.5 || q[1].Y != nil || q[1].X != 2 {
		t.Errorf("points %+v", q)
	}
	if p.Builds == nil || p.Strata == nil || p.Problems == nil {
		t.Error("a list that was left out is nil")
	}
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), `"strata": null`) || !strings.Contains(out.String(), `"strata": []`) {
		t.Error("an empty list is written as null")
	}
}

func TestReadPlanErrors(t *testing.T) {
	for text, want := range map[string]string{
		``:                       "empty",
		"{\n  \"runs\": [,]\n}":  "line 2, column",
		"{\"schema_version\": 1": "line 1",
		"{\"schema_version\": 1,\n \"runs\": [{\"id\": 5}]}": "line 2",
		`{"schema_version": 2}`:                              "schema_version is 2",
		`{}`:                                                 "schema_version is 0",
		`{"schema_version": 1, "runs": [{}]}`:                "runs[0] has no id",
		`{"schema_version": 1, "runs": [{"id": "a"}, {"id": "a"}]}`:                                   `"a" is there twice`,
		`{"schema_version": 1, "artifacts": [{"run": "a", "ref": "s3://b/k.zip"}]}`:                   `run "a" is not in runs`,
		`{"schema_version": 1, "runs": [{"id": "a"}], "artifacts": [{"run": "a", "ref": "ftp://x"}]}`: "artifacts[0]",
		`{"schema_version": 1, "runs": [{"id": "a"}], "strata": [{"base": ["a"], "head": ["a"]}]}`:    "on both sides",
		`{"schema_version": 1, "runs": [{"id": "a"}], "strata": [{"base": ["a"], "head": ["b"]}]}`:    `run "b" is not in runs`,
		`{"schema_version": 1, "sweeps": [{"series": [{"points": [[1]]}]}]}`:                          "want [x, y]",
		`{"schema_version": 1} trailing`:                                                              "line 1",
	} {
		p, err := ReadPlan(strings.NewReader(text))
		if err == nil || p != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n error %v, want %q", text, err, want)
		}
	}
	if _, err := ReadPlan(failing{}); err == nil || !errors.Is(err, errFailing) {
		t.Errorf("error of the reader: %v", err)
	}
}

var errFailing = errors.New("the disk is gone")

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errFailing }
