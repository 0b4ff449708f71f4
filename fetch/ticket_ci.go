package fetch

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// A ciRun is the identity of a run that a CI system's address carries.
type ciRun struct {
	job    string // folders joined by "-", as Jenkins does for BUILD_TAG
	number int64
}

func (c ciRun) id() string { return c.job + "-" + strconv.FormatInt(c.number, 10) }

// ciShapes are addresses of CI systems other than Jenkins: job, then number.
// They are tried in order on host, path and fragment.
var ciShapes = []*regexp.Regexp{
	regexp.MustCompile(`/blue/organizations/[^/]+/([^/]+)/detail/[^/]+/(\d+)(?:/|$)`), // Jenkins Blue Ocean
	regexp.MustCompile(`^github\.[^/]+/[^/]+/([^/]+)/actions/runs/(\d+)`),             // GitHub Actions
	regexp.MustCompile(`/([^/]+)/-/(?:jobs|pipelines)/(\d+)`),                         // GitLab
	regexp.MustCompile(`^buildkite\.com/[^/]+/([^/]+)/builds/(\d+)`),                  // Buildkite
	regexp.MustCompile(`circleci\.com/(?:pipelines/)?[^/]+/[^/]+/([^/]+)/(\d+)`),      // CircleCI
	regexp.MustCompile(`/buildConfiguration/([^/?]+)/(\d+)`),                          // TeamCity
	regexp.MustCompile(`/([^/]+)/_build/results\?buildId=(\d+)`),                      // Azure Pipelines
	regexp.MustCompile(`#?/builders/([^/]+)/builds/(\d+)`),                            // Buildbot
	regexp.MustCompile(`^[^/]*bamboo[^/]*/browse/([^/?]+)-(\d+)(?:[/?]|$)`),           // Bamboo
	regexp.MustCompile(`/view/gs/(?:[^/]+/)*([^/]+)/(\d{5,})(?:/|$)`),                 // Prow
	regexp.MustCompile(`/([^/]+)/(?:builds?|runs?|jobs?)/(\d+)(?:[/?#]|$)`),
	regexp.MustCompile(`/([A-Za-z][^/]*)/(\d+)/(?:console(?:Full|Text)?|artifacts?|logs?|testReport|consolefull)(?:[/?#]|$)`),
}

var teamCity = regexp.MustCompile(`/viewLog\.html\?`)

// ciRunOf reads job and number from an address, false when it is no CI run.
func ciRunOf(ref string) (ciRun, bool) {
	_, rest, ok := strings.Cut(ref, "://")
	if !ok || !strings.HasPrefix(strings.ToLower(ref), "http") {
		return ciRun{}, false
	}
	if host, _, _ := strings.Cut(rest, "/"); isS3Name(host) {
		return ciRun{}, false
	}
	path, query, _ := strings.Cut(rest, "?")
	if strings.Contains(path, "/job/") {
		if run, ok := jenkinsRun(path); ok {
			return run, true
		}
	}
	if teamCity.MatchString(rest) {
		q, _ := url.ParseQuery(query)
		return newRun(q.Get("buildTypeId"), q.Get("buildId"))
	}
	for _, shape := range ciShapes {
		if m := shape.FindStringSubmatch(rest); m != nil {
			return newRun(m[1], m[2])
		}
	}
	return ciRun{}, false
}

// jenkinsRun reads /job/<folder>/job/<name>/<number>/..., with the axes of a
// matrix job (/job/<name>/<axis>=<value>/<number>/) as part of the name.
func jenkinsRun(path string) (ciRun, bool) {
	segments := strings.Split(path, "/")
	var names []string
	for i := 1; i < len(segments); i++ {
		s := segments[i]
		switch {
		case s == "job" && i+1 < len(segments):
			i++
			names = append(names, segments[i])
		case len(names) == 0: // view/<name>, or where Jenkins is mounted
		case strings.Contains(s, "="):
			names = append(names, s)
		case isDigits(s):
			return newRun(strings.Join(names, "-"), s)
		case s != "branch" && s != "view":
			return ciRun{}, false
		}
	}
	return ciRun{}, false
}

func newRun(job, number string) (ciRun, bool) {
	n, err := strconv.ParseInt(number, 10, 64)
	job = validUTF8(unescape(job))
	if err != nil || job == "" {
		return ciRun{}, false
	}
	return ciRun{strings.ReplaceAll(job, "/", "-"), n}, true
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func isS3Name(host string) bool {
	_, ok := s3Host(strings.ToLower(host))
	return ok
}

// matrixFactors reads the axes of a matrix job out of its address.
func matrixFactors(ref string) map[string]string {
	_, path, ok := strings.Cut(ref, "/job/")
	if !ok || !strings.Contains(path, "=") {
		return nil
	}
	path, _, _ = strings.Cut(path, "?")
	var factors map[string]string
	for segment := range strings.SplitSeq(path, "/") {
		for pair := range strings.SplitSeq(segment, ",") {
			if k, v, ok := strings.Cut(validUTF8(unescape(pair)), "="); ok && k != "" && v != "" {
				if factors == nil {
					factors = map[string]string{}
				}
				factors[strings.ToLower(k)] = v
			}
		}
	}
	return factors
}
