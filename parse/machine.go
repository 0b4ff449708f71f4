package parse

import (
	"bytes"
	"strconv"
	"strings"
)

// machine is what the banner of a sysstat tool says of the node.
type machine struct {
	kernel string // release, as in uname -r
	cpus   int    // 0: not said
}

// maxBanner is more than the banner of any sysstat tool takes.
const maxBanner = 512

// machineOf reads the banner that a member's text begins with; zero when there is none.
func machineOf(head []byte) machine {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if body, stamped := cutStamp(head); stamped {
		line, _, _ = bytes.Cut(body, []byte("\n"))
	}
	if !isBanner(line) {
		return machine{}
	}
	var m machine
	words := strings.Fields(string(line))
	m.kernel = words[1]
	for i, w := range words {
		if n, ok := strings.CutPrefix(w, "("); ok && i+1 < len(words) && strings.HasPrefix(words[i+1], "CPU") {
			m.cpus, _ = strconv.Atoi(n)
		}
	}
	return m
}
