package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/report/diff"
)

func TestRedactedReportNamesNobody(t *testing.T) {
	r := regression()
	for i := range r.Base.Runs { // addresses as nodes, as in a pasted ticket
		r.Base.Runs[i].Nodes = append(append([]string{}, r.Base.Runs[i].Nodes...), "172.23.100.190", "db-7.lab.example.com")
	}
	r.Warnings = append(r.Warnings,
		diff.Warning{Kind: "clock", Artifact: "s3://perf/dura-444/172.23.100.190.zip", Text: "ns_1@172.23.100.190 and 172.23.100.19 disagree with db-7 and [fe80::1%eth0]:8091"},
		diff.Warning{Kind: "proxy", Text: "GET https://user:secret@proxy.corp:3128/x by way of gw.lab.example.com, not 127.0.0.1"})
	before := render(t, "json", r)
	got := Redact(r)
	if render(t, "json", r) != before {
		t.Error("Redact changed its argument")
	}
	for format := range formats {
		out := render(t, format, got)
		for _, secret := range []string{"node-h", "172.23.100", "db-7", "example.com", "proxy.corp", "secret", "fe80::1", "amazonaws"} {
			if strings.Contains(out, secret) {
				t.Errorf("%s still holds %q", format, secret)
			}
		}
	}
	text := render(t, "80.txt", got)
	for _, want := range []string{"6.5.0-4131", "dura-444", "127.0.0.1", "n5 writes x2.4", "odd", "idle n7, n8", "couchbase.log", ":3128/x"} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("the redacted text lacks %q:\n%s", want, text)
		}
	}
	w := got.Warnings[len(got.Warnings)-2]
	if w.Artifact != "s3://host2/dura-444/n1.zip" || w.Text != "ns_1@n1 and host3 disagree with n2 and [host4]:8091" {
		t.Errorf("a host got two names: %+v", w)
	}
	if d := cmp.Diff(Redact(got), got); d != "" {
		t.Errorf("redacting twice changes something: %s", d)
	}
}

func TestRedactKeepsWordsOfTheContract(t *testing.T) {
	r := settingsAndNoise()
	for i := range r.Base.Runs {
		r.Base.Runs[i].Nodes = []string{"server", "a", "n2"}
	}
	r.Findings[0].Text = "a rise on n2 and server, kept in a.b"
	got := Redact(r)
	if got.Settings[1].Scope != "server" || got.Settings[1].Name != "sync_binlog" || got.Findings[0].Metric != "throughput" {
		t.Errorf("a contract word was changed: %+v", got.Settings[1])
	}
	// a=n1, n2=n2, node-a, node-b, node-c, server: "a" alone is a word and stays in a sentence
	if want := "a rise on n2 and n6, kept in a.b"; got.Findings[0].Text != want {
		t.Errorf("text = %q, want %q", got.Findings[0].Text, want)
	}
	if nodes := got.Base.Runs[0].Nodes; !cmp.Equal(nodes, []string{"n6", "n1", "n2"}) {
		t.Errorf("nodes = %v", nodes)
	}
}

func TestNaturalOrder(t *testing.T) {
	order := []string{"10.0.0.2", "10.0.0.10", "node-2", "node-02", "node-9a", "node-10", "node-10a", "x"}
	for i := range order {
		for j := range order {
			if got := naturalLess(order[i], order[j]); got != (i < j) && order[i] != "node-02" && order[j] != "node-02" {
				t.Errorf("naturalLess(%s, %s) = %v", order[i], order[j], got)
			}
		}
	}
	if naturalLess("node-2", "node-02") == naturalLess("node-02", "node-2") {
		t.Error("names that differ only by zeros have no order")
	}
}
