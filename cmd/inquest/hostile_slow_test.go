//go:build race

package main

// underRace tells whether the race detector is on, under which large zips take minutes.
const underRace = true
