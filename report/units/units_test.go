package units

import (
	"math"
	"testing"
)

func TestPercent(t *testing.T) {
	for _, test := range []struct {
		in   float64
		want string
	}{
		{-14.63, "-14.6 %"}, {-47.8, "-47.8 %"}, {0.04, "0.0 %"}, {-0.04, "0.0 %"}, {0.6, "+0.6 %"}, {99.96, "+100 %"},
		{150.2, "+150 %"}, {210, "x3.1"}, {1295, "x14"}, {45000, "x451"}, {-100, "-100.0 %"}, {-99.97, "-99.970 %"}, {-95.84, "-95.8 %"},
	} {
		if got := Percent(&test.in); got != test.want {
			t.Errorf("percent(%v) = %q, want %q", test.in, got, test.want)
		}
	}
	nan := math.NaN()
	if Percent(nil) != Unknown || Percent(&nan) != Unknown {
		t.Error("an Unknown change is not -")
	}
}

func TestInterval(t *testing.T) {
	for _, test := range []struct {
		ci   *[2]float64
		of   float64
		want string
	}{
		{nil, -14, ""},
		{&[2]float64{-17.24, -11.9}, -14.6, "[-17.2, -11.9] %"},
		{&[2]float64{120, 340}, 210, "[x2.2, x4.4]"},
		{&[2]float64{-20, 340}, 80, "[-20.0 %, x4.4]"},
		{&[2]float64{math.NaN(), 3}, 1, ""},
	} {
		if got := Interval(test.ci, &test.of); got != test.want {
			t.Errorf("interval(%v) = %q, want %q", test.ci, got, test.want)
		}
	}
}

func TestQuantityAndPair(t *testing.T) {
	for _, test := range []struct {
		base, head float64
		unit, want string
	}{
		{0.541, 0.448, "ratio", "54.1 -> 44.8 %"},
		{9146, 7808, "per_second", "9146 -> 7808/s"},
		{0.0235, 0.0908, "seconds", "23.5 -> 90.8 ms"},
		{0.00042, 4.68357, "seconds", "420 us -> 4.68 s"},
		{0.000115, 0.000118, "seconds", "115 -> 118 us"},
		{41.2e6, 96.8e6, "bytes_per_second", "39.3 -> 92.3 MB/s"},
		{2 << 30, 2.5 * (1 << 30), "bytes", "2.00 -> 2.50 GB"},
		{1.5e6, 2e6, "per_second", "1.50 -> 2.00 M/s"},
		{0, 0.006, "ratio", "0 -> 0.600 %"},
		{-3, 3, "", "-3.00 -> 3.00"},
		{12.341, 12.342, "count", "12.341 -> 12.342"},
		{12.5, 12.5, "points of view", "12.5 -> 12.5 points of view"},
		{math.NaN(), 12.5, "ratio", "- -> 1250 %"},
	} {
		if got := Pair(&test.base, &test.head, test.unit, " -> "); got != test.want {
			t.Errorf("pair(%v, %v, %q) = %q, want %q", test.base, test.head, test.unit, got, test.want)
		}
	}
	if got := Quantity(nil, "ratio"); got != Unknown {
		t.Errorf("quantity(nil) = %q", got)
	}
}

func TestDurationAndCount(t *testing.T) {
	for in, want := range map[float64]string{0: "0 s", 0.25: "0.25 s", 4: "4 s", 165: "165 s", 190.2: "3 min 10 s", 4800: "1 h 20 min", -10: "-10 s"} {
		if got := Duration(in); got != want {
			t.Errorf("duration(%v) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[int]string{0: "0", 31211: "31211", 240118: "240 k", 1893400: "1.9 M"} {
		if got := Count(in); got != want {
			t.Errorf("count(%v) = %q, want %q", in, got, want)
		}
	}
}
