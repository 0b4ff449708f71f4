package parse

import "testing"

func TestMemoryUnit(t *testing.T) {
	for name, c := range map[string]struct {
		sizes []float64
		want  float64
		sure  bool
	}{
		"vmstat in KiB":         {[]float64{20113216, 106388, 4311636}, 1 << 10, true},
		"vmstat -S M":           {[]float64{18322, 4032, 1178}, 1 << 20, false},
		"vmstat -S k":           {[]float64{20595933, 108941, 4415115}, 1000, false},
		"vmstat -S k, 13 GB":    {[]float64{13392150, 137165, 10423201}, 1000, false},
		"free -b":               {[]float64{25276514304, 818638848, 18430758912, 11292672}, 1, true},
		"free -m":               {[]float64{24105, 780, 17579, 10, 6061, 23325}, 1 << 20, false},
		"free -g":               {[]float64{23, 1, 17, 5, 22}, 1 << 30, false},
		"free in KiB, no swap":  {[]float64{24684096, 799084, 18001600, 11028, 0, 0, 0}, 1 << 10, true},
		"nothing but zeros":     {[]float64{0, 0}, 1 << 10, true},
		"one page multiple, -m": {[]float64{4096, 100, 3000, 999}, 1 << 20, false},
	} {
		var u memoryUnit
		for _, v := range c.sizes {
			u.see(v)
		}
		if got, _, sure := u.factor(); got != c.want || sure != c.sure {
			t.Errorf("%s: %v, sure %v; want %v, %v", name, got, sure, c.want, c.sure)
		}
	}
}

func TestSizeOf(t *testing.T) {
	for text, want := range map[string]float64{"780Mi": 780 << 20, "17G": 17 << 30, "5,9Gi": 5.9 * (1 << 30), "0B": 0, "3861332k": 3861332 << 10,
		"643.434M": 643.434 * (1 << 20), "62.841G": 62.841 * (1 << 30), "8193.4g": 8193.4 * (1 << 30), "1.5TiB": 1.5 * (1 << 40), "10kB": 10 << 10} {
		if got, suffix, ok := sizeOf([]byte(text)); got != want || !suffix || !ok {
			t.Errorf("%s: %v %v %v, want %v", text, got, suffix, ok, want)
		}
	}
	if got, suffix, ok := sizeOf([]byte("24684096")); got != 24684096 || suffix || !ok {
		t.Errorf("number without a suffix: %v %v %v", got, suffix, ok)
	}
	for _, text := range []string{"", "G", "Mi", "-", "12Q", "1.2.3M", "iB", "5i"} {
		if got, _, ok := sizeOf([]byte(text)); ok {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
}
