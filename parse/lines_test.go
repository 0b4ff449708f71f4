package parse

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"inquest/schemas"
)

// readLines reads members as an artifact does and gives what is known of their lines.
func readLines(t *testing.T, near time.Time, members map[string]string) (map[string]schemas.Lines, *Artifact) {
	t.Helper()
	var files []File
	for name, text := range members {
		files = append(files, File{Name: name, Size: int64(len(text)), Modified: near,
			Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }})
	}
	a, err := ReadArtifact(context.Background(), files, ArtifactOptions{File: "node-a.zip", Name: "node-a"})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]schemas.Lines{}
	for _, m := range a.Members {
		for _, l := range m.Lines {
			out[strings.TrimSuffix(l.Member+" "+l.Table, " ")] = l
		}
	}
	return out, a
}

// mpstatText is mpstat of so many seconds; each line of a sample holds its number.
func mpstatText(from time.Time, seconds int) string {
	b := &strings.Builder{}
	fmt.Fprintf(b, "Linux 6.1.0-28-amd64 (node-a) \t%s \t_x86_64_\t(8 CPU)\n\n", from.Format("01/02/2006"))
	fmt.Fprintf(b, "%s     CPU    %%usr   %%nice    %%sys %%iowait    %%irq   %%soft  %%steal  %%guest  %%gnice   %%idle\n", from.Format("15:04:05"))
	for i := 1; i <= seconds; i++ {
		fmt.Fprintf(b, "%s     all   40.00    0.00   15.00    2.00    0.00    1.00    0.00    0.00    0.00   42.00\n", from.Add(time.Duration(i)*time.Second).Format("15:04:05"))
	}
	return b.String()
}

const mpstatHead = 3 // lines of mpstatText before its samples

// wantLines checks that the lines of an hour's part hold it, and not much more.
func wantLines(t *testing.T, l schemas.Lines, start time.Time, from, to, before, slack int64) {
	t.Helper()
	at := func(s int64) int64 { return start.Add(time.Duration(s) * time.Second).UnixMicro() }
	first, last := l.Of(at(from), at(to))
	if f := before + from; first > f || first < f-slack {
		t.Errorf("seconds %d to %d begin on line %d, named %d; want it at most %d before", from, to, f, first, slack)
	}
	if e := before + to; last < e || last > e+slack {
		t.Errorf("seconds %d to %d end on line %d, named %d; want it at most %d after", from, to, e, last, slack)
	}
}

func TestLinesOfALongLog(t *testing.T) {
	start := time.Date(2026, 11, 30, 22, 30, 0, 0, time.UTC) // midnight is within
	for _, seconds := range []int64{20, 63, 64, 65, 1000, 40000} {
		got, _ := readLines(t, time.Time{}, map[string]string{"mpstat.log": mpstatText(start, int(seconds))})
		l := got["mpstat.log"]
		if len(l.Marks) > maxLinePoints || len(l.Marks) < min(int(seconds), maxLinePoints)/2-1 {
			t.Errorf("%d seconds: %d marks", seconds, len(l.Marks))
		}
		if l.First != 1 || l.Last != seconds+mpstatHead {
			t.Errorf("%d seconds: lines %d to %d", seconds, l.First, l.Last)
		}
		slack := max(2, 2*seconds/maxLinePoints+2)
		for from := int64(1); from < seconds; from += max(1, seconds/37) {
			wantLines(t, l, start, from, min(seconds, from+seconds/3), mpstatHead, slack+mpstatHead)
		}
	}
}

// A clock without a date is dated when all is read: the marks are of the dates found then.
func TestLinesOfRowsDatedLate(t *testing.T) {
	start := time.Date(2026, 11, 30, 22, 30, 0, 0, time.UTC)
	text := mpstatText(start, 9000)
	_, undated, _ := strings.Cut(text, "\n")
	got, a := readLines(t, start.Add(9000*time.Second), map[string]string{"mpstat.log": undated})
	if first, _, _ := a.Rows.Span(); first != start.Add(time.Second).UnixMicro() {
		t.Fatalf("the first row is dated %s", time.UnixMicro(first).UTC())
	}
	for _, from := range []int64{1, 1000, 5399, 5400, 5401, 8000} {
		wantLines(t, got["mpstat.log"], start, from, from+900, mpstatHead-1, 400)
	}
}

func TestLinesOfLegs(t *testing.T) {
	start := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	iostat := "{\"sysstat\": {}}\n"
	got, _ := readLines(t, time.Time{}, map[string]string{
		"t16/mpstat.log": mpstatText(start, 60), "t16/cpu.log": mpstatText(start, 50),
		"t32/mpstat.log": mpstatText(start.Add(time.Hour), 60), "t32/cpu.log": mpstatText(start.Add(time.Hour), 50),
		"t32/iostat.json": iostat, "a/x/other.log": mpstatText(start, 30), "a/y/other.log": mpstatText(start, 40),
	})
	for _, want := range []string{"t16/mpstat.log", "t16/cpu.log", "t32/mpstat.log", "t32/cpu.log"} {
		if _, ok := got[want]; !ok {
			t.Errorf("no lines of %s", want)
		}
	}
	if len(got) != 4 {
		t.Errorf("lines of %d members, want 4: of two members of one name it cannot be told which is meant, and one has none", len(got))
	}
	wantLines(t, got["t32/mpstat.log"], start.Add(time.Hour), 20, 40, mpstatHead, 4)
}

