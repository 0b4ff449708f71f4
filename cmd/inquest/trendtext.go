package main

import (
	"fmt"
	"strings"

	"inquest/fetch"
)

// trendText prints what the columns of a table do over the versions of a branch, and names
// the versions that are of another.
func trendText(b *strings.Builder, s *fetch.PlanSweep) {
	if len(s.Trends) > 0 {
		fmt.Fprintf(b, "  by version, old to new\n")
	}
	for i := range s.Trends {
		fmt.Fprintf(b, "    %s\n", s.Trends[i].Text)
	}
	for _, x := range s.Branches {
		fmt.Fprintf(b, "    another line, compared with none of these: branch %s, %s\n", x.Branch, strings.Join(x.Builds, ", "))
	}
}
