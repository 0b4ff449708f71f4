// Package schemas says what a row means: the tables that every parser fills, the
// Parquet lake stores and the diff reads, with their columns, units and meaning.
//
// The package is a leaf. It holds types and the column lists ([CPUTable] and its
// siblings) from which CSV, Parquet, DDL and the data dictionary are made, so
// that a column is described in exactly one place.
//
// Conventions: base units (seconds, bytes, ratios 0..1), the unit as a suffix of the
// column name, instants as microseconds since 1970-01-01 UTC. A float64 that is
// not known is NaN in memory and null outside.
package schemas
