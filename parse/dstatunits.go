package parse

import (
	"bytes"
	"strings"
)

// dstatUnits says in which units a program of the family prints flows and sizes.
//
// dstat writes bytes. dool writes bits a second of disks and networks since 1.3.0 unless it
// was told --bytes or --dstat, and bytes before (scottchiefbaker/dool#45, showcsv of dool).
// pcp-dstat writes what its metrics hold: disks and memory in KiB (roundcsv of pcp-dstat, its
// dstat/disk and dstat/mem).
type dstatUnits struct {
	program string  // dstat, dool, pcp-dstat
	disk    float64 // bytes in a unit of dsk/..., 0: 1
	memory  float64
	network float64
	bits    bool // of a dool that writes bits unless told otherwise
}

// newDstatUnits reads the title: dool 1.3.1 CSV output.
func newDstatUnits(title []byte) dstatUnits {
	f := cutFields(title, nil)
	u := dstatUnits{program: strings.ToLower(string(f[0]))}
	switch u.program {
	case "dool":
		u.bits = len(f) > 1 && !olderThan(f[1], 1, 3)
	case "pcp-dstat":
		u.disk, u.memory = 1024, 1024
	}
	u.setBits()
	return u
}

// command reads the command line, which states the unit; the last option counts.
func (u *dstatUnits) command(line []byte) {
	if u.program != "dool" || !u.bits && u.network == 0 {
		return
	}
	for f := range bytes.FieldsSeq(line) {
		switch text(f) {
		case "--bits":
			u.bits = true
		case "--bytes", "--dstat":
			u.bits = false
		}
	}
	u.setBits()
}

func (u *dstatUnits) setBits() {
	if u.program != "dool" {
		return
	}
	u.disk, u.network = 1, 1
	if u.bits {
		u.disk, u.network = 1.0/8, 1.0/8
	}
}

// olderThan tells whether a version, such as 1.2.0, is below major.minor.
func olderThan(version []byte, major, minor int64) bool {
	a, rest, _ := bytes.Cut(version, []byte{'.'})
	b, _, _ := bytes.Cut(rest, []byte{'.'})
	x, ok1 := digitsOf(a)
	y, ok2 := digitsOf(b)
	return ok1 && ok2 && (x < major || x == major && y < minor)
}

// factor is the number of bytes in a unit of a column of a group.
func (u *dstatUnits) factor(group string) float64 {
	f := 0.0
	switch {
	case strings.HasPrefix(group, "dsk/"):
		f = u.disk
	case strings.HasPrefix(group, "net/"):
		f = u.network
	case strings.HasSuffix(group, "memory usage"):
		f = u.memory
	}
	if f == 0 {
		return 1
	}
	return f
}
