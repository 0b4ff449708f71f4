package lake

import (
	"reflect"

	"github.com/parquet-go/parquet-go"

	"inquest/schemas"
)

// longText names the text columns whose values are too long and too varied for a
// dictionary and for bounds in the footer.
var longText = map[string]bool{
	"settings.value":    true,
	"skips.text":        true,
	"artifacts.inputs":  true,
	"artifacts.info":    true,
	"runs.manifest":     true,
	"findings.same_as":  true,
	"findings.because":  true,
	"findings.is_not":   true,
	"findings.evidence": true,
	"findings.text":     true,
	"diffs.options":     true,
	"diffs.inputs":      true,
}

// schemaOf is the Parquet schema of a table with these columns, in their order.
func schemaOf(table string, fields []schemas.Field) *parquet.Schema {
	root := ordered{Group: parquet.Group{}}
	for _, f := range fields {
		root.fields = append(root.fields, &column{Node: nodeOf(table, f), name: f.Name})
		root.Group[f.Name] = root.fields[len(root.fields)-1]
	}
	return parquet.NewSchema(table, root)
}

// nodeOf chooses type and encoding. Text without an encoding would become
// DELTA_LENGTH_BYTE_ARRAY, which not every reader knows.
func nodeOf(table string, f schemas.Field) parquet.Node {
	var node parquet.Node
	switch f.Type {
	case schemas.Timestamp:
		node = parquet.Encoded(parquet.Timestamp(parquet.Microsecond), &parquet.RLEDictionary)
	case schemas.Double:
		node = parquet.Encoded(parquet.Leaf(parquet.DoubleType), &parquet.Plain)
	case schemas.Int:
		node = parquet.Encoded(parquet.Int(64), &parquet.Plain)
	default:
		node = parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
		if longText[table+"."+f.Name] {
			node = parquet.Encoded(parquet.Leaf(unbounded{parquet.String().Type()}), &parquet.Plain)
		}
	}
	if f.Null {
		node = parquet.Optional(node)
	}
	return node
}

// ordered is a group that keeps the order of its columns; [parquet.Group] sorts them by name.
type ordered struct {
	parquet.Group
	fields []parquet.Field
}

func (o ordered) Fields() []parquet.Field { return o.fields }

// column gives a node its name. Rows are never taken from Go values here, so Value is not used.
type column struct {
	parquet.Node
	name string
}

func (c *column) Name() string                      { return c.name }
func (c *column) Value(reflect.Value) reflect.Value { return reflect.Value{} }
