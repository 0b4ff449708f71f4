package parse

import (
	"encoding/json"
	"regexp"
	"strings"
)

// aboutRun matches top-level keys of a manifest that name a run or a time and say nothing
// of how it was run.
var aboutRun = regexp.MustCompile(`(?i)^(run_id|build_label|.*build.*|.*version.*|id|job|.*number|url|.*_url|date|time|.*_utc|.*_at|started|ended|start|end|note|notes|comment|description|control|status|state|result|outcome|exit_.*|seed|host|user|schema.*)$`)

// Facts are what the bench says of how the run was made, other than its factors: the
// workload, the offered rate, the size of the data; scalar top-level keys as text.
// A key without a value is no fact.
func (m *Manifest) Facts() map[string]string {
	out := map[string]string{}
	for k, v := range m.top() {
		if aboutRun.MatchString(k) || resultName.MatchString(k) && !strings.HasPrefix(k, "offered") && !strings.HasPrefix(k, "target") {
			continue
		}
		if t, ok := scalarText(v); ok && t != "" {
			out[k] = t
		}
	}
	return out
}

// statusKeys may say how a run ended.
var statusKeys = []string{"status", "run_status", "state", "result", "outcome", "conclusion"}

// failedWord matches the words of benches and CI servers for a run that did not end well.
var failedWord = regexp.MustCompile(`(?i)^(fail(ed|ure)?|abort(ed)?|error(ed)?|kill(ed)?|cancel(l?ed)?|time[d_ -]*out|crash(ed)?|invalid|broken|incomplete)$`)

// Failed gives the words in which the manifest says that the run failed or was aborted;
// empty when it does not say so.
func (m *Manifest) Failed() string {
	top := m.top()
	for _, k := range statusKeys {
		if s, ok := top[k].(string); ok && failedWord.MatchString(strings.TrimSpace(s)) {
			return k + " " + strings.TrimSpace(s)
		}
	}
	for _, k := range []string{"failed", "aborted"} {
		if b, ok := top[k].(bool); ok && b {
			return k
		}
	}
	for _, k := range []string{"success", "ok", "passed"} {
		if b, ok := top[k].(bool); ok && !b {
			return "not " + k
		}
	}
	for _, k := range []string{"exit_code", "exit_status", "return_code"} {
		if n, ok := top[k].(float64); ok && n != 0 {
			t, _ := scalarText(n)
			return k + " " + t
		}
	}
	return ""
}

// Control tells whether the manifest calls the run a control, one that the change under test
// cannot touch: the key control, true or false, at the top or among the factors. nil when
// it does not say.
func (m *Manifest) Control() *bool {
	if m == nil {
		return nil
	}
	for _, v := range []any{m.top()["control"], m.Factors["control"]} {
		t, ok := scalarText(v)
		if !ok {
			continue
		}
		switch strings.ToLower(strings.TrimSpace(t)) {
		case "true", "yes", "1":
			yes := true
			return &yes
		case "false", "no", "0":
			return new(bool)
		}
	}
	return nil
}

// top is the manifest's top level with all keys, known or not.
func (m *Manifest) top() map[string]any {
	var all map[string]any
	if m == nil || json.Unmarshal(m.Raw, &all) != nil {
		return nil
	}
	return all
}
