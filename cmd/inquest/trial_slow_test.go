//go:build race

package main

// trialsInTest is the number of comparisons of each case under the race detector.
const trialsInTest = 1
