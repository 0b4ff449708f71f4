package fetch

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// sharedTicket parses a ticket of the shared corpus, which is not part of this
// repository.
func sharedTicket(t *testing.T, parts ...string) *Plan {
	t.Helper()
	root := os.Getenv("INQUEST_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "shared") // beside the repository
	} else if !filepath.IsAbs(root) {
		root = filepath.Join("..", root)
	}
	file := filepath.Join(append([]string{root}, parts...)...)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Skipf("no shared corpus (%v); set INQUEST_SHARED to its folder", err)
	}
	p := ParseTicket(filepath.Base(file), text)
	checkPlan(t, p)
	return p
}

func TestTicketSeedDurability(t *testing.T) {
	p := sharedTicket(t, "seeds", "ticket-1-durability.txt")
	wantBuilds(t, p, "6.5.0-4131", "6.5.0-4132")
	if got := p.Builds[0].Lines; !slices.Equal(got, []int{7, 10, 42, 45}) {
		t.Errorf("4131 is named in lines %v", got)
	}
	if len(p.Runs) != 4 || len(p.Artifacts) != 32 || len(p.Snapshots) != 4 {
		t.Errorf("%d runs, %d artifacts, %d snapshots; want 4, 32, 4", len(p.Runs), len(p.Artifacts), len(p.Snapshots))
	}
	r := p.Run("hebe-dura-txn-444")
	if r == nil {
		t.Fatal("no run hebe-dura-txn-444")
	}
	if r.BuildLabel() != "6.5.0-4131" || deref(r.Job) != "hebe-dura-txn" || r.Number == nil || *r.Number != 444 || r.Factors["sdk"] != "alpha6" {
		t.Errorf("run 444 is %+v", r)
	}
	if h := r.Headline; len(h) != 1 || h[0].Value != 9150 || h[0].Unit != nil || h[0].Metric != nil || h[0].Line != 7 {
		t.Errorf("headline of 444: %+v", h)
	}
	for _, r := range p.Runs {
		if n := len(p.ArtifactsOf(r.ID)); n != 8 {
			t.Errorf("run %s has %d artifacts, want 8", r.ID, n)
		}
	}
	wantStratum(t, p, map[string]string{"sdk": "alpha6"}, "hebe-dura-txn-444", "hebe-dura-txn-447", -15.8)
	wantStratum(t, p, map[string]string{"sdk": "alpha7"}, "hebe-dura-txn-460", "hebe-dura-txn-467", -47.8)
	wantClaim(t, p, -50, -47.8, true)
	wantClaim(t, p, -33, -15.8, false)
	if len(p.Problems) > 0 || p.Exit.Code != 0 {
		t.Errorf("problems %+v, exit %+v; want none", p.Problems, p.Exit)
	}
}

func TestTicketSeedXDCR(t *testing.T) {
	p := sharedTicket(t, "seeds", "ticket-2-xdcr.txt")
	wantBuilds(t, p, "7.6.0-1816", "7.6.0-1782", "7.6.0-1812")
	q := wantProblem(t, p, LevelError, "build-disagrees", "1812", "1816")
	if !slices.Equal(q.Lines, []int{1, 3, 9, 10, 11, 14, 15}) {
		t.Errorf("1812/1816 at lines %v", q.Lines)
	}
	q = wantProblem(t, p, LevelError, "run-under-two-tests", "15343", "line 7", "line 12")
	if !slices.Equal(q.Lines, []int{9, 14}) {
		t.Errorf("console 15343 at lines %v", q.Lines)
	}
	wantProblem(t, p, LevelWarning, "no-artifacts", "no artifacts")
	if len(p.Problems) != 3 {
		t.Errorf("%d problems, want 3: %+v", len(p.Problems), p.Problems)
	}
	if p.Exit.Code != 4 || len(p.Strata) != 0 || len(p.Artifacts) != 0 {
		t.Errorf("exit %+v, %d strata, %d artifacts", p.Exit, len(p.Strata), len(p.Artifacts))
	}
	if len(p.Snapshots) != 8 {
		t.Fatalf("%d snapshots, want 8", len(p.Snapshots))
	}
	s := p.Snapshots[0]
	if s.Raw != "titan_c1_760-1782_init_xdcr_6b86" || deref(s.Cluster) != "titan" || deref(s.Side) != "c1" || deref(s.Build) != "7.6.0-1782" || deref(s.Phase) != "init_xdcr" || s.Line != 10 {
		t.Errorf("first snapshot: %+v", s)
	}
	if f := p.Run("titan-15320").Factors; f["external_map"] != "true" || f["topology"] != "5 -> 5" || f["c"] != "1000" {
		t.Errorf("factors of 15320: %v", f)
	}
	if f := p.Run("titan-15317").Factors; f["external_map"] != "" {
		t.Errorf("factors of 15317: %v", f)
	}
	wantUncomputed(t, p, -25)
	wantUncomputed(t, p, -85)
}

