package report

import (
	"crypto/sha256"
	_ "embed" // the page's template, style and script
	"encoding/base64"
	"html/template"
	"strings"
)

//go:embed assets/report.html.tmpl
var pageSource string

//go:embed assets/report.css
var pageStyle string

//go:embed assets/report.js
var pageScript string

var pageTemplate = template.Must(template.New("report").Parse(pageSource))

// policy is the page's own Content-Security-Policy: nothing from anywhere but the one
// style and the one script that stand in it, known by their digests.
var policy = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " +
	digest(pageStyle) + "; script-src " + digest(pageScript)

// digest is the source expression of an inline element's content
// (https://www.w3.org/TR/CSP3/#grammardef-hash-source).
func digest(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func init() {
	if strings.Contains(pageStyle, "</") || strings.Contains(pageScript, "</") {
		panic("report: an asset would end the element it stands in")
	}
}
