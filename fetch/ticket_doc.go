package fetch

// How a ticket is read
//
// A ticket is text that people wrote for people, pasted from an editor or
// exported by a tracker. ParseTicket reads it in five steps, each in files of
// its own:
//
//	lines     ticket_text, ticket_line, ticket_markup, ticket_html, ticket_fence
//	          bytes to lines with their numbers; bullets, headings, bold, links,
//	          code blocks and HTML are taken off
//	tokens    ticket_address, ticket_label, ticket_number, ticket_ci,
//	          ticket_snapshot: addresses, builds, numbers; tables of every
//	          notation by ticket_table, ticket_piped, ticket_aligned, ...;
//	          ticket_orient, ticket_repeats: what its rows and columns are
//	context   ticket_heading, ticket_context, ticket_factor: what the headings
//	          above a line say about it
//	entities  ticket_run, ticket_artifact, ticket_builds, ticket_sweep: runs,
//	          artifacts, builds, curves
//	checks    ticket_check_*, ticket_order, ticket_strata, ticket_claims: what
//	          contradicts itself, which side is the base, what may be compared,
//	          what prose claims and the numbers give; ticket_noise, ticket_trend:
//	          what repeats hide, what a table says from version to version
//
// # Grammar
//
//	ticket    := block*
//	block     := heading | runline | keyvalue | artifact | table | block of x, y | prose | code
//	heading   := TEXT ":" | "## " TEXT | "h2. " TEXT | "*" TEXT "*" | TEXT over runs
//	runline   := BUILD [sep] CI-ADDRESS [sep NUMBER [UNIT]]      in any order
//	keyvalue  := ("Build" | "Version" | "Job" | "Logs" | METRIC) ":" VALUE
//	artifact  := ADDRESS of a zip or tar | ADDRESS of a folder in S3
//	table     := Markdown | ||wiki|| | HTML | tabs | commas | aligned by blanks
//	BUILD     := 7.1.2-3456 | 10.11.19 | v1.2.3-rc1 | 10.2-base | commit | NAME-VERSION
//
// Headings stack: factors (SDK3 Alpha2, a test's title) outermost, then a
// build, then a role (c1). A blank line closes nothing; a heading closes those
// of its class and inside it; "Analysis" and the like close all. A title is cut
// at its commas: key=value, "16 threads", "3 -> 3" and flags are factors, the
// first part with a word such as rate or latency is the metric, a bracket with
// a unit its unit, a bracket such as "(no regression)" a remark.
//
// A run is a CI job and number, <job>-<number>, from .../job/<job>/<number>/
// (folders joined by "-") or the addresses of other CI systems; its artifacts
// lie under jenkins-<job>-<number>/. Only a numbered version (7.1.2-3456) is a
// build wherever it stands; other shapes need a place that makes them one: a
// line of a run, a heading, "Build:", the label of a series, "from a to b".
//
// # Rules that keep a plan honest
//
//   - Nothing is guessed: what the text does not give is null.
//   - Thousands count only when a whole column agrees on them.
//   - A contradiction (one run of two builds, one console under two tests, a
//     build named two ways) is one error with every line of it, and what takes
//     part is in no stratum.
//   - The build named first is the base, unless the text says otherwise: from
//     a to b, slower than a, good and bad, a changelog's range. A title that
//     names one build does not count.
//   - A claim is computed from the stratum or series that the words around it
//     name; when they could mean several, or part of a run, nothing is computed.
//   - A stratum that the text calls unaffected ("(no regression)", "the 1 -> 1 test does not
//     show it") is marked as a control with these words; its own numbers may
//     contradict them, and then it is none.
//   - A run that the text calls failed or aborted ("- ABORTED", "Status: failed") is marked
//     so; its numbers are in no stratum's.
//   - Rows of one name are repeats, unless a column says what differs between
//     them; columns named run 1, run 2 are repeats too. A change that repeats
//     could show is said to be one, and no verdict.
//   - A table over versions is followed by version and not by row, each branch
//     for itself; versions that it leaves out are named, and nothing is put in
//     their place. A step counts when no later value comes back, and by as much
//     as a finding needs whose run noise is unknown.
//   - A baseline in prose and a base in the table are two answers; both are shown.
//   - Time and memory grow with the length of the text.
