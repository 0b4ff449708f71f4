package diff_test

import (
	"slices"
	"testing"

	"inquest/schemas"
)

// names are the settings that differ.
func (r *result) names() []string {
	var out []string
	for _, s := range r.Settings {
		out = append(out, s.Name)
	}
	return out
}

// A setting that somebody changed explains more than any statistics; one that names the
// node, or that the kernel counts, buries it. Each case sets a name to two values.
func TestWhatIsASettingsDifference(t *testing.T) {
	tests := []struct {
		name, base, head string
		differs          bool
	}{
		{"sync_binlog", "0", "1", true},
		{"innodb_flush_log_at_trx_commit", "1", "1", false},
		{"kernel.sched_migration_cost_ns", "500000", "5000000", true},
		{"uname.release", "5.10.0-8", "6.1.0-13", true},
		{"cpu.model", "Xeon 2670", "EPYC 7763", true},
		{"hostname", "db1", "db2", false},
		{"server_id", "1", "2", false},
		{"pid_file", "/a/1.pid", "/b/2.pid", false},
		{"general_log_file", "a.log", "b.log", false},
		{"gtid_binlog_pos", "0-1-55", "0-1-77", false},
		{"timestamp", "1700000000.1", "1700086400.9", false},
		{"kernel.random.boot_id", "aa", "bb", false},
		{"fs.file-nr", "1024 0 99", "2048 0 99", false},
		{"mount./data", "/dev/sdb1 ext4", "/dev/nvme0n1 ext4", false},
		{"cpu.mhz", "2401.3", "2399.8", false},
		{"net.netfilter.nf_conntrack_count", "12", "900", false},
		{"sysbench.total_time", "300.01", "299.98", false},
		{"version", "10.3.1", "10.3.2", false}, // it is the build itself
		{"innodb_version", "5.7.1", "5.7.2", false},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			r := pair(t, loaded("b1", "1", 1).set(x.name, x.base), loaded("h1", "2", 1).set(x.name, x.head))
			if got := slices.Contains(r.names(), x.name); got != x.differs {
				t.Fatalf("differs: %v, want %v; settings are %+v", got, x.differs, r.Settings)
			}
			if !x.differs {
				r.silent()
				return
			}
			s := r.Settings[0]
			if s.Base != x.base || s.Head != x.head || len(s.Nodes) != 3 || s.Scope != schemas.ScopeServer {
				t.Errorf("setting is %+v, want %s -> %s on 3 nodes", s, x.base, x.head)
			}
			f := r.one("settings", "")
			r.check(f, want{outcome: "neutral", says: []string{x.name + " " + x.base + " -> " + x.head, "throughput is alike on 3 of 3 nodes"}})
		})
	}
}

// A version that differs under one label means that the label lies: no A/A comparison.
func TestVersionsUnderOneLabel(t *testing.T) {
	r := pair(t, loaded("b1", "1", 1).set("version", "10.3.1"), loaded("h1", "1", 0.6).set("version", "10.3.2"))
	if !slices.Contains(r.names(), "version") {
		t.Errorf("settings are %v, want version: the label is the same and the server is not", r.names())
	}
	if f := r.one("level", "throughput"); f.Outcome != "worse" {
		t.Errorf("outcome %s, want worse: two servers are no A/A pair", f.Outcome)
	}
}

// A name that one side lacks is a difference only if that side printed such settings at all;
// a collector that did not run is no changed setting.
func TestSettingOnOneSide(t *testing.T) {
	base := loaded("b1", "1", 1).set("sync_binlog", "1").set("new_option", "on")
	r := pair(t, base, loaded("h1", "2", 1).set("sync_binlog", "1"))
	if s := r.Settings; len(s) != 1 || s[0].Name != "new_option" || s[0].Base != "on" || s[0].Head != "" {
		t.Errorf("settings are %+v, want new_option on the base only", s)
	}
	if f := r.one("settings", ""); !contains(f.Text, "new_option on -> (none)") {
		t.Errorf("the sentence does not show what is missing: %s", f.Text)
	}
	r = pair(t, loaded("b2", "1", 1).set("sync_binlog", "1").set("new_option", "on"), loaded("h2", "2", 1))
	if len(r.Settings) != 0 {
		t.Errorf("settings are %+v, want none: the head's were not collected", r.Settings)
	}
}

