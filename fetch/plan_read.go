package fetch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxPlanSize is far above any plan (a 10 MB ticket gives less than this).
const maxPlanSize = 256 << 20

// ReadPlan reads a plan as Write wrote it, or as a CI system made it: keys
// that it does not know are ignored, lists may be left out. It refuses a plan
// that contradicts itself; the error says what is wrong, and in which line or
// entry.
func ReadPlan(r io.Reader) (*Plan, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxPlanSize+1))
	if err != nil {
		return nil, fmt.Errorf("read plan: %w", err)
	}
	if len(text) > maxPlanSize {
		return nil, fmt.Errorf("read plan: larger than %d MiB; is this a plan written by inquest ticket --out?", maxPlanSize>>20)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	p := new(Plan)
	if err := json.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("read plan: %w", placeError(text, err))
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("read plan: %w", err)
	}
	p.fillLists()
	return p, nil
}

// Write writes the plan as indented JSON that ReadPlan reads.
func (p *Plan) Write(w io.Writer) error {
	p.fillLists()
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(p); err != nil {
		return fmt.Errorf("write plan: %w", err)
	}
	return nil
}

// placeError adds line and column to an error of encoding/json.
func placeError(text []byte, err error) error {
	var syntax *json.SyntaxError
	var typed *json.UnmarshalTypeError
	offset := int64(0)
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &typed):
		offset = typed.Offset
	default:
		return err
	}
	before := text[:min(int(offset), len(text))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := len(before) - bytes.LastIndexByte(before, '\n')
	if len(bytes.TrimSpace(text)) == 0 {
		return errors.New("the file is empty; want the JSON that inquest ticket --out writes")
	}
	return fmt.Errorf("line %d, column %d: %w", line, column, err)
}

// check refuses what later steps would trip over.
func (p *Plan) check() error {
	if p.SchemaVersion != PlanVersion {
		return fmt.Errorf("schema_version is %d, want %d; write the plan again with inquest ticket --out", p.SchemaVersion, PlanVersion)
	}
	known := make(map[string]bool, len(p.Runs))
	for i, r := range p.Runs {
		switch {
		case r.ID == "":
			return fmt.Errorf("runs[%d] has no id", i)
		case known[r.ID]:
			return fmt.Errorf("runs[%d]: id %q is there twice", i, r.ID)
		}
		known[r.ID] = true
	}
	for i, a := range p.Artifacts {
		if !known[a.Run] {
			return fmt.Errorf("artifacts[%d] (%s): run %q is not in runs", i, a.Node, a.Run)
		}
		if _, err := ParseRef(a.Ref); err != nil {
			return fmt.Errorf("artifacts[%d]: %w", i, err)
		}
	}
	for i, s := range p.Strata {
		side := map[string]bool{}
		for _, id := range s.Base {
			side[id] = true
		}
		for _, id := range s.Head {
			if side[id] {
				return fmt.Errorf("strata[%d]: run %q is on both sides", i, id)
			}
		}
		for _, id := range append(append([]string{}, s.Base...), s.Head...) {
			if !known[id] {
				return fmt.Errorf("strata[%d]: run %q is not in runs", i, id)
			}
		}
	}
	return nil
}
