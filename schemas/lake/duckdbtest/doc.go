// Package duckdbtest reads what package lake writes with DuckDB, a reader that shares no
// code with it. It is a module of its own, so that the bindings, which are large and
// need a C compiler, are no dependency of inquest:
//
//	cd schemas/lake/duckdbtest && go test ./...
//
// With INQUEST_LAKE=/path/to/lake the tests also look at that lake.
package duckdbtest
