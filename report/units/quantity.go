package units

import "math"

// Scale is a unit for people: multiply a base unit by times, and append suffix.
type Scale struct {
	Times  float64
	Suffix string
}

// ScaleFor picks the unit in which a value of about v reads best. K, M and G are powers of
// 1024, as in the logs the values come from.
func ScaleFor(unit string, v float64) Scale {
	v = math.Abs(v)
	switch unit {
	case "ratio":
		return Scale{100, " %"}
	case "seconds":
		switch {
		case v == 0 || v >= 1:
			return Scale{1, " s"}
		case v >= 1e-3:
			return Scale{1e3, " ms"}
		}
		return Scale{1e6, " us"}
	case "bytes", "bytes_per_second":
		s := bytesScale(v)
		if unit == "bytes_per_second" {
			s.Suffix += "/s"
		}
		return s
	case "per_second":
		if v >= 1e6 {
			return Scale{1e-6, " M/s"}
		}
		return Scale{1, "/s"}
	case "", "count":
		return Scale{1, ""}
	}
	return Scale{1, " " + unit} // a unit of the product's own
}

func bytesScale(v float64) Scale {
	switch {
	case v >= 1<<30:
		return Scale{1.0 / (1 << 30), " GB"}
	case v >= 1<<20:
		return Scale{1.0 / (1 << 20), " MB"}
	case v >= 1<<10:
		return Scale{1.0 / (1 << 10), " kB"}
	}
	return Scale{1, " B"}
}

// Quantity writes a value in base units for people: 0.541 ratio is 54.1 %.
func Quantity(p *float64, unit string) string {
	if !Known(p) {
		return Unknown
	}
	s := ScaleFor(unit, *p)
	return Number(*p*s.Times, 3) + s.Suffix
}

// Pair writes base and head in one unit, with as many digits as tell them apart.
func Pair(base, head *float64, unit, arrow string) string {
	if !Known(base) || !Known(head) {
		return Quantity(base, unit) + arrow + Quantity(head, unit)
	}
	larger, smaller := math.Max(math.Abs(*base), math.Abs(*head)), math.Min(math.Abs(*base), math.Abs(*head))
	if smaller > 0 && larger/smaller >= 1000 {
		return Quantity(base, unit) + arrow + Quantity(head, unit)
	}
	s := ScaleFor(unit, larger)
	b, h := Number(*base*s.Times, 3), Number(*head*s.Times, 3)
	for digits := 4; digits <= 6 && b == h && *base != *head; digits++ {
		b, h = Number(*base*s.Times, digits), Number(*head*s.Times, digits)
	}
	return b + arrow + h + s.Suffix
}