// What differs between two runs of one build is not what tells the builds apart.
func TestSettingThatReplicatesDifferIn(t *testing.T) {
	run := func(id, build, counter string) *rig {
		return loaded(id, build, 1).set("counter", counter).set("sync_binlog", build)
	}
	r := compare(t, side{run("b1", "0", "11"), run("b2", "0", "12")}, side{run("h1", "1", "13"), run("h2", "1", "14")})
	if !slices.Equal(r.names(), []string{"sync_binlog"}) {
		t.Errorf("settings are %v, want sync_binlog only", r.names())
	}
}

// The bench's options belong to the leg they were used in; one that ran outside the legs made no load that counts.
func TestBenchSettingsAreThoseOfTheirLeg(t *testing.T) {
	run := func(id, build, size, outside string) *rig {
		r := newRig(id, build).threads(8, 16).put("throughput", busyLoad(1000))
		for _, n := range r.run.Nodes {
			for _, x := range []struct{ leg, value string }{{"t8", "1000"}, {"t16", size}, {"", outside}} {
				n.Settings = append(n.Settings, schemas.Setting{Name: "sysbench.table_size", Value: x.value, Scope: schemas.ScopeBench,
					Source: r.source(n, "sysbench", "sysbench.log", x.leg, "", "")})
			}
		}
		return r
	}
	r := pair(t, run("b1", "1", "1000", "5"), run("h1", "2", "9000", "7"))
	if s := r.Settings; len(s) != 1 || !contains(s[0].Name, "sysbench.table_size") || !contains(s[0].Name, "t16") || s[0].Head != "9000" || s[0].Scope != schemas.ScopeBench {
		t.Errorf("settings are %+v, want table_size of leg t16 only", s)
	}
}

// The server's settings come first: they are what a build or its packaging changes.
func TestSettingsAreOrderedByScope(t *testing.T) {
	run := func(id, build string) *rig {
		r := loaded(id, build, 1)
		for _, n := range r.run.Nodes[:2] {
			for _, scope := range []string{schemas.ScopeOS, schemas.ScopeHardware, schemas.ScopeBench, schemas.ScopeServer} {
				n.Settings = append(n.Settings, schemas.Setting{Name: "a." + scope, Value: build, Scope: scope, Source: r.source(n, "facts", "facts", "", "", "")})
			}
		}
		return r
	}
	r := pair(t, run("b1", "1"), run("h1", "2"))
	if want := []string{"a.server", "a.bench", "a.hardware", "a.os"}; !slices.Equal(r.names(), want) {
		t.Errorf("settings are %v, want %v", r.names(), want)
	}
	f := r.one("settings", "")
	if f.NodesAgree != 2 || f.NodesTotal != 3 {
		t.Errorf("settings differ on %d of %d nodes, want 2 of 3", f.NodesAgree, f.NodesTotal)
	}
}

// Hundreds of differing settings must not become a sentence of hundreds, nor a certificate a novel.
func TestManySettings(t *testing.T) {
	base, head := loaded("b1", "1", 1), loaded("h1", "2", 0.5)
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		base.set(name, "0")
		head.set(name, "0123456789012345678901234567890123456789012345678901234567890123456789")
	}
	r := pair(t, base, head)
	f := r.one("settings", "")
	if len(r.Settings) != 7 || !contains(f.Text, "7 settings differ") || !contains(f.Text, "and 2 more") || len(f.Text) > 600 {
		t.Errorf("the sentence is %d letters long: %s", len(f.Text), f.Text)
	}
	if g := r.one("level", "throughput"); !slices.Contains(g.Because, f.ID) {
		t.Errorf("the loss is because of %v, want the settings %s among them", g.Because, f.ID)
	}
	if contains(f.Text, "alike") {
		t.Errorf("throughput halved and the settings' sentence calls it alike: %s", f.Text)
	}
}
