// Package diff compares two builds and says what differs, in findings that are true.
//
// [Compare] works in these steps:
//
//  1. Admit and pair. Runs that failed stay out. Runs are paired within a stratum (same
//     factors other than the build), legs by name, nodes by name, else by the rank of
//     their load. Runs of one side in one stratum are replicates. What makes the sides
//     hard to compare ([Unlike]) is said above everything.
//  2. Choose. One node and metric often has several sources: the one that covers most
//     of the load window is taken, then the finer step, the same tool on both sides.
//  3. Classify. A node whose work counter never moves and whose CPU is under 2 % on
//     both sides is idle and does not count.
//  4. Settle the settings. Variables, kernel and hardware that differ come first.
//  5. Test. For each metric: level (shift of the mean), volatility (spread against
//     its own level), onset (alike until some point, then a change), sweep (curve
//     over a factor). Nodes tell extent; certainty comes from replicate runs, strata
//     and known run noise, never from the number of seconds or nodes.
//     A claim about all nodes and legs is tested over all of them; one about those
//     that moved is tested as the best of so many choices. Legs of one run count as
//     independent only as far as its replicates show them to be. Run noise comes from
//     replicates, and from earlier runs of one build where the caller gives some
//     ([ChooseBook], [NewBookRun]). A node that does not go with the others is tested by
//     how far it stands from them, which its run's noise does not touch. What a stratum
//     without the change shows, a control, is taken off.
//  6. Grade, fold, rank. A replicated finding with known noise is A, one pair with
//     known noise or agreeing strata B, a lone pair C, what cannot be told X. Legs and
//     strata with the same verdict become one finding; arithmetic kin are folded.
//  7. Explain. Rules over the findings say what fits together ([Chain]), and of each
//     member whether it was seen, is absent or was not measured.
//  8. Say it. One sentence per finding, no stronger than its grade.
//
// The package is pure: it reads series and settings, and returns a [Result].
package diff
