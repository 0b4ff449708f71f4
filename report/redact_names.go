package report

import (
	"net/netip"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"inquest/report/diff"
)

// hider replaces names of nodes, hosts and addresses by neutral ones.
type hider struct {
	exact   map[string]string // the neutral name of a node
	alias   map[string]string // the same for every name to look for inside texts, and of hosts met
	nodes   *regexp.Regexp    // any node's name, the longest first; nil without nodes
	metrics map[string]bool   // metrics look like domain names
	hosts   int
}

var (
	urlHost = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)([^\s/"'<>?#|]+)`)
	ipv4    = regexp.MustCompile(`\d{1,3}(?:\.\d{1,3}){3}`)
	ipv6    = regexp.MustCompile(`[0-9A-Fa-f]*(?::[0-9A-Fa-f]*){2,}(?:%[0-9A-Za-z]+)?`)
	domain  = regexp.MustCompile(`(?:[A-Za-z0-9-]+\.)+(?:com|org|net|local|internal|localdomain|corp|lan|intranet)\b`)
)

// newHider gives every node its neutral name. A domain name also hides its first label,
// by which tools call the same host.
func newHider(r *diff.Result) *hider {
	h := &hider{alias: map[string]string{}, exact: map[string]string{}, metrics: map[string]bool{}}
	nodes := nodeNames(r)
	for _, f := range r.Findings {
		h.metrics[f.Metric] = true
		for _, n := range f.Nodes {
			nodes = append(nodes, n.Node)
		}
	}
	for _, n := range r.NotTested {
		h.metrics[n.Metric] = true
	}
	for _, c := range r.Charts {
		h.metrics[c.Metric] = true
		nodes = append(nodes, c.Node)
	}
	sort.Slice(nodes, func(i, j int) bool { return naturalLess(nodes[i], nodes[j]) })
	for _, n := range nodes {
		if n == "" || h.exact[n] != "" {
			continue
		}
		h.exact[n] = "n" + strconv.Itoa(len(h.exact)+1)
	}
	for _, n := range nodes {
		h.alias[n] = h.exact[n]
	}
	for _, n := range nodes {
		first, _, dotted := strings.Cut(n, ".")
		if _, err := netip.ParseAddr(n); err != nil && dotted && h.alias[first] == "" {
			h.alias[first] = h.exact[n]
		}
	}
	var patterns []string
	for n := range h.alias {
		if len(n) < 3 && !strings.ContainsAny(n, "0123456789") { // "a" in a sentence is a word
			delete(h.alias, n)
			continue
		}
		patterns = append(patterns, regexp.QuoteMeta(n))
	}
	if len(patterns) > 0 {
		sort.Slice(patterns, func(i, j int) bool {
			if len(patterns[i]) != len(patterns[j]) {
				return len(patterns[i]) > len(patterns[j])
			}
			return patterns[i] < patterns[j]
		})
		h.nodes = regexp.MustCompile(strings.Join(patterns, "|"))
	}
	return h
}

// hide replaces what it recognises in s: nodes, then hosts of URLs, then addresses and domains.
func (h *hider) hide(s string) string {
	if short := h.exact[s]; short != "" {
		return short
	}
	if h.nodes != nil {
		s = replaceWhole(h.nodes, s, func(n string) string { return h.alias[n] })
	}
	s = urlHost.ReplaceAllStringFunc(s, func(m string) string {
		scheme, host, _ := strings.Cut(m, "://")
		return scheme + "://" + h.authority(host)
	})
	s = replaceWhole(ipv4, s, h.address)
	s = replaceWhole(ipv6, s, h.address)
	return replaceWhole(domain, s, func(name string) string {
		if h.metrics[name] {
			return name
		}
		return h.host(name)
	})
}

// authority hides the host of a URL, keeps its port and drops who logs in.
func (h *hider) authority(s string) string {
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}
	host, port := s, ""
	if i := strings.LastIndexByte(s, ':'); i > strings.LastIndexByte(s, ']') {
		host, port = s[:i], s[i:]
	}
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return h.address(strings.Trim(host, "[]")) + port
	}
	if neutral.MatchString(host) || host == "localhost" {
		return s
	}
	return h.host(host) + port
}

// neutral is a name that a hider gave.
var neutral = regexp.MustCompile(`^(?:n|host)\d+$`)

// address hides s if it is an address that names somebody.
func (h *hider) address(s string) string {
	a, err := netip.ParseAddr(s)
	if err != nil || a.IsLoopback() || a.IsUnspecified() {
		return s
	}
	return h.host(s)
}

// host is the neutral name of a host that is no node.
func (h *hider) host(s string) string {
	key := strings.ToLower(s)
	if h.alias[key] == "" {
		h.hosts++
		h.alias[key] = "host" + strconv.Itoa(h.hosts)
	}
	return h.alias[key]
}

// replaceWhole replaces the matches of re that no letter or digit touches.
func replaceWhole(re *regexp.Regexp, s string, with func(string) string) string {
	var b strings.Builder
	end := 0
	for _, m := range re.FindAllStringIndex(s, -1) {
		before, _ := utf8.DecodeLastRuneInString(s[:m[0]])
		after, _ := utf8.DecodeRuneInString(s[m[1]:])
		if wordRune(before) || wordRune(after) {
			continue
		}
		b.WriteString(s[end:m[0]] + with(s[m[0]:m[1]]))
		end = m[1]
	}
	return b.String() + s[end:]
}

func wordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
