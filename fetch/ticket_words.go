package fetch

import (
	"regexp"
	"strings"
)

// Words that decide what a heading, a column or a sentence is about. They are
// compared in lower case.
var (
	// metricWords name what was measured.
	metricWords = wordSet(`throughput latency latencies rate rates tps qps ops iops tpm tpmc nopm rps score duration
		time times runtime elapsed p50 p75 p90 p95 p99 p999 p99.9 percentile mean avg average median max min maximum minimum
		total sum stdev stddev sd count seconds secs sec ms us msec usec millis micros bytes cpu memory mem rss disk errors
		operations queries transactions requests docs documents items rows inserts updates reads writes bandwidth speed
		efficiency performance`)

	// axisWords name what was varied; the plural is kept as the axis.
	axisWords = wordSet(`thread threads client clients connection connections conn conns concurrency user users vu vus
		worker workers node nodes shard shards collection collections bucket buckets scope scopes partition partitions
		table tables warehouse warehouses replica replicas core cores cpu cpus terminal terminals session sessions
		size sizes qd depth iodepth jobs rate docs documents items rows dop parallelism`)

	// concurrencyWords are the axes on which a flat curve means one at a time.
	concurrencyWords = wordSet(`thread threads client clients connection connections conn conns concurrency user users
		vu vus worker workers terminal terminals session sessions parallelism dop jobs qd depth iodepth`)

	// labelWords head the column that says which build a row is.
	labelWords = wordSet(`build builds version versions engine release branch commit sha hash revision rev binary image
		server db dbms database product tag label config setup variant package mysqld git`)

	// skipColumns are columns of a table that hold neither factors nor results.
	skipColumns = wordSet(`job jobs link links url console run runs number note notes comment comments status result
		verdict date day time timestamp when start started end report reports dashboard artifact artifacts logs log issue
		pr ticket author who description title state states remark remarks outcome iteration iterations repeat repeats rep reps trial trials attempt attempts name graph graphs grafana snapshot zip zips node file files # no nr id`)

	// neutralHeadings group items without saying anything about them.
	neutralHeadings = wordSet(`logs log artifacts artifact zips zip files results result runs run jobs job links link cbcollect
		cbcollects collects collect console data numbers details summary overview tests test builds build reports report
		dashboards dashboard nodes node downloads attachments s3 table tables throughput latency performance comparison
		comparisons results: cbcollect_info version versions here below see following urls url`)

	// closingHeadings begin a part that is about no single run.
	closingHeadings = wordSet(`analysis changelog changes conclusion conclusions notes note environment setup steps
		reproduce reproduction expected actual cause root workaround fix solution background description discussion
		hardware configuration references reference commits bisect next appendix observations impact comments comment`)

	// remarkWords make a heading's bracket a remark and no factor.
	remarkWords = wordSet(`regression regressions regressed regresses good bad ok okay slower faster same unchanged control
		baseline base head affected unaffected passes failing failed failure aborted crashed killed cancelled canceled timed out rerun repeat repeated see below above old new before after
		last first reference change changes normal slow fast fine broken fixed`)

	// baseWords and headWords tell the sides of a comparison.
	baseWords = wordSet(`base baseline before good old previous prior reference last-good control stable unpatched orig original
		success golden`)
	headWords = wordSet(`head after bad new current contender candidate regressed regression slow patched target broken first-bad
		latest`)

	// smallWords carry no meaning in a heading about a build.
	smallWords = wordSet(`build builds version versions release logs log artifacts artifact zips zip files file results result
		run runs for of on with in at the and a an from cbcollect cbcollects collects collect node nodes job jobs links link
		data server test tests is was using used commit sha rev revision branch tag label numbers output console url urls
		base baseline head good bad old new before after previous current last first reference`)

	wordShape = regexp.MustCompile(`[\pL\pN][\pL\pN._'-]*`)
)

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// wordsOf returns the words of s in lower case, without dots at their ends.
func wordsOf(s string) []string {
	words := wordShape.FindAllString(strings.ToLower(s), -1)
	for i, w := range words {
		words[i] = strings.TrimRight(w, ".'-_")
	}
	return words
}

// hasWord reports whether any word of s is in set.
func hasWord(s string, set map[string]bool) bool {
	for _, w := range wordsOf(s) {
		if set[w] {
			return true
		}
	}
	return false
}

// allWords reports whether s has words and all are in set.
func allWords(s string, set map[string]bool) bool {
	words := wordsOf(s)
	for _, w := range words {
		if !set[w] {
			return false
		}
	}
	return len(words) > 0
}

// isSmall reports words that only introduce a build or call it good or bad.
func isSmall(s string) bool {
	for _, w := range wordsOf(s) {
		if !smallWords[w] && !baseWords[w] && !headWords[w] {
			return false
		}
	}
	return true
}

// slug makes a factor's name of words: "Source nozzles" is source_nozzles.
func slug(s string) string { return strings.Join(wordsOf(s), "_") }
