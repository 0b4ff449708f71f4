package parse

import "inquest/schemas"

// memoryUnit works out the unit of memory sizes that a tool prints without one. The
// default of vmstat and free is KiB; -b, -m, -g and -S change it and leave no trace but
// the numbers: the kernel counts in pages of at least 4 KiB, so sizes in KiB are
// multiples of 4, and sizes in bytes multiples of 4096.
type memoryUnit struct {
	sizes, by4, by4096 int
	largest            float64
}

// see takes a size as printed.
func (u *memoryUnit) see(v float64) {
	if schemas.IsNull(v) || v == 0 {
		return
	}
	u.sizes++
	n := int64(v)
	if n%4 == 0 {
		u.by4++
	}
	if n%4096 == 0 {
		u.by4096++
	}
	u.largest = max(u.largest, v)
}

// factor is the number of bytes in the unit, with its name; sure is false when it
// follows from the size of the numbers only: MiB and a million bytes look alike.
func (u *memoryUnit) factor() (bytes float64, name string, sure bool) {
	const (
		plausibleMiB = 4 << 20 // 4 TiB; from there on 4 GB in kB are far more usual
		plausibleGiB = 256     // as MiB it would be less memory than any server has
	)
	switch {
	case u.sizes >= 3 && u.by4096 == u.sizes && u.largest >= 64<<20:
		return 1, "bytes", true
	case u.by4 == u.sizes:
		return 1 << 10, "KiB", true
	case u.largest < plausibleGiB:
		return 1 << 30, "GiB", false
	case u.largest < plausibleMiB:
		return 1 << 20, "MiB", false
	}
	return 1000, "kB of 1000", false
}

// sizeOf reads a size with or without a suffix: 780Mi, 17G, 5,9Gi, 0B, 3861332k. Bytes
// are returned when there is a suffix, else the number as printed.
func sizeOf(b []byte) (v float64, suffix, ok bool) {
	n := len(b)
	if n > 1 && b[n-1] == 'B' {
		n--
		suffix = true
	}
	if n > 1 && b[n-1] == 'i' {
		n--
	}
	factor := 1.0
	if n > 1 {
		if f := prefixFactor(b[n-1]); f > 0 {
			factor, suffix = f, true
			n--
		}
	}
	if n < len(b) && !suffix {
		return schemas.Null, false, false
	}
	v, ok = parseNumber(b[:n])
	return v * factor, suffix, ok
}

// prefixFactor is the factor of a letter before a unit, 0 when it is none. All tools
// mean powers of two.
func prefixFactor(c byte) float64 {
	switch c {
	case 'k', 'K':
		return 1 << 10
	case 'm', 'M':
		return 1 << 20
	case 'g', 'G':
		return 1 << 30
	case 't', 'T':
		return 1 << 40
	case 'p', 'P':
		return 1 << 50
	case 'e', 'E':
		return 1 << 60
	}
	return 0
}
