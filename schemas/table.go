package schemas

import "math"

// Null is the float64 that stands for an unknown number.
var Null = math.NaN()

// IsNull tells whether x is unknown: NaN, or an infinity that no tool can have meant.
func IsNull(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }

// Type is the type of a column.
type Type int

// The column types.
const (
	Timestamp Type = iota // int64 microseconds since 1970-01-01 UTC
	String                // required text; empty stands for unknown
	Double                // float64; NaN stands for null
	Int                   // int64
)

// Column describes one column of a table of rows R and reads it from a row.
// Exactly one of Time, Str, Num and Int is set, the one that Type names.
type Column[R any] struct {
	Name string
	Type Type
	Unit string
	Doc  string

	Time func(*R) int64
	Str  func(*R) string
	Num  func(*R) float64
	Int  func(*R) int64
}

// Table describes the rows R: the name, the grain and the columns in order.
type Table[R any] struct {
	Name    string
	Doc     string
	Columns []Column[R]
}

func tsColumn[R any](get func(*R) int64) Column[R] {
	return Column[R]{Name: "ts", Type: Timestamp, Doc: "end of the interval, UTC", Time: get}
}

func str[R any](name, doc string, get func(*R) string) Column[R] {
	return Column[R]{Name: name, Type: String, Doc: doc, Str: get}
}

func num[R any](name, unit, doc string, get func(*R) float64) Column[R] {
	return Column[R]{Name: name, Type: Double, Unit: unit, Doc: doc, Num: get}
}

func integer[R any](name, doc string, get func(*R) int64) Column[R] {
	return Column[R]{Name: name, Type: Int, Doc: doc, Int: get}
}
