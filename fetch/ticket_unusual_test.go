package fetch

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTicketNothingToRead(t *testing.T) {
	for name, text := range map[string]string{
		"empty":       "",
		"blank lines": "\n\n \n\t\n",
		"prose":       "It is slow.\nVery slow, 25% slower.\n",
		"links only":  "See https://charts.example.com/#/timeline and ![image](https://x.example.com/a.png)\n",
	} {
		p := ParseTicket(name, []byte(text))
		checkPlanOf(t, p)
		wantProblem(t, p, LevelWarning, "no-artifacts", "no artifacts")
		if p.Exit.Code != 4 || len(p.Runs)+len(p.Sweeps)+len(p.Artifacts) != 0 {
			t.Errorf("%s: exit %+v", name, p.Exit)
		}
	}
}

// checkPlanOf is checkPlan for a text that may have no lines.
func checkPlanOf(t *testing.T, p *Plan) {
	t.Helper()
	if p.Source.Lines > 0 {
		checkPlan(t, p)
	}
}

// Numbers beyond any measurement are not read, and said.
func TestTicketHugeNumbers(t *testing.T) {
	huge := strings.Repeat("9", 30)
	p := parsed(t, "Sizes\n\nOak-1.0\n20, 657.5\n"+huge+", 641\n80, "+huge+"\n\nThroughput dropped by "+huge+"%, from 100 to "+huge+".\n")
	if n := len(p.Sweeps[0].Series[0].Points); n != 2 {
		t.Errorf("%d points, want 2", n)
	}
	wantProblem(t, p, LevelWarning, "cell-not-read", "line 5")
	wantProblem(t, p, LevelAsk, "number-style", "line 6")
}

func TestTicketNotText(t *testing.T) {
	junk := make([]byte, 4096)
	r := rand.New(rand.NewSource(1))
	for i := range junk {
		junk[i] = byte(r.Intn(256))
	}
	for name, b := range map[string][]byte{"random": junk, "zip": append([]byte("PK\x03\x04\x14\x00\x00\x00"), junk[:64]...), "zeros": make([]byte, 100)} {
		p := ParseTicket(name, b)
		wantProblem(t, p, LevelError, "not-text", name)
		if p.Exit.Code != 4 || len(p.Problems) != 1 {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// Long lines and long texts are read in time that grows with their length;
// each of these would take hours if it grew with the square.
func TestTicketLarge(t *testing.T) {
	const size = 1 << 16
	durable, err := os.ReadFile(filepath.Join("testdata", "ticket", "durable.txt"))
	if err != nil {
		t.Fatal(err)
	}
	many := func(f func(i int) string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(f(i))
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"one line":  strings.Repeat("throughput dropped by 25% with alpha6 ", size/38),
		"brackets":  strings.Repeat("[", size),
		"pipes":     strings.Repeat("|", size),
		"stars":     strings.Repeat("*", size),
		"addresses": strings.Repeat("https://", size/8),
		"digits":    strings.Repeat("1234567890 ", size/11),
		"labels":    strings.Repeat("6.5.0-4131 -> ", size/14),
		"newlines":  strings.Repeat("\n", size),
		"ticket":    strings.Repeat(string(durable)+"\n", size/len(durable)),
		"rows":      "Alder-1.0\n" + many(func(i int) string { return fmt.Sprintf("%d, %d.5\n", i, i*3) }),
		"runs": many(func(i int) string {
			return fmt.Sprintf("6.5.%d-%d http://ci.example.com/job/x%d/%d/ - %d\ns3://b/jenkins-x%d-%d/n.zip\n", i%50, 4000+i, i, i, i+100, i, i)
		}),
		"headings": many(func(i int) string {
			return fmt.Sprintf("H%d Alpha%d:\n6.5.0-4131 http://ci.example.com/job/x/%d/ - %d\n", i, i, i, i+100)
		}),
		"tables": many(func(i int) string {
			return fmt.Sprintf("threads  A-%d.0  B-%d.0\n1  100  99\n2  200  150\n\n", i, i)
		}),
	} {
		p := ParseTicket(name, []byte(text))
		if p.Exit.Reason == "" {
			t.Errorf("%s: no exit", name)
		}
		if name == "rows" && (len(p.Sweeps) != 1 || len(p.Sweeps[0].Series[0].Points) < 1000) {
			t.Errorf("rows: %d sweeps", len(p.Sweeps))
		}
		if name == "ticket" && len(p.Artifacts) != 32 {
			t.Errorf("ticket: %d artifacts, want 32 distinct ones", len(p.Artifacts))
		}
	}
}

// Tickets with lines lost, doubled, swapped and damaged still give a plan that
// holds together.
func TestTicketDamaged(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "ticket", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tickets: %v", err)
	}
	var tickets [][]string
	var all []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		tickets, all = append(tickets, lines), append(all, lines...)
	}
	r := rand.New(rand.NewSource(7))
	for range 300 {
		lines := append([]string{}, tickets[r.Intn(len(tickets))]...)
		for range 1 + r.Intn(10) {
			i := r.Intn(len(lines))
			switch r.Intn(5) {
			case 0:
				lines[i] = all[r.Intn(len(all))]
			case 1:
				lines[i] = lines[i][:r.Intn(len(lines[i])+1)]
			case 2:
				lines[i] += lines[r.Intn(len(lines))]
			case 3:
				k := r.Intn(len(lines[i]) + 1)
				lines[i] = lines[i][:k] + string("|*[](){}<>&%,;:-=\t 0a/\\`~#\xe2\x00"[r.Intn(28)]) + lines[i][k:]
			default:
				k := r.Intn(len(lines))
				lines[i], lines[k] = lines[k], lines[i]
			}
		}
		text := strings.Join(lines, "\n")
		p := ParseTicket("damaged", []byte(text))
		checkPlanOf(t, p)
		if t.Failed() {
			t.Fatalf("the ticket was:\n%s", text)
		}
	}
}

func BenchmarkParseTicket(b *testing.B) {
	text, err := os.ReadFile(filepath.Join("testdata", "ticket", "durable.txt"))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		ParseTicket("durable", text)
	}
}
