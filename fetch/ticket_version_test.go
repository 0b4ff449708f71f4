package fetch

import (
	"slices"
	"testing"
)

// From old to new, whatever the notation.
func TestTicketVersionOrder(t *testing.T) {
	for _, want := range [][]string{
		{"5.2.dev", "5.2.0-alpha", "5.2.0-beta.2", "5.2.rc1", "5.2.0-rc2", "5.2.0~rc10", "5.2.0", "5.2.1", "5.2.10"},
		{"v3.4.0-beta1", "v3.4.0-RC1", "3.4.0 GA", "3.4.0-patch1", "3.4.1"},
		{"7.2.0-900", "7.2.0-1700", "7.2.0-b1750", "7.2.0", "7.2.1-100"},
		{"mariadb-10.11.6", "mariadb-10.11.10", "MariaDB 10.11.19"},
		{"rc1", "rc2", "rc10"},
		{"2025.1.0~rc1-20250202.28b889668011", "2025.1.0"},
	} {
		var got []string
		for _, label := range slices.Backward(want) {
			if _, ok := versionIn(label); !ok {
				t.Errorf("%s is no version", label)
			}
			got = append(got, label)
		}
		slices.SortStableFunc(got, func(a, b string) int {
			v, _ := versionIn(a)
			w, _ := versionIn(b)
			return v.before(&w)
		})
		if !slices.Equal(got, want) {
			t.Errorf("order is %v, want %v", got, want)
		}
	}
	for _, label := range []string{"0e5755e7", "good", "quartz.feb10.full", "", "16 threads"} {
		if v, ok := versionIn(label); ok {
			t.Errorf("%q is taken for a version: %+v", label, v)
		}
	}
}

func TestTicketVersionBranches(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"5.2.rc1", "5.2.0", true}, {"5.2.rc1", "5.1.rc8", false}, {"v5.2.0", "5.2.0-rc1", true},
		{"2022.1.rc8", "2022.2.rc1", false}, {"5.2.0-arm", "5.2.1-x86", false}, {"a-5.2.0", "b-5.2.1", false}, {"mariadb-10.11.6", "MariaDB 10.11.19", true},
	} {
		v, _ := versionIn(c.a)
		w, _ := versionIn(c.b)
		if (v.branch == w.branch) != c.same {
			t.Errorf("%s and %s: branches %q and %q", c.a, c.b, v.branch, w.branch)
		}
	}
}

// Gaps are named for candidates and patches, never for the builds of a CI system.
func TestTicketMissingVersions(t *testing.T) {
	for _, c := range []struct{ have, missing []string }{
		{[]string{"5.2.rc1", "5.2.rc4", "5.2.0"}, []string{"5.2.rc2", "5.2.rc3"}},
		{[]string{"5.2.0", "5.2.3"}, []string{"5.2.1", "5.2.2"}},
		{[]string{"7.2.0-100", "7.2.0-104"}, nil},
		{[]string{"rc1", "rc3"}, []string{"rc2"}},
		{[]string{"5.2.rc3", "5.2.rc4"}, nil},
	} {
		var versions []ticketVersion
		for _, label := range c.have {
			v, _ := versionIn(label)
			versions = append(versions, v)
		}
		if got, _ := missingBetween(versions); !slices.Equal(got, c.missing) {
			t.Errorf("%v: missing %v, want %v", c.have, got, c.missing)
		}
	}
	var far []ticketVersion
	for _, label := range []string{"1.0.rc1", "1.0.rc999999"} {
		v, _ := versionIn(label)
		far = append(far, v)
	}
	if names, more := missingBetween(far); len(names) != maxMissing || more != 999997-maxMissing {
		t.Errorf("%d named and %d more", len(names), more)
	}
}

// With few repeats a change under twice their spread is noise, with more the
// interval of a difference of means decides.
func TestTicketNoiseHides(t *testing.T) {
	for _, c := range []struct {
		base, head []float64
		hidden     bool
	}{
		{[]float64{181878.66, 187166.71}, []float64{180146.30, 179519.29}, true},
		{[]float64{100, 101}, []float64{90, 91}, false},
		{[]float64{100, 104}, []float64{95}, true},
		{[]float64{100, 104}, []float64{80}, false},
		{[]float64{100, 101, 99, 100}, []float64{97, 98, 97, 98}, false}, // beyond the interval, inside twice the spread
		{[]float64{100, 110, 90, 100}, []float64{97, 108, 87, 98}, true},
	} {
		table := curveTable{xs: []float64{1}, series: []curve{{ys: [][]float64{c.base}}, {ys: [][]float64{c.head}}}}
		n, ok := table.noiseAt(0)
		if !ok || n.hides(c.base, c.head) != c.hidden {
			t.Errorf("%v and %v: hidden %v (spread %.1f %%, sd %.3f, %d df), want %v", c.base, c.head, !c.hidden, n.spread, n.sd, n.df, c.hidden)
		}
	}
}
