// Package generate writes run folders with known effects as the text of real tools, so
// that a test, or a user's own threshold, can be tried where the truth is known.
//
// A [Spec] describes one comparison: two sides, runs, nodes, noise, effects. [Spec.Runs]
// gives the runs; a [Run] gives the members of each node's zip in memory or writes them
// to a folder. The same spec gives the same bytes, and the noise of a run does not
// change when an effect, a side or a node is added: only what the effect says changes.
//
// # The model
//
// For every second of a node's leg there are four latent series: operations a second,
// busy share of the processors, 95th percentile of the latency, writes a second.
//
//	series = level x run factor x leg factor x node factor x noise / E(noise)
//
// Level: operations are levels.tps at the largest thread count, times (threads / largest)
// to the power of levels.elasticity. Busy is levels.busy_pct at levels.tps and proportional to
// operations, through a cost per operation. The mean latency is threads / operations
// (every thread has one operation under way), its 95th percentile twice that. Writes are
// levels.writes_per_op x operations.
//
// Factors are log-normal: the sd of the logarithm is run_sd_pct, leg_sd_pct (once per leg
// of a run) or node_sd_pct (once per leg of a node) of 100, for each of the four series;
// the draws of busy, writes and the inverse of latency are correlated with that of
// operations by run_correlation. The cost per operation so has its own share of the noise.
//
// Noise is exp(s g): g is the process, with mean 0 and variance 1, and s is solved so that
// the relative sd of exp(s g) is exactly noise_pct (times the factor of a volatility effect).
// Of the variance of log busy, log writes and log latency one half follows that of operations,
// the other is a process of the same kind of their own.
//
// From these follow: bytes written (levels.write_kb a write), flushes (levels.flushes_per_op),
// utilisation (levels.util_pct at levels.tps, in proportion to writes, at most 100), the time a
// write waits (0.5 ms / (1 - utilisation), the utilisation taken as 95 % at most), the queue
// (Little's law), iowait (levels.iowait_pct at levels.tps, in proportion to writes). User time is
// 70 % of busy, system time 30 %. Busy is at most 100 %. Counters are the sums of operations,
// whole ones, and of flushes.
//
// Recorders begin three seconds before the load and end three seconds after it, idle.
// With several thread counts each leg is a folder, ten seconds after the one before.
package generate
