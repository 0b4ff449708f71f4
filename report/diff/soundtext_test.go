package diff_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// broken matches numbers and formats that went wrong in a sentence.
var broken = regexp.MustCompile(`NaN|Inf\b|%!|  |\n| ,|\(\)| ; ;|;;|(^|[ (])-0(\.0*)?($|[ ,;%)])|^ | $|: ?;|: ?$|<nil>`)

// soundTexts checks that everything that is said in words is a sentence.
func (r *result) soundTexts() {
	r.t.Helper()
	say := func(what, text string) {
		r.t.Helper()
		if why := unsound(text); why != "" {
			r.t.Errorf("%s %s: %q", what, why, text)
		}
	}
	for _, f := range r.Findings {
		say("the finding "+f.ID, f.Text)
		for _, n := range f.Not {
			say("what "+f.ID+" is not", n)
		}
	}
	for _, c := range r.Chains {
		say("the chain "+c.Rule, c.Text)
		for _, m := range c.Members {
			say("a member of "+c.Rule, m.What)
			if m.Detail != "" {
				say("the detail of "+m.What, m.Detail)
			}
		}
	}
	for _, u := range r.Unlike {
		say("the unlikeness "+u.What, u.Text)
		if u.What == "" || u.Nodes == nil || slices.Contains(u.Nodes, "") || u.What != "status" && (u.Base == u.Head || u.Base == "" || u.Head == "") {
			r.t.Errorf("unlike %+v", u)
		}
	}
	for _, c := range r.Controls {
		say("the control "+c.Stratum, c.Because)
	}
	for _, n := range r.NotTested {
		say("not tested", n.Metric)
		say("not tested "+n.Metric, n.Reason)
	}
	for _, w := range r.Warnings {
		say("the warning "+w.Kind, w.Text)
	}
	if r.NoiseBook != nil {
		say("the noise book", r.NoiseBook.Text)
	}
	say("the exit", r.Exit.Reason)
	if r.Summary != "" {
		say("the summary", r.Summary)
	}
}

// unsound says what is wrong with a sentence; empty: nothing.
func unsound(text string) string {
	switch m := broken.FindString(text); {
	case text == "":
		return "is empty"
	case m != "":
		return fmt.Sprintf("has %q in it", m)
	case strings.Contains(text, ". ") && sentences.MatchString(text):
		return "is more than one sentence"
	}
	open := []rune{}
	for _, c := range text {
		switch c {
		case '(', '[':
			open = append(open, c)
		case ')', ']':
			if len(open) == 0 || (open[len(open)-1] == '(') != (c == ')') {
				return "closes a bracket that is not open"
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return "leaves a bracket open"
	}
	return ""
}

// sentences matches where one sentence ends and another begins.
var sentences = regexp.MustCompile(`[a-z)%]\. [A-Z]`)
