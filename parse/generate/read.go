package generate

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// maxSpec is the most bytes that a spec's text may have.
const maxSpec = 1 << 20

// ReadSpec reads a spec in YAML. What it does not name is as in [Default]. A key that is
// not known is an error that names the key and its line; values are checked as by [Spec.Check].
func ReadSpec(r io.Reader) (*Spec, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxSpec+1))
	if err != nil {
		return nil, fmt.Errorf("reading the spec: %w", err)
	}
	if len(text) > maxSpec {
		return nil, errors.New("reading the spec: it has more than 1 MiB; want a short YAML text")
	}
	s := Default()
	d := yaml.NewDecoder(strings.NewReader(string(text)))
	d.KnownFields(true)
	if err := d.Decode(s); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading the spec: %w", plainer(err))
	}
	if err := d.Decode(new(any)); !errors.Is(err, io.EOF) {
		return nil, errors.New("reading the spec: there is a second document; want one")
	}
	if err := s.Check(); err != nil {
		return nil, err
	}
	return s, nil
}

// kindNames say what a key of a Go type takes.
var kindNames = map[string]string{"int": "a whole number", "uint64": "a whole number from 0", "float64": "a number",
	"bool": "true or false", "string": "a word", "time.Time": "a time such as 2026-01-05T10:00:00Z"}

var wrongType = regexp.MustCompile("cannot unmarshal !!\\w+ (?:(`.*`) )?into (\\S+)")

var unknownField = regexp.MustCompile(`field (\S+) not found in type \S+`)

// plainer says in the words of a spec what the decoder says in those of Go.
func plainer(err error) error {
	var at *time.ParseError
	if errors.As(err, &at) {
		return fmt.Errorf("a time is %q; want one such as 2026-01-05T10:00:00Z", at.Value)
	}
	var types *yaml.TypeError
	if !errors.As(err, &types) {
		return err
	}
	lines := make([]string, len(types.Errors))
	for i, e := range types.Errors {
		lines[i] = unknownField.ReplaceAllString(e, `key "$1" is not known`)
		if m := wrongType.FindStringSubmatch(e); m != nil {
			want, got := cmp.Or(kindNames[m[2]], "keys with values, or a list"), cmp.Or(m[1], "what stands there")
			lines[i] = strings.Replace(e, m[0], got+" will not do; want "+want, 1)
		}
	}
	return fmt.Errorf("%s; inquest generate --help lists the keys", strings.Join(lines, "; "))
}
