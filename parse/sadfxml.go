package parse

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"

	"inquest/schemas"
)

func init() {
	register(Format{
		Name: "sadf", Variant: "xml",
		Doc:    "sadf -x, complete or cut; sysstat 7 to 12.7",
		Source: "sadf(1), xml_stats.c of sysstat",
		Specimen: `<sysstat><host nodename="node-01"><statistics><timestamp date="2026-11-30" time="10:36:15" utc="1" interval="2">` +
			`<cpu-load><cpu number="all" user="81.25" system="18.50" idle="0.25"/></cpu-load></timestamp></statistics></host></sysstat>`,
		Tables: []string{"cpu", "disk", "stats"},
		Match: func(h Head) int {
			if b := bytes.TrimLeft(h.Bytes, " \t\r\n"); len(b) > 0 && b[0] == '<' && (h.Contains("<sysstat") || h.Contains("<sysdata-version")) {
				return 95
			}
			return 0
		},
		Parse: readSadfXML,
	})
}

// xmlReader reads sadf -x. Reports that are complete are kept when the end is missing.
type xmlReader struct {
	l      *Log
	stats  *statistics
	run    reportRun
	open   []string
	inside bool   // within a report
	leaf   bool   // the element that was begun last holds nothing but text
	chars  []byte // its text
}

func readSadfXML(l *Log) error {
	before := l.said()
	r := &xmlReader{l: l, stats: newStatistics(l)}
	r.run = newReportRun(l, r.stats, false)
	source := &xmlSource{r: l.Reader()}
	d := xml.NewDecoder(source)
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	for {
		source.token = d.InputOffset()
		t, err := d.Token()
		line, _ := d.InputPos()
		l.num = int64(line)
		if err == nil && len(r.open) > maxJSONDepth {
			err = fmt.Errorf("line %d: nested more than %d deep", line, maxJSONDepth)
		}
		if err != nil {
			r.cut(err)
			break
		}
		r.token(t)
	}
	r.run.finish()
	l.sayNoData(before)
	return source.err
}

// xmlSource feeds the XML decoder, which would wrap an error of the reader and holds a
// whole tag or text, however long.
type xmlSource struct {
	r     io.Reader
	token int64 // where the token begins that is being read
	read  int64
	err   error // of r, other than the end
}

func (f *xmlSource) Read(p []byte) (int, error) {
	if f.read > f.token+maxLine {
		return 0, errors.New("a tag or text longer than 1 MiB")
	}
	n, err := f.r.Read(p)
	f.read += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		f.err = err
	}
	return n, err
}

// cut ends a text that ends or breaks within its tags.
func (r *xmlReader) cut(err error) {
	if r.inside {
		r.run.abandon()
	}
	if len(r.open) > 0 || !errors.Is(err, io.EOF) {
		r.l.Skip(schemas.CutRow, fmt.Sprintf("%v; %d complete reports were kept", err, r.run.total))
	}
}

func (r *xmlReader) token(t xml.Token) {
	switch t := t.(type) {
	case xml.StartElement:
		r.begin(t)
	case xml.CharData:
		if r.leaf && len(r.chars) < maxPairBytes {
			r.chars = append(r.chars, bytes.TrimSpace(t)...)
		}
	case xml.EndElement:
		r.end(t.Name.Local)
	}
}

func (r *xmlReader) begin(t xml.StartElement) {
	name := t.Name.Local
	r.open = append(r.open, name)
	r.leaf, r.chars = len(t.Attr) == 0, r.chars[:0]
	switch {
	case r.inside:
		r.stats.begin(name)
		for _, a := range t.Attr {
			_, isNumber := parseNumber([]byte(a.Value))
			r.stats.pair([]byte(a.Name.Local), []byte(a.Value), !isNumber)
		}
	case name == "statistics":
		r.run.restart()
	case name == "timestamp":
		r.inside = true
		r.run.begin()
		for _, a := range t.Attr {
			r.run.time.pair([]byte(a.Name.Local), []byte(a.Value))
		}
	case name == "boot":
		r.l.Skip(schemas.Restart, attributes(t))
	case name == "comment":
		r.l.Skip(schemas.Comment, attributes(t))
	}
}

// attributes writes the attributes of an element as text.
func attributes(t xml.StartElement) string {
	var b bytes.Buffer
	for _, a := range t.Attr {
		fmt.Fprintf(&b, "%s %s ", a.Name.Local, a.Value)
	}
	return b.String()
}

func (r *xmlReader) end(name string) {
	if len(r.open) > 0 {
		r.open = r.open[:len(r.open)-1]
	}
	leaf := r.leaf && len(r.chars) > 0
	r.leaf = false
	switch {
	case r.inside && name == "timestamp":
		r.inside = false
		r.run.end()
	case r.inside && len(r.stats.open) > 0:
		r.stats.end()
		if leaf {
			r.stats.pair([]byte(name), r.chars, false)
		}
	case leaf:
		r.run.time.fact([]byte(name), r.chars)
	}
}
