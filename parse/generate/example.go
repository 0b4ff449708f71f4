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
