package parse

import (
	"testing"
	"time"

	"inquest/schemas"
)

func sarOn(date string) string {
	return "Linux 6.1.0-13-amd64 (node-a) \t" + date + " \t_x86_64_\t(2 CPU)\n\n" +
		"10:00:00        CPU     %user     %nice   %system   %iowait    %steal     %idle\n" +
		"10:00:01        all     10.00      0.00     10.00      0.00      0.00     80.00\n"
}

// A date that can be read in two ways is read as the node's other members tell, the same
// in all of them.
func TestDateOrder(t *testing.T) {
	april, august := time.Date(2017, 4, 8, 12, 0, 0, 0, time.UTC), time.Date(2017, 8, 4, 12, 0, 0, 0, time.UTC)
	var none time.Time
	for _, c := range []struct {
		what     string
		files    []File
		want     string
		doubtful bool
	}{
		{"nothing tells: month first", []File{textFile("a.txt", sarOn("04/08/17"), none)}, "2017-04-08", true},
		{"a member with the day first", []File{textFile("a.txt", sarOn("04/08/17"), none), textFile("b.txt", sarOn("24/08/17"), none)}, "2017-08-04", false},
		{"a member with the month first", []File{textFile("a.txt", sarOn("04/08/17"), none), textFile("b.txt", sarOn("04/28/17"), none)}, "2017-04-08", false},
		{"members that contradict each other", []File{textFile("a.txt", sarOn("04/08/17"), none), textFile("b.txt", sarOn("24/08/17"), none), textFile("c.txt", sarOn("08/24/17"), none)}, "2017-04-08", true},
		{"written when the day is first", []File{textFile("a.txt", sarOn("04/08/17"), august)}, "2017-08-04", false},
		{"written when the month is first", []File{textFile("a.txt", sarOn("04/08/17"), april)}, "2017-04-08", false},
		{"written at another time", []File{textFile("a.txt", sarOn("04/08/17"), time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC))}, "2017-04-08", true},
		{"a date of another form beside it", []File{textFile("a.txt", sarOn("04/08/17"), none), textFile("b.txt", sarOn("2017-08-05"), none)}, "2017-08-04", false},
	} {
		a, err := ReadArtifact(t.Context(), c.files, ArtifactOptions{File: "node-a.zip", Name: "node-a"})
		if err != nil {
			t.Fatal(err)
		}
		if got := time.UnixMicro(a.Rows.CPU[0].TS).UTC().Format(time.DateOnly); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
		doubtful := false
		for _, s := range a.Rows.Skips {
			doubtful = doubtful || s.Reason == schemas.DateAmbiguous
		}
		if doubtful != c.doubtful {
			t.Errorf("%s: told to be ambiguous: %t, want %t", c.what, doubtful, c.doubtful)
		}
	}
}
