package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"inquest/report/diff"
)

type junitSuites struct {
	XMLName xml.Name   `xml:"testsuites"`
	Name    string     `xml:"name,attr"`
	Suite   junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
	Out      string      `xml:"system-out,omitempty"`
	Err      string      `xml:"system-err,omitempty"`

	named map[string]int // testcases by class and name
}

type junitCase struct {
	Class   string     `xml:"classname,attr"`
	Name    string     `xml:"name,attr"`
	Time    string     `xml:"time,attr"`
	Failure *junitNote `xml:"failure"`
	Error   *junitNote `xml:"error"`
	Skipped *junitNote `xml:"skipped"`
	Out     string     `xml:"system-out,omitempty"`
}

// junitNote carries its sentence in the body: not every reader shows the attribute.
type junitNote struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Body    string `xml:",chardata"`
}

// JUnit writes r for CI servers: a testcase per finding that stands for itself (worse fails,
// grade X is skipped, all else passes), per metric that was not tested (skipped), and one
// for the comparison itself. Names hold no numbers that change from night to night.
// The only errors are w's.
func JUnit(w io.Writer, r *diff.Result) error {
	v := newView(r)
	s := junitSuite{Name: build(v.Base) + " -> " + build(v.Head), Time: "0", named: map[string]int{}}
	s.add(v.junitComparison())
	for _, f := range v.shown() {
		s.add(v.junitFinding(f))
	}
	for _, n := range v.NotTested {
		note := &junitNote{Message: "not tested", Body: n.Reason}
		s.add(junitCase{Class: "inquest.not_tested", Name: n.Metric, Skipped: note})
	}
	var settings, warnings []string
	for _, row := range v.settingsRanked() {
		settings = append(settings, row.Scope+" "+row.Name+": "+settingValue(row.Base)+" -> "+settingValue(row.Head))
	}
	for _, warning := range v.Warnings {
		warnings = append(warnings, warning.Kind+": "+warningLine(warning))
	}
	s.Out, s.Err = strings.Join(settings, "\n"), strings.Join(warnings, "\n")
	out, err := xml.MarshalIndent(junitSuites{Name: "inquest", Suite: s}, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the JUnit report: %w", err)
	}
	if _, err := fmt.Fprintf(w, "%s%s\n", xml.Header, out); err != nil {
		return fmt.Errorf("write the JUnit report: %w", err)
	}
	return nil
}

// add counts c and makes its name unique: some readers keep one testcase per name.
func (s *junitSuite) add(c junitCase) {
	key := c.Class + "\x00" + c.Name
	if s.named[key]++; s.named[key] > 1 {
		c.Name += fmt.Sprintf(" (%d)", s.named[key])
	}
	c.Time = "0"
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// junitComparison is the testcase of the comparison as a whole: an error when nothing, or
// not everything asked for, could be compared.
func (v *view) junitComparison() junitCase {
	c := junitCase{Class: "inquest", Name: "comparison"}
	var lines []string
	for _, f := range v.facts(" -> ") {
		lines = append(lines, f.Label+": "+f.Text)
	}
	lines = append(lines, "result: "+v.verdict(), v.coverage())
	for _, ch := range v.Chains {
		lines = append(lines, "fits together: "+ch.Text)
	}
	c.Out = strings.Join(lines, "\n")
	if reason := v.Exit.Reason; v.Exit.Code == 4 || v.Exit.Code == 1 {
		c.Error = &junitNote{Message: reason, Type: "incomplete", Body: reason}
	}
	return c
}

func (v *view) junitFinding(f *diff.Finding) junitCase {
	family := f.Family
	if family == "" {
		family = f.Kind
	}
	leg := ""
	if f.Where.Leg != nil {
		leg = *f.Where.Leg
	}
	c := junitCase{
		Class: "inquest." + family,
		Name:  join(" ", f.Metric, f.Instance, f.Kind, factors(f.Where.Stratum), leg),
	}
	body := join("\n", "["+f.Grade+"] "+sentence(f), effectOf(f, " -> ").line(), strings.Join(basis(f), "; "))
	for _, s := range v.sentences(f.Because) {
		body += "\nbecause " + s
	}
	for _, s := range v.same(f) {
		body += "\nthe same: " + s
	}
	switch {
	case f.Kind == "noise":
		c.Out = body
	case f.Grade == "X":
		c.Skipped = &junitNote{Message: "cannot tell", Body: body}
	case f.Outcome == "worse":
		c.Failure = &junitNote{Message: sentence(f), Type: f.Severity, Body: body}
	default:
		c.Out = body
	}
	return c
}