func TestTicketSeedMyRocks(t *testing.T) {
	p := sharedTicket(t, "seeds", "ticket-3-myrocks.txt")
	if p.Exit.Code != 0 || len(p.Sweeps) != 2 || len(p.Runs) != 0 {
		t.Fatalf("exit %+v, %d sweeps, %d runs", p.Exit, len(p.Sweeps), len(p.Runs))
	}
	wantProblem(t, p, LevelWarning, "no-artifacts", "no artifacts")
	first, second := p.Sweeps[0], p.Sweeps[1]
	if deref(first.Axis) != "threads" || deref(second.Axis) != "threads" {
		t.Errorf("axes %v, %v", first.Axis, second.Axis)
	}
	wantGrowth(t, first, "Percona-5.7", 5.19, 0.80, false)
	wantGrowth(t, first, "MariaDB-10.3", 0.98, -0.02, true)
	wantGrowth(t, first, "FBMySQL-5.6", 4.82, 0.78, false)
	wantGrowth(t, first, "MariaDB-10.3-patch1", 4.99, 0.79, false)
	wantGrowth(t, second, "MariaDB-102-cur", 1.03, -0.01, true)
	wantPct(t, first, "MariaDB-10.3", -89.9, -95.8, -96.9, -97.4, -98.1)
	wantPct(t, first, "MariaDB-10.3-patch1", -1.4, -3.3, -2.1, 0.7, -5.2)
	wantValues(t, second, "MariaDB-10.2-patched", 9.558, 21.6, 31.722, 37.219, 46.152)
	for _, s := range first.Series {
		if s.Label == "MariaDB-10.3" && (s.SecondsPerItem[0] != 0.001504 || s.SecondsPerItem[1] != 0.001646) {
			t.Errorf("seconds per item: %v", s.SecondsPerItem)
		}
	}
	wantUncomputed(t, p, -30)
}

func TestTicketCorpusTwoVariants(t *testing.T) {
	p := sharedTicket(t, "corpus", "couchbase-ticket1", "ticket.txt")
	wantBuilds(t, p, "6.5.0-4131", "6.5.0-4132")
	wantStratum(t, p, map[string]string{"sdk": "alpha6"}, "hera-dura-ycsb-444", "hera-dura-ycsb-447", -14.6)
	wantStratum(t, p, map[string]string{"sdk": "alpha7"}, "hera-dura-ycsb-460", "hera-dura-ycsb-467", -46.8)
	wantClaim(t, p, -48, -46.8, true)
	wantClaim(t, p, -35, -14.6, false)
	if len(p.Artifacts) != 24 || len(p.Problems) != 0 {
		t.Errorf("%d artifacts, problems %+v", len(p.Artifacts), p.Problems)
	}
}

func TestTicketCorpusControl(t *testing.T) {
	p := sharedTicket(t, "corpus", "couchbase-ticket2", "ticket.txt")
	multi := map[string]string{"topology": "3 -> 3", "data": "1 bucket x 300K x 256B", "unidirectional": "true"}
	one := map[string]string{"topology": "1 -> 1", "data": "1 bucket x 80K x 256B", "unidirectional": "true"}
	wantStratum(t, p, multi, "pallas-5217", "pallas-5243", -24.9)
	wantStratum(t, p, one, "pallas-5219", "pallas-5245", 0.4)
	wantClaim(t, p, -25, -24.9, true)
	roles := map[string]int{}
	for _, a := range p.Artifacts {
		roles[deref(a.Role)]++
	}
	if roles["c1"] != 6 || roles["c2"] != 6 || roles[""] != 4 {
		t.Errorf("roles %v, want 6 of c1, 6 of c2, 4 without", roles)
	}
	if len(p.Problems) != 0 || p.Pairing == nil || p.Pairing.Base != "7.6.0-1782" {
		t.Errorf("problems %+v, pairing %+v", p.Problems, p.Pairing)
	}
}
