package parse

import "bytes"

// otherColumns are columns of sar whose names have no form to know them by.
var otherColumns = map[string]bool{"dentunusd": true, "totsck": true, "tcp6sck": true, "MHz": true, "wghMHz": true, "BUS": true}

// isColumnWord tells whether a word is the name of a column of the sysstat tools.
func isColumnWord(w []byte) bool {
	if _, ok := keyColumns[string(w)]; ok {
		return true
	}
	if _, ok := statColumns[string(w)]; ok {
		return true
	}
	return len(w) > 2 && (w[0] == '%' || bytes.HasSuffix(w, []byte("/s")) || bytes.HasPrefix(w, []byte("kb")) ||
		bytes.HasPrefix(w, []byte("MBfs")) || otherColumns[string(w)])
}

// isHeader tells the words of a table's header from the cells of a row: it begins or
// ends with the name of a column, a row has a number at either end.
func isHeader(cells [][]byte) bool {
	if len(cells) == 0 {
		return false
	}
	first, last := cells[0], cells[len(cells)-1]
	if _, isNumber := parseNumber(last); isNumber { // most rows end here
		return false
	}
	if isNumberStart(first) && !isColumnWord(first) {
		return false
	}
	return isColumnWord(first) || isColumnWord(last)
}

func isNumberStart(b []byte) bool {
	return len(b) > 0 && (b[0] >= '0' && b[0] <= '9' || b[0] == '-')
}

// hasHeaderWords tells whether names of columns stand among the words.
func hasHeaderWords(words [][]byte) bool {
	n := 0
	for _, w := range words {
		if isColumnWord(w) {
			n++
		}
	}
	return n >= 2
}

// isZoneWord tells whether a word can be the name of a time zone: UTC, CEST.
func isZoneWord(w []byte) bool {
	if len(w) < 3 || len(w) > 5 {
		return false
	}
	for _, c := range w {
		if c < 'A' || c > 'Z' {
			return false
		}
	}
	return !isColumnWord(w)
}