// The lines of a section are counted in its file, as those of skips are.
func TestLinesOfSections(t *testing.T) {
	rule := strings.Repeat("=", 78)
	start := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	section := func(title, text string) string { return rule + "\n" + title + "\ncommand\n" + rule + "\n" + text }
	filler := section("Filler", strings.Repeat("nothing of interest\n", 200))
	text := filler + section("Processor status", mpstatText(start, 300)+"what is this\n") + filler +
		section("Processor status", mpstatText(start.Add(time.Hour), 300))
	got, a := readLines(t, time.Time{}, map[string]string{"couchbase.log": text})
	l, ok := got["couchbase.log#Processor status"]
	if !ok {
		t.Fatalf("no lines of the section: %v", got)
	}
	const before = 204 + 4 + mpstatHead
	if l.First != 204+4+1 || l.Last != int64(strings.Count(text, "\n")) {
		t.Errorf("lines %d to %d", l.First, l.Last)
	}
	wantLines(t, l, start, 50, 250, before, 12)
	wantLines(t, l, start.Add(time.Hour), 50, 250, before+300+1+204+4+mpstatHead, 12)
	found := false
	for _, s := range a.Rows.Skips {
		found = found || s.Text == "what is this" && s.Line == before+300+1
	}
	if !found {
		t.Errorf("the line that is no sample is not line %d: %+v", before+300+1, a.Rows.Skips)
	}
}

// Tables that are printed one after the other have lines of their own.
func TestLinesOfTablesInTurn(t *testing.T) {
	start := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	b := &strings.Builder{}
	fmt.Fprintf(b, "Linux 6.1.0-28-amd64 (node-a) \t11/30/2026 \t_x86_64_\t(8 CPU)\n\n")
	clock := func(i int) string { return start.Add(time.Duration(i) * time.Second).Format("15:04:05") }
	fmt.Fprintf(b, "%s        CPU     %%user     %%nice   %%system   %%iowait    %%steal     %%idle\n", clock(0))
	for i := 1; i <= 500; i++ {
		fmt.Fprintf(b, "%s        all     20.00      0.00     10.00      1.00      0.00     69.00\n", clock(i))
	}
	fmt.Fprintf(b, "\n%s          DEV       tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     await     %%util\n", clock(0))
	for i := 1; i <= 500; i++ {
		fmt.Fprintf(b, "%s          sda     20.00      0.00    160.00      0.00      8.00      0.01      0.50      1.00\n", clock(i))
	}
	got, _ := readLines(t, time.Time{}, map[string]string{"sar.txt": b.String()})
	if len(got) != 2 {
		t.Fatalf("lines of %d tables, want cpu and disk", len(got))
	}
	wantLines(t, got["sar.txt cpu"], start, 100, 200, 3, 40)
	wantLines(t, got["sar.txt disk"], start, 100, 200, 3+500+2, 40)
}

// earlier counts the rows before an instant.
func earlier(r *schemas.Rows, at int64) (n int) {
	for i := range r.CPU {
		if r.CPU[i].TS < at {
			n++
		}
	}
	for i := range r.Disk {
		if r.Disk[i].TS < at {
			n++
		}
	}
	for i := range r.Stats {
		if r.Stats[i].TS < at {
			n++
		}
	}
	return n
}

// On every sample: what the lines before a mark say is not later than it tells, and what
// is earlier than it tells of the rest stands up to the mark.
func TestLinesOfSamples(t *testing.T) {
	checked := 0
	for _, s := range samples(t) {
		opt := Options{Near: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)}
		read := func(data []byte) (*MemberReport, bool) {
			m := &MemberReport{rows: &schemas.Rows{}}
			f, x, err := readIndexed("sample", "sample", bytes.NewReader(data), m.rows, opt)
			m.indexes = x
			return m, err == nil && f != nil
		}
		whole, ok := read(s.data)
		if !ok {
			continue
		}
		ends := []int{0}
		for i, c := range s.data {
			if c == '\n' {
				ends = append(ends, i+1)
			}
		}
		if n := len(s.data); n > 0 && s.data[n-1] != '\n' {
			ends = append(ends, n)
		}
		lines := int64(len(ends) - 1)
		for _, l := range whole.lines() {
			if l.First < 1 || l.Last > lines || l.First > l.Last || len(l.Marks) > maxLinePoints {
				t.Errorf("%s: %s: lines %d to %d of %d, %d marks", s.path, l.Member, l.First, l.Last, lines, len(l.Marks))
			}
			for i, m := range l.Marks {
				if m.Line < l.First || m.Line > l.Last || i > 0 && (m.Line <= l.Marks[i-1].Line || m.Until < l.Marks[i-1].Until || m.After < l.Marks[i-1].After) {
					t.Errorf("%s: %s: mark %d is out of order: %+v", s.path, l.Member, i, l.Marks)
				}
				if strings.Contains(l.Member, "#") || l.Table != "" {
					continue
				}
				if part, ok := read(s.data[:ends[m.Line-1]]); ok {
					first, last, ok := part.rows.Span()
					if from, _, _ := whole.rows.Span(); !ok || first != from {
						continue // dated, or read, otherwise without the rest
					}
					if last > m.Until {
						t.Errorf("%s: the lines before %d reach %s, the mark says %s", s.path, m.Line, time.UnixMicro(last).UTC(), time.UnixMicro(m.Until).UTC())
					}
					checked++
				}
				if part, ok := read(s.data[:ends[m.Line]]); ok && earlier(part.rows, m.After) < earlier(whole.rows, m.After) {
					t.Errorf("%s: of the rows before %s %d stand up to line %d, which the mark says of all %d", s.path,
						time.UnixMicro(m.After).UTC(), earlier(part.rows, m.After), m.Line, earlier(whole.rows, m.After))
				}
			}
		}
	}
	if checked < 300 {
		t.Errorf("only %d marks were checked", checked)
	}
}
