package fetch

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A ticketVersion is a build label that says itself where it stands among
// others: 5.2.0-rc3 comes before 5.2.0, and 5.1.9 is of another branch.
type ticketVersion struct {
	branch string // product, first two numbers and flavour: 5.2
	series string // what the number counts, for gaps: 5.2.0-rc
	key    [6]int // four numbers, stage, number of the stage
	counts bool   // numbers of the series follow each other, so that gaps can be named
	number int    // in the series
}

var (
	versionHead  = regexp.MustCompile(`(?i)^((?:[a-z][a-z0-9]*[-_/ ])*)v?(\d{1,4}(?:\.\d{1,6}){1,3})(.*)$`)
	versionStage = regexp.MustCompile(`(?i)^([-.~+_ ]*\(?)(dev|alpha|beta|milestone|preview|pre|rc|cr|ga|final|sp|patch|post)([-._ ]?)(\d{1,6})?\)?`)
	versionBuild = regexp.MustCompile(`^-b?(\d{2,9})`)
	versionRest  = regexp.MustCompile(`^(?:[-.~+][0-9a-f]{6,}(?:\.[0-9a-f]{6,})?)?$`)
)

// stageRank orders what comes before and after the release of a version.
var stageRank = map[string]int{"dev": 1, "alpha": 2, "beta": 3, "milestone": 3, "preview": 4, "pre": 4, "rc": 5, "cr": 5,
	"": 7, "ga": 7, "final": 7, "sp": 8, "patch": 8, "post": 8}

const buildRank = 6

// productName is what stands before the numbers, whatever joins them.
func productName(prefix string) string { return strings.ToLower(strings.TrimRight(prefix, "-_/ ")) }

// versionIn takes a label apart, false when it is no version.
func versionIn(label string) (ticketVersion, bool) {
	var v ticketVersion
	rest := strings.TrimSpace(label)
	head := ""
	if m := versionHead.FindStringSubmatch(rest); m != nil {
		numbers := strings.Split(m[2], ".")
		for i, n := range numbers {
			v.key[i], _ = strconv.Atoi(n)
		}
		head = strings.TrimSuffix(rest, m[3])
		v.branch = strings.TrimSpace(productName(m[1]) + " " + numbers[0] + "." + numbers[1])
		v.series, v.number = strings.TrimSuffix(head, numbers[len(numbers)-1]), v.key[len(numbers)-1]
		v.counts = len(numbers) > 2
		rest = m[3]
	}
	v.key[4] = stageRank[""]
	if m := versionStage.FindStringSubmatch(rest); m != nil {
		stage := strings.ToLower(m[2])
		v.key[4] = stageRank[stage]
		v.key[5], _ = strconv.Atoi(m[4])
		v.series, v.number, v.counts = head+m[1]+m[2]+m[3], v.key[5], m[4] != ""
		rest = rest[len(m[0]):]
	} else if m := versionBuild.FindStringSubmatch(rest); m != nil && head != "" {
		v.key[4] = buildRank
		v.key[5], _ = strconv.Atoi(m[1])
		v.counts = false // a CI system counts builds that nobody tested
		rest = rest[len(m[0]):]
	} else if head == "" {
		return v, false
	}
	if !versionRest.MatchString(rest) {
		v.branch += strings.ToLower(strings.TrimRight(rest, " )"))
		v.counts = false
	}
	return v, true
}

func (v *ticketVersion) before(w *ticketVersion) int { return slices.Compare(v.key[:], w.key[:]) }

// maxMissing bounds the versions that are named as missing.
const maxMissing = 12

// missingBetween names the versions that a series of sorted ones leaves out.
func missingBetween(sorted []ticketVersion) (names []string, more int) {
	last := map[string]int{}
	for i := range sorted {
		v := &sorted[i]
		if !v.counts {
			continue
		}
		n, seen := last[v.series]
		for k := n + 1; seen && k < v.number; k++ {
			if len(names) == maxMissing {
				more += v.number - k
				break
			}
			names = append(names, v.series+strconv.Itoa(k))
		}
		last[v.series] = v.number
	}
	return names, more
}
