package parse

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
)

// hostile are the ways in which a member can be larger than a parser expects. Each gives
// the next part of a member that begins as the text does.
var hostile = map[string]func(text []byte) func(b []byte, i int) []byte{
	"a line without an end": func(text []byte) func([]byte, int) []byte {
		return afterText(text, bytes.Repeat([]byte("x"), headSize))
	},
	"a line of cells without an end": func(text []byte) func([]byte, int) []byte {
		line := lastLine(text)
		return afterText(text, bytes.Repeat(append(slices.Clone(line), ' '), 1+headSize/(len(line)+1)))
	},
	"no bytes but zero": func(text []byte) func([]byte, int) []byte {
		return afterText(text, make([]byte, headSize))
	},
	"lines of zeros": func(text []byte) func([]byte, int) []byte {
		return afterText(text, bytes.Repeat(append(make([]byte, 60), '\n'), headSize/61))
	},
	"brackets without an end": func(text []byte) func([]byte, int) []byte {
		return afterText(text[:len(text)/2], bytes.Repeat([]byte(`[{"a":`), headSize/6))
	},
	"tags without an end": func(text []byte) func([]byte, int) []byte {
		return afterText(text[:len(text)/2], bytes.Repeat([]byte(`<a b="c">`), headSize/9))
	},
	"members without an end": func(text []byte) func([]byte, int) []byte {
		return func(b []byte, i int) []byte {
			if i == 0 {
				return append(b, text[:bytes.LastIndexAny(text, ",{")+1]...)
			}
			for j := range 1000 {
				b = strconv.AppendInt(append(b, "\"a"...), int64(1000*i+j), 10)
				b = append(b, "\": 1.5,\n"...)
			}
			return b
		}
	},
	"a header of a million columns": func(text []byte) func([]byte, int) []byte {
		return func(b []byte, i int) []byte {
			for line := range bytes.Lines(text) { // every line of the text is made that long in its turn
				line = bytes.TrimRight(line, "\r\n")
				b = append(b, line...)
				gap := gapOf(line)
				for j := 0; i > 0 && len(b) < maxLine-100; j++ {
					b = strconv.AppendInt(append(append(b, gap...), 'c'), int64(i)<<20+int64(j), 10)
					b = append(b, "/s"...)
				}
				b = append(b, '\n')
			}
			return b
		}
	},
	"new names without an end": func(text []byte) func([]byte, int) []byte {
		words := wordEnds(text)
		return func(b []byte, i int) []byte {
			for j := range 100 {
				at := words[(100*i+j)%len(words)]
				b = append(b, text[:at]...)
				b = strconv.AppendInt(append(b, 'x'), int64(100*i+j), 10)
				b = append(append(b, text[at:]...), '\n')
			}
			return b
		}
	},
	"names without an end": func(text []byte) func([]byte, int) []byte {
		words := wordEnds(text)
		long := bytes.Repeat([]byte("y"), maxLine*9/10)
		return func(b []byte, i int) []byte {
			at := words[i%len(words)]
			b = append(append(b, text[:at]...), long...)
			b = fmt.Appendf(b, "%d", i)
			return append(append(b, text[at:]...), '\n')
		}
	},
}

// afterText gives the text and then the same part again and again.
func afterText(text, part []byte) func([]byte, int) []byte {
	return func(b []byte, i int) []byte {
		if i == 0 {
			return append(b, text...)
		}
		return append(b, part...)
	}
}

func lastLine(text []byte) []byte {
	text = bytes.TrimRight(text, "\n")
	return text[bytes.LastIndexByte(text, '\n')+1:]
}

// gapOf is what stands between the cells of a line.
func gapOf(line []byte) string {
	for _, gap := range []string{";", "\t", "|", ","} {
		if bytes.Contains(line, []byte(gap)) {
			return gap
		}
	}
	return " "
}

// wordEnds lists where the words of a text end.
func wordEnds(text []byte) (ends []int) {
	isLetter := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || isDigit(c) }
	for i := range text {
		if isLetter(text[i]) && (i+1 == len(text) || !isLetter(text[i+1])) {
			ends = append(ends, i+1)
		}
	}
	return append(ends, len(text))
}
