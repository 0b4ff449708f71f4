package fetch

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var updatePlans = flag.Bool("update", false, "write the plans that the tickets of testdata give now")

// The tickets of testdata/ticket are worded for these tests, in the shapes of
// real ones; beside each lies the plan that it must give.
func TestTicketPlans(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "ticket", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tickets in testdata/ticket: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p := ParseTicket(filepath.Base(file), text)
			checkPlan(t, p)
			var got bytes.Buffer
			if err := p.Write(&got); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(file, ".txt") + ".json"
			if *updatePlans {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatalf("%v; write it with -update and read it over", err)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("another plan than %s; first difference:\n%s", golden, firstDifference(got.String(), string(want)))
			}
		})
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "got  " + g[i] + "\nwant " + w[i]
		}
	}
	return "one is longer"
}

// The same ticket in other clothes gives the same plan.
func TestTicketEncodings(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "ticket", "durable.txt"))
	if err != nil {
		t.Fatal(err)
	}
	plain := string(text)
	want := planWithoutSource(t, text)
	utf16 := []byte{0xff, 0xfe}
	for _, r := range plain {
		utf16 = append(utf16, byte(r), byte(r>>8))
	}
	for name, variant := range map[string]string{
		"CRLF":                strings.ReplaceAll(plain, "\n", "\r\n"),
		"CR":                  strings.ReplaceAll(plain, "\n", "\r"),
		"byte order mark":     "\ufeff" + plain,
		"UTF-16":              string(utf16),
		"no-break spaces":     strings.ReplaceAll(plain, " ", "\u00a0"),
		"zero-width":          strings.ReplaceAll(plain, "https://", "\u200bhttps://"),
		"trailing blanks":     strings.ReplaceAll(plain, "\n", "  \n"),
		"newline at the end":  plain + "\n",
		"trailing dots":       strings.ReplaceAll(plain, ".zip\n", ".zip.\n"),
		"angle brackets":      strings.ReplaceAll(strings.ReplaceAll(plain, "https://s3", "<https://s3"), ".zip\n", ".zip>\n"),
		"bold headings":       strings.NewReplacer("SDK3 Alpha6:", "**SDK3 Alpha6**", "SDK3 Alpha7:", "**SDK3 Alpha7:**").Replace(plain),
		"Markdown headings":   strings.NewReplacer("SDK3 Alpha6:", "## SDK3 Alpha6", "SDK3 Alpha7:", "## SDK3 Alpha7").Replace(plain),
		"wiki headings":       strings.NewReplacer("SDK3 Alpha6:", "h2. SDK3 Alpha6", "SDK3 Alpha7:", "h2. SDK3 Alpha7").Replace(plain),
		"escaped HTML":        strings.NewReplacer("&", "&amp;").Replace(plain),
		"Windows-1252 bytes":  strings.ReplaceAll(plain, " - ", " \x96 "),
		"words before":        strings.NewReplacer("SDK3 Alpha6:", "Runs with SDK3 Alpha6:", "SDK3 Alpha7:", "Runs with SDK3 Alpha7:").Replace(plain),
		"thousands in commas": strings.NewReplacer("9150", "9,150", "7706", "7,706", "6689", "6,689", "3491", "3,491").Replace(plain),
	} {
		t.Run(name, func(t *testing.T) {
			got := planWithoutSource(t, []byte(variant))
			if got != want {
				t.Errorf("another plan; first difference:\n%s", firstDifference(got, want))
			}
		})
	}
}

func planWithoutSource(t *testing.T, text []byte) string {
	t.Helper()
	p := ParseTicket("ticket", text)
	p.Source = PlanSource{}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
