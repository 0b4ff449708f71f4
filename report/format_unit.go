package report

import "math"

// scale is a unit for people: multiply a base unit by times, and append suffix.
type scale struct {
	times  float64
	suffix string
}

// scaleFor picks the unit in which a value of about v reads best. K, M and G are powers of
// 1024, as in the logs the values come from.
func scaleFor(unit string, v float64) scale {
	v = math.Abs(v)
	switch unit {
	case "ratio":
		return scale{100, " %"}
	case "seconds":
		switch {
		case v == 0 || v >= 1:
			return scale{1, " s"}
		case v >= 1e-3:
			return scale{1e3, " ms"}
		}
		return scale{1e6, " us"}
	case "bytes", "bytes_per_second":
		s := bytesScale(v)
		if unit == "bytes_per_second" {
			s.suffix += "/s"
		}
		return s
	case "per_second":
		if v >= 1e6 {
			return scale{1e-6, " M/s"}
		}
		return scale{1, "/s"}
	case "", "count":
		return scale{1, ""}
	}
	return scale{1, " " + unit} // a unit of the product's own
}

func bytesScale(v float64) scale {
	switch {
	case v >= 1<<30:
		return scale{1.0 / (1 << 30), " GB"}
	case v >= 1<<20:
		return scale{1.0 / (1 << 20), " MB"}
	case v >= 1<<10:
		return scale{1.0 / (1 << 10), " kB"}
	}
	return scale{1, " B"}
}

// quantity writes a value in base units for people: 0.541 ratio is 54.1 %.
func quantity(p *float64, unit string) string {
	if !known(p) {
		return unknown
	}
	s := scaleFor(unit, *p)
	return number(*p*s.times, 3) + s.suffix
}

// pair writes base and head in one unit, with as many digits as tell them apart.
func pair(base, head *float64, unit, arrow string) string {
	if !known(base) || !known(head) {
		return quantity(base, unit) + arrow + quantity(head, unit)
	}
	larger, smaller := math.Max(math.Abs(*base), math.Abs(*head)), math.Min(math.Abs(*base), math.Abs(*head))
	if smaller > 0 && larger/smaller >= 1000 {
		return quantity(base, unit) + arrow + quantity(head, unit)
	}
	s := scaleFor(unit, larger)
	b, h := number(*base*s.times, 3), number(*head*s.times, 3)
	for digits := 4; digits <= 6 && b == h && *base != *head; digits++ {
		b, h = number(*base*s.times, digits), number(*head*s.times, digits)
	}
	return b + arrow + h + s.suffix
}
