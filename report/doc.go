// Package report turns a [diff.Result] into what people and programs read: text for a
// terminal, one HTML file, Markdown, Jira wiki markup, JUnit XML and JSON. [Read] takes
// the result back out of findings.json or report.html, so that it can be rendered again
// without fetching anything, and [Redact] hides who the nodes are before sharing.
//
// A renderer decides nothing. Order, grade, severity and sentence come with the findings
// and are shown as given:
//
//  1. [view] sorts the findings into what was found (major, minor, note), what moved only
//     as much as identical runs do (kind noise), and what cannot be told (grade X);
//     findings folded into others stay with the one that was kept.
//  2. Numbers become words in one place, format.go, whatever the output.
//  3. Every text that came from an artifact or a ticket is an untrusted label. Control
//     characters are made visible (clean.go) and each output escapes by its own rules.
package report
