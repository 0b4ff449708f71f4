// Package lake stores rows as Parquet that any engine reads, and reads them back for
// the diff. It is the only importer of parquet-go.
//
// # Layout
//
//	<root>/<table>/v1/build=<build>/run=<run>/<node>-<digest>.parquet
//	<root>/_inquest/commits/<run>/<digest>.json
//
// One file holds the rows of one table that one artifact gave, sorted by node, series
// and instant. Its name ends in a digest of everything that decides the rows, so
// ingesting the same artifact again finds the file already there. A commit manifest,
// written last, lists the files that belong together: what no manifest lists is not in
// the lake. Names that begin with an underscore are ignored by Hive-family readers.
//
// # Writing
//
// A file is written under a temporary name, synced, opened again to count its rows, and
// then linked to its own name, which fails when the name exists (an object store is
// asked the same with If-None-Match). So a writer may be killed at any time, two writers
// may do the same work at once, and nobody waits for a lock.
//
// # Files
//
// Only what old readers understand: data pages V1, PLAIN and RLE_DICTIONARY, zstd,
// microsecond instants adjusted to UTC, flat columns. A number that is not known is null;
// zero and the empty text are values. The bytes depend on the rows alone, never on the clock.
package lake
