package report

// naturalLess orders names as people do: digits inside them count as numbers, so that
// node-2 comes before node-10.
func naturalLess(a, b string) bool {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		if !digit(a[i]) || !digit(b[j]) {
			if a[i] != b[j] {
				return a[i] < b[j]
			}
			i, j = i+1, j+1
			continue
		}
		x, y := digits(a, i), digits(b, j)
		if x != y {
			if len(x) != len(y) {
				return len(x) < len(y)
			}
			return x < y
		}
		i, j = skipDigits(a, i), skipDigits(b, j)
	}
	if (i < len(a)) != (j < len(b)) {
		return j < len(b)
	}
	return a < b // the same but for leading zeros
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func skipDigits(s string, i int) int {
	for i < len(s) && digit(s[i]) {
		i++
	}
	return i
}

// digits is the run of digits at i, without leading zeros.
func digits(s string, i int) string {
	end := skipDigits(s, i)
	for i < end-1 && s[i] == '0' {
		i++
	}
	return s[i:end]
}
