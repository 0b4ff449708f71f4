// Package fetch gets the bytes: it turns an address into zips, and a zip into
// readable members, downloading only what is asked for.
//
// The flow, each step usable alone:
//
//	ParseRef      text of an address         -> Ref
//	Client.Expand Ref of a folder or glob    -> Listing: the zips of one run
//	Client.Open   Ref of one zip             -> Artifact: its directory, no data yet
//	Artifact.Cost      chosen members        -> what that would download
//	Artifact.Prefetch  chosen members        -> their bytes in the cache, checked
//	Member.Walk, Member.Open                 -> the text, decompressed as it is read
//
// # How a remote zip is read
//
//  1. One GET of the last 128 KiB gives size, ETag and, mostly, the whole
//     directory. A server without ranges sends everything; it is taken once.
//  2. Each member lies between its local header and the next header. Wanted
//     spans less than 1 MiB apart are one request, over 70 % wanted is the whole
//     object, and spans are split at 16 MiB.
//  3. Every request after the first carries If-Match, and only an answer with the
//     exact range asked for is believed. A body that is cut is resumed at the
//     byte where it ended. See [Options] for attempts and stalls.
//  4. Bytes land in a sparse file of the cache; the map of spans is published
//     after them, so a killed run goes on where it was.
//  5. The CRC-32 in the zip is the only end-to-end check there is, so a member is
//     checked after its download; when it fails it is downloaded once more. What
//     was found right is sealed with a checksum of the compressed bytes, and
//     later runs compare only that.
//
// # What a zip may do
//
// Names are labels: no path is ever built from one. Directory, end record and
// local headers are believed only as far as they agree; what can be saved is
// saved, and every disagreement is a [Problem]. Memory does not depend on the
// size of an artifact, a member, or what a member expands to.
package fetch
