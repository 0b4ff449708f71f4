package fetch

import (
	"fmt"
	"testing"
)

const twoStrata = `Title of it

%s

SDK3 Alpha6:

6.5.0-4131 http://ci.example.com/job/heron/444/ - 9150
6.5.0-4132 http://ci.example.com/job/heron/447/ - 7706

SDK3 Alpha7:

6.5.0-4131 http://ci.example.com/job/heron/460/ - 6689
6.5.0-4132 http://ci.example.com/job/heron/467/ - 3491
`

// A stated is a claim in short: claimed, computed (0 for none), agrees.
type stated struct {
	claimed, computed float64
	agrees            bool
}

func TestTicketClaimsOfStrata(t *testing.T) {
	a6 := stated{-33, -15.8, false}
	a7 := stated{-50, -47.8, true}
	for _, c := range []struct {
		prose string
		want  []stated
	}{
		{"Throughput decreased around 50% for SDK3 alpha7 and around 33% for SDK3 alpha6.", []stated{a7, a6}},
		{"With SDK3 alpha7 we lose around 50%, with SDK3 alpha6 around 33%.", []stated{a7, a6}},
		{"We see a 33% regression on alpha6, 50% on alpha7.", []stated{a6, a7}},
		{"Throughput is down 50 % (alpha7) and 33 % (alpha6).", []stated{a7, a6}},
		{"Alpha7 loses half of its throughput and alpha6 loses a third.", []stated{a7, {-33.3, -15.8, false}}},
		{"Alpha6: -33%. Alpha7: −50%.", []stated{a6, a7}},
		{"SDK3 alpha6 is 33% slower and SDK3 alpha7 is 2x slower.", []stated{a6, a7}},
		{"On alpha6 throughput went from 9150 to 7706 and on alpha7 from 6689 to 3491.", []stated{{-15.8, -15.8, true}, {-47.8, -47.8, true}}},
		{"With alpha7 it fell to about half; alpha6 lost about 33 percent.", []stated{a7, a6}},
		{"alpha7 throughput dropped by 50 %,\nalpha6 throughput by 33 %.", []stated{a7, a6}},
		{"Performance of 6.5.0-4132 is 33% lower than that of 6.5.0-4131 with alpha6.", []stated{a6}},
		{"6.5.0-4131 is 18% faster than 6.5.0-4132 with alpha6.", []stated{{18, 18.7, true}}},
		{"CPU is 30% lower with alpha6, throughput 33% lower.", []stated{{-30, 0, false}, a6}},
		{"Up to 50% lower throughput with alpha7; more than 30% with alpha6.", []stated{a7, {-30, -15.8, false}}},
		{"It lost 33 %.", []stated{{-33, 0, false}}}, // of which?
		{"Alpha7 latency rose by 20%.", []stated{{20, 0, false}}},
		{"Close to the end alpha7 drops by 80-90%.", []stated{{-85, 0, false}}},
		{"The mix is 50% reads and 50% updates, CPU was at 95%, and 3 of 8 nodes are used.", nil},
		{"See https://x.example.com/a%20b?drop=25%25 for the drop.", nil},
	} {
		p := ParseTicket("claims", fmt.Appendf(nil, twoStrata, c.prose))
		checkStated(t, c.prose, p, c.want)
	}
}

func checkStated(t *testing.T, prose string, p *Plan, want []stated) {
	t.Helper()
	checkPlan(t, p)
	var got []stated
	for _, c := range p.Claims {
		s := stated{claimed: c.ClaimedPct}
		if c.ComputedPct != nil {
			s.computed, s.agrees = *c.ComputedPct, *c.Agrees
		}
		got = append(got, s)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q\n got  %v\n want %v%s", prose, got, want, claimTexts(p))
	}
}

const oneStratum = `Two builds

10.2-base: https://gitlab.example.com/org/bench/-/jobs/7001 - 9150 tps
10.2-patched: https://gitlab.example.com/org/bench/-/jobs/7002 - 6100 tps

%s
`

func TestTicketClaimsInWords(t *testing.T) {
	third := stated{-33.3, -33.3, true}
	for _, c := range []struct {
		prose string
		want  []stated
	}{
		{"Throughput dropped by a third.", []stated{third}},
		{"It went from 9150 to 6100 tps.", []stated{third}},
		{"Throughput decreased by 60 percent from 9150 to 6100.", []stated{{-60, -33.3, false}}},
		{"The patched build is 1.5x slower.", []stated{third}},
		{"The patched build is 1.5 times slower.", []stated{third}},
		{"Throughput fell to 67% of the baseline.", []stated{{-33, -33.3, true}}},
		{"Throughput fell to two thirds.", []stated{third}},
		{"Throughput halved.", []stated{{-50, -33.3, false}}},
		{"It is half as fast.", []stated{{-50, -33.3, false}}},
		{"It is twice as slow.", []stated{{-50, -33.3, false}}},
		{"A regression of 30-40%.", []stated{{-35, -33.3, true}}},
		{"Between 30 and 40% less throughput.", []stated{{-35, -33.3, true}}},
		{"We lost 33,3 %.", []stated{third}},
		{"Performance doubled!", []stated{{100, -33.3, false}}},
		{"Starting at 30% it goes down.", []stated{{-30, 0, false}}},
		{"p99 latency is 2x higher.", []stated{{100, 0, false}}},
		{"From 20 to 150 threads it drops.", nil},
		{"The 5 -> 5 test drops.", nil},
	} {
		p := ParseTicket("claims", fmt.Appendf(nil, oneStratum, c.prose))
		checkStated(t, c.prose, p, c.want)
	}
}

// What is slower takes longer: the sign of a verdict follows the metric.
func TestTicketClaimsOfTimes(t *testing.T) {
	p := ParseTicket("times", []byte(`Query times

| query | before (ms) | after (ms) | change |
|---|---|---|---|
| q1 | 10 | 12 | +20% |
| q2 | 100 | 180 | +40% |
| q3 | 5.5 | — | — |

q2 got 80% slower. q1 is 1.2x slower.
`))
	checkStated(t, "times", p, []stated{{20, 20, true}, {40, 80, false}, {80, 80, true}, {20, 20, true}})
	if s := p.Sweeps[0]; s.Series[1].Points[2].Y != nil || s.XLabels[1] != "q2" {
		t.Errorf("sweep %+v", s)
	}
}

func TestTicketClaimsOfCurves(t *testing.T) {
	p := ParseTicket("curves", []byte(`Two workloads

### Read
threads | 10.6.12 | 10.11.2
--|--|--
1 | 100 | 99
8 | 800 | 640

### Write
threads | 10.6.12 | 10.11.2
--|--|--
1 | 50 | 49
8 | 300 | 150

At 8 threads reads are 20% slower and writes lost half. Reads at 1 thread lost 10%.
`))
	checkStated(t, "curves", p, []stated{{-20, -20, true}, {-50, -50, true}, {-10, -1, false}})
}
