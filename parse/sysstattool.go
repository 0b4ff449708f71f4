package parse

import (
	"bytes"
	"slices"
)

// sysstatTool tells which of the sysstat tools printed a text: the tool of the first
// header that tells it, "sar" for a banner with nothing after it, else empty.
func sysstatTool(h Head) string {
	banners, others := 0, 0
	var fields [][]byte
	for _, line := range h.Lines {
		if isBanner(line) {
			banners++
			continue
		}
		if isAtopsar(line) {
			break
		}
		fields = cutFields(line, fields)
		if len(fields) == 0 {
			continue
		}
		others++
		if tool := toolOfHeader(line, fields, banners > 0); tool != "" {
			return tool
		}
	}
	if banners > 0 && others == 0 && h.Whole {
		return "sar"
	}
	return ""
}

// toolOfHeader tells which tool prints such a header line; empty when it is none.
// After a banner the clock before it may have a form that is not known.
func toolOfHeader(line []byte, fields [][]byte, afterBanner bool) string {
	if isDeviceHeader(fields) || bytes.HasPrefix(line, []byte("avg-cpu:")) {
		return "iostat"
	}
	words := fields
	if text(fields[0]) == "#" && len(fields) > 2 && text(fields[1]) == "Time" {
		words = fields[2:]
	} else if _, used, ok := parseClock(fields); ok {
		words = fields[used:]
	} else if afterBanner && hasHeaderWords(fields) {
		words = fields[slices.IndexFunc(fields, isColumnWord):]
	} else {
		return ""
	}
	if len(words) > 1 && isZoneWord(words[0]) {
		words = words[1:]
	}
	switch {
	case len(words) == 0:
		return ""
	case isProcessHeader(words):
		return "pidstat"
	case !isHeader(words) || !isColumnWord(words[0]) && keyColumns[text(words[len(words)-1])] == "":
		return ""
	case text(words[0]) == "NODE" || text(words[0]) == "CPU" && isMpstatHeader(words[1:]):
		return "mpstat"
	}
	return "sar"
}

// isMpstatHeader tells mpstat's tables under CPU from those of sar: the state irq
// comes before steal, and interrupts have a table.
func isMpstatHeader(words [][]byte) bool {
	for _, w := range words {
		switch text(w) {
		case "%irq", "intr/s":
			return true
		case "%steal", "total/s", "MHz", "wghMHz":
			return false
		}
	}
	return len(words) > 0 && bytes.HasSuffix(words[0], []byte("/s"))
}

// isProcessHeader tells whether the words are those of pidstat.
func isProcessHeader(words [][]byte) bool {
	pid := false
	for _, w := range words {
		pid = pid || text(w) == "PID" || text(w) == "TGID"
	}
	return pid && text(words[len(words)-1]) == "Command"
}

// isDeviceHeader tells whether the words are those of a table of iostat: Device first
// or last, the rest known columns.
func isDeviceHeader(words [][]byte) bool {
	if len(words) < 3 {
		return false
	}
	for _, at := range []int{0, len(words) - 1} {
		if w := text(bytes.TrimSuffix(words[at], []byte(":"))); w == "Device" || w == "DEVICE" {
			_, first := diskColumns[text(words[1])]
			return first
		}
	}
	return false
}
