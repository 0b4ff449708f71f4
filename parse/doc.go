// Package parse turns the text that performance tools write into rows. It is the
// only place that knows log formats.
//
// A format is one file in this package and one folder in testdata. The file
// registers a [Format] with a name, a specimen, a Match function that looks at the
// first bytes, and a Parse function that reads a [Log] line by line and adds rows
// to it. A parser:
//
//   - maps columns by the words of the header, never by position;
//   - never stops at a bad line: the line becomes a skip with its number and a
//     reason, and the rest is read;
//   - never guesses: what cannot be read is null;
//   - does not allocate for each line.
//
// [Detect] finds the format by content; the name of the file plays no part.
// [ReadArtifact] reads all members of one node's zip and works out the node's
// name, its legs, the load windows and the coverage of each member.
package parse
