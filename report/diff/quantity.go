package diff

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Quantity writes a number in its unit for people: ratios in per cent, times in us, ms
// or s, bytes with a binary prefix.
func Quantity(v float64, unit string) string {
	if math.IsNaN(v) {
		return "unknown"
	}
	switch unit {
	case "ratio":
		return short(100*v) + " %"
	case "seconds":
		switch a := math.Abs(v); {
		case a == 0:
			return "0 s"
		case a < 1e-3:
			return short(1e6*v) + " us"
		case a < 1:
			return short(1e3*v) + " ms"
		}
		return short(v) + " s"
	case "bytes":
		return bytesText(v)
	case "bytes_per_second":
		return bytesText(v) + "/s"
	case "per_second":
		return short(v) + "/s"
	}
	return short(v)
}

func bytesText(v float64) string {
	for _, u := range []string{"B", "KiB", "MiB", "GiB"} {
		if math.Abs(v) < 1024 {
			return short(v) + " " + u
		}
		v /= 1024
	}
	return short(v) + " TiB"
}

// short writes a number with three significant digits, whole numbers from 100 on.
func short(v float64) string {
	a := math.Abs(v)
	switch {
	case a == 0:
		return "0"
	case a >= 99.95:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case a >= 9.995:
		return strconv.FormatFloat(v, 'f', 1, 64)
	case a >= 0.9995:
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// signedPct writes a relative change: -14.6 %, or as a factor from +100 % on.
func signedPct(p float64) string {
	switch {
	case math.IsNaN(p):
		return "from 0"
	case p >= 100:
		return "x" + short(1+p/100)
	}
	return fmt.Sprintf("%+.1f %%", p)
}

// pctRange writes the range of several changes: "-51.3 to -84.6 %".
func pctRange(lo, hi float64) string {
	a, b := signedPct(lo), signedPct(hi)
	if a == b {
		return a
	}
	if strings.HasSuffix(a, " %") && strings.HasSuffix(b, " %") {
		a = strings.TrimSuffix(a, " %")
	}
	return a + " to " + b
}
