//go:build !race

package main

// trialsInTest is the number of comparisons of each case.
const trialsInTest = 7
