package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"inquest/report/diff"
)

// maxReport bounds what [Read] takes into memory: far beyond any report, in bytes.
const maxReport = 512 << 20

// dataOpen is the tag in front of the findings inside report.html; the template writes
// it, Read looks for it.
const dataOpen = `<script type="application/json" id="inquest-findings">`

// ErrNotFindings is wrapped by the errors of [Read] about input that is neither
// findings.json nor report.html.
var ErrNotFindings = errors.New("no findings in it")

// Read takes a result out of findings.json, or out of report.html, whose charts are
// thinned. It fails on input that is neither, that is cut short, or whose
// schema_version is newer than this program's.
func Read(r io.Reader) (*diff.Result, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxReport+1))
	if err != nil {
		return nil, fmt.Errorf("read findings: %w", err)
	}
	if len(data) > maxReport {
		return nil, fmt.Errorf("read findings: larger than %d MB: %w; pass findings.json or report.html", maxReport>>20, ErrNotFindings)
	}
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	if bytes.HasPrefix(data, []byte("<")) {
		if data, err = embedded(data); err != nil {
			return nil, err
		}
	}
	var out diff.Result
	if err := json.Unmarshal(data, &out); err != nil {
		return nil, fmt.Errorf("read findings: %w: %w; pass findings.json or report.html", ErrNotFindings, err)
	}
	switch {
	case out.SchemaVersion > diff.SchemaVersion:
		return nil, fmt.Errorf("read findings: schema_version %d is newer than %d, the latest this program knows; update it", out.SchemaVersion, diff.SchemaVersion)
	case out.SchemaVersion < 1:
		return nil, fmt.Errorf("read findings: schema_version is missing: %w; pass findings.json or report.html", ErrNotFindings)
	}
	return normal(&out), nil
}

// embedded cuts the findings out of a report.html.
func embedded(page []byte) ([]byte, error) {
	_, rest, found := bytes.Cut(page, []byte(dataOpen))
	if !found {
		return nil, fmt.Errorf("read findings: a page without embedded findings: %w; pass a report.html", ErrNotFindings)
	}
	data, _, found := bytes.Cut(rest, []byte("</script>"))
	if !found {
		return nil, fmt.Errorf("read findings: the page ends inside its findings: %w; copy the whole file", ErrNotFindings)
	}
	return data, nil
}
