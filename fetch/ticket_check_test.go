package fetch

import (
	"slices"
	"testing"
)

func parsed(t *testing.T, text string) *Plan {
	t.Helper()
	p := ParseTicket("ticket", []byte(text))
	checkPlan(t, p)
	return p
}

func TestTicketOneRunUnderTwoBuilds(t *testing.T) {
	for name, text := range map[string]string{
		"headings":  "A title\n\n2.0.0-11:\nhttps://ci.example.com/job/crane/3/ - 100\n\n2.0.0-12:\nhttps://ci.example.com/job/crane/3/ - 90\n",
		"lines":     "A title\n\n2.0.0-11: https://ci.example.com/job/crane/3/\n2.0.0-12: https://ci.example.com/job/crane/3/\n",
		"table":     "A title\n\n|Build|Run|\n|--|--|\n|2.0.0-11|https://ci.example.com/job/crane/3/|\n|2.0.0-12|https://ci.example.com/job/crane/3/|\n",
		"artifacts": "A title\n\n2.0.0-11: https://ci.example.com/job/crane/3/\n\n2.0.0-12:\ns3://b/jenkins-crane-3/n1.zip\n",
	} {
		p := parsed(t, text)
		q := wantProblem(t, p, LevelError, "build-disagrees", "2.0.0-11", "2.0.0-12", "crane-3")
		if len(q.Lines) < 2 || p.Exit.Code != 4 || p.Runs[0].Build != nil {
			t.Errorf("%s: lines %v, exit %+v, build %v", name, q.Lines, p.Exit, p.Runs[0].Build)
		}
	}
}

// A build that title, changelog, prose or a snapshot gives instead of the one
// of the runs is one contradiction, with every line of either.
func TestTicketBuildNamedTwoWays(t *testing.T) {
	runs := "8.0.0-1200: https://ci.example.com/job/h/1/console - 100\n8.0.0-1230: https://ci.example.com/job/h/2/console - 80\n"
	for name, c := range map[string]struct {
		text  string
		lines []int
	}{
		"title":     {"8.0.0-1234: slower\n\n" + runs, []int{1, 4}},
		"prose":     {"Slower\nIt fell from 8.0.0-1200 to 8.0.0-1234.\n" + runs, []int{2, 4}},
		"changelog": {"Slower\n\n" + runs + "http://x.example.com/log?fromb=8.0.0-1200&tob=8.0.0-1234\n", []int{4, 5}},
		"snapshot":  {"Slower\n\n" + runs + "http://m.example.com/?snapshot=h_800-1200_load_ab12&snapshot=h_800-1234_load_ab13\n", []int{4, 5}},
	} {
		p := parsed(t, c.text)
		q := wantProblem(t, p, LevelError, "build-disagrees", "8.0.0-1230", "8.0.0-1234")
		if !slices.Equal(q.Lines, c.lines) || len(p.Strata) != 0 || p.Pairing != nil {
			t.Errorf("%s: lines %v, want %v; strata %v", name, q.Lines, c.lines, p.Strata)
		}
	}
	p := parsed(t, "8.0.0-1230 is slower than 8.0.0-1200\n\n"+runs+"http://m.example.com/?snapshot=h_800-1200_load_ab12&snapshot=h_800-1230_load_ab13\n")
	if len(p.Strata) != 1 || *p.Strata[0].Headline.Pct != -20 {
		t.Errorf("without contradiction: %+v, %+v", p.Strata, p.Problems)
	}
}

func TestTicketOneRunOfSeveralMetrics(t *testing.T) {
	p := parsed(t, `Reads and writes

Reads (ops/s):
7.1.0-10: https://ci.example.com/job/h/1/ - 1000
7.1.0-11: https://ci.example.com/job/h/2/ - 990
Writes (ops/s):
7.1.0-10: https://ci.example.com/job/h/1/ - 500
7.1.0-11: https://ci.example.com/job/h/2/ - 250

Writes dropped 50%, reads 1%.
`)
	if len(p.Runs) != 2 || len(p.Runs[0].Headline) != 2 || len(p.Strata) != 1 {
		t.Errorf("runs %+v, strata %+v", p.Runs, p.Strata)
	}
	checkStated(t, "two metrics", p, []stated{{-50, -50, true}, {-1, -1, true}})
	wantProblem(t, p, LevelWarning, "no-artifacts")
}

