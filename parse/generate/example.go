package generate

import _ "embed"

// Example is a spec with all keys, each with its comment.
//
//go:embed example.yaml
var Example string

// ExampleEffects is a list of effects with one of each kind. They are not meant to be
// used together: a collapse wants fixed work, a curve several thread counts.
//
//go:embed effects.yaml
var ExampleEffects string

// Model says in a few lines what follows from a spec; the package's documentation has the formulas.
const Model = `Every second of a node is level x run factor x leg factor x node factor x noise, for each of throughput, cpu
busy, p95 latency and disk writes. Throughput is given; busy and writes are a cost per operation times it,
p95 latency is 2 x threads / throughput. Half of the variance of the noise of these three follows throughput's,
the other half is their own, and each has the relative sd noise_pct in all. Their run factors have the sd
run_sd_pct each. Bytes, flushes, utilisation, waits, iowait and counters follow from these; busy and
utilisation end at 100 %. Recorders begin 3 s before the load and end 3 s after it.
`
