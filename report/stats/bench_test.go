package stats

import "testing"

func benchSeries(n int) (a, b Series) {
	r := newRand(111)
	return arSeries(r, n, 0.9, 100, 10), arSeries(r, n, 0.9, 100, 10)
}

func BenchmarkLevel600(b *testing.B) { benchCompare(b, 600, Level) }
func BenchmarkSwing600(b *testing.B) { benchCompare(b, 600, Swing) }
func BenchmarkSwing40(b *testing.B)  { benchCompare(b, 40, Swing) }

func benchCompare(b *testing.B, n int, f compare) {
	x, y := benchSeries(n)
	b.ReportAllocs()
	for b.Loop() {
		f(x, y, 0)
	}
}

func BenchmarkFindOnset1000(b *testing.B) {
	r := newRand(112)
	base, _ := fixedWork{noise: 0.1, phi: 0.9}.run(r)
	head, _ := fixedWork{noise: 0.1, phi: 0.9, from: 0.94, drop: 0.85}.run(r)
	b.ReportAllocs()
	for b.Loop() {
		whole(base, head, OnsetOptions{})
	}
}