func TestTicketWhichIsTheBase(t *testing.T) {
	a := "6.5.0-4131 http://ci.example.com/job/h/444/ 9150\n"
	b := "6.5.0-4132 http://ci.example.com/job/h/447/ 7706\n"
	for name, c := range map[string]struct{ text, base string }{
		"first named":        {"Slower\n\n" + a + b, "6.5.0-4131"},
		"title has the head": {"6.5.0-4132 is slow\n\n" + a + b, "6.5.0-4131"},
		"compared to":        {"Slower\n\n6.5.0-4132 lost 15% compared to 6.5.0-4131.\n\n" + b + a, "6.5.0-4131"},
		"from to":            {"Slower\n\nFrom 6.5.0-4131 to 6.5.0-4132 we lost 15%.\n\n" + b + a, "6.5.0-4131"},
		"slower than":        {"6.5.0-4132 slower than 6.5.0-4131\n\n" + b + a, "6.5.0-4131"},
		"changelog":          {"Slower\n\n" + b + a + "http://x.example.com/?fromb=6.5.0-4131&tob=6.5.0-4132", "6.5.0-4131"},
		"called good":        {"Slower\n\n6.5.0-4132 (bad): http://ci.example.com/job/h/447/\n6.5.0-4131 (good): http://ci.example.com/job/h/444/\n", "6.5.0-4131"},
		"baseline key":       {"Slower\n\nBaseline: 6.5.0-4131\n" + b + a, "6.5.0-4131"},
	} {
		p := parsed(t, c.text)
		if p.Pairing == nil || p.Pairing.Base != c.base {
			t.Errorf("%s: pairing %+v, want base %s", name, p.Pairing, c.base)
		}
	}
	p := parsed(t, "Slower\n\n"+b+a)
	wantProblem(t, p, LevelWarning, "base-newer", "6.5.0-4131", "6.5.0-4132")
	if p.Pairing.Base != "6.5.0-4132" {
		t.Errorf("the build named first is the base: %+v", p.Pairing)
	}
}

func TestTicketThreeBuildsAreAsked(t *testing.T) {
	p := parsed(t, `Reads

8.0.1-1201: https://ci.example.com/job/w/71/ - 10500
8.0.1-1215: https://ci.example.com/job/w/72/ - 10450
8.0.1-1230: https://ci.example.com/job/w/73/ - 9000
s3://b/jenkins-w-71/n.zip
`)
	wantProblem(t, p, LevelAsk, "base-unclear", "8.0.1-1201 -> 8.0.1-1215 (-0.5 %)", "8.0.1-1215 -> 8.0.1-1230 (-13.9 %)")
	if len(p.Strata) != 0 || p.Exit.Code != 0 {
		t.Errorf("strata %v, exit %+v", p.Strata, p.Exit)
	}
}

func TestTicketArtifactsOfAnotherRun(t *testing.T) {
	p := parsed(t, "Build: 7.0.0-2147\nJob: http://ci.example.com/job/rook/39/\nLogs: s3://b/jenkins-rook-38/n1.zip\n")
	wantProblem(t, p, LevelAsk, "artifacts-of-another-run", "rook-39", "rook-38")
}

func TestTicketReplicates(t *testing.T) {
	p := parsed(t, `Repeats

6.5.0-4131: http://ci.example.com/job/h/1/ - 100
6.5.0-4131: http://ci.example.com/job/h/2/ - 104
6.5.0-4132: http://ci.example.com/job/h/3/ - 80, http://ci.example.com/job/h/4/ - 84
`)
	s := p.Strata[0]
	if len(s.Base) != 2 || len(s.Head) != 2 || *s.Headline.Base != 102 || *s.Headline.Head != 82 || *s.Headline.Pct != -19.6 {
		t.Errorf("stratum %+v", s)
	}
}

func TestTicketZipUnderTwoBuilds(t *testing.T) {
	p := parsed(t, `The wrong zips were pasted twice

2.0.0-11:
https://ci.example.com/job/crane/3/
s3://b/jenkins-crane-3/n1.zip

2.0.0-12:
https://ci.example.com/job/crane/4/
s3://b/jenkins-crane-3/n1.zip
`)
	q := wantProblem(t, p, LevelError, "build-disagrees", "crane-3", "2.0.0-11", "2.0.0-12")
	if !slices.Equal(q.Lines, []int{4, 5, 9}) {
		t.Errorf("lines %v", q.Lines)
	}
}
