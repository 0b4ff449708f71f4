package parse

import (
	"slices"
	"strings"

	"inquest/schemas"
)

// expositionTypes are the types that a family can have.
var expositionTypes = map[string]bool{
	"counter": true, "gauge": true, "histogram": true, "summary": true, "untyped": true, // Prometheus
	"unknown": true, "info": true, "stateset": true, "gaugehistogram": true, // OpenMetrics
}

// couchbasePrefixes begin the names of Couchbase's own metrics, as in its snapshots.
var couchbasePrefixes = []string{
	"audit_", "cbas_", "cm_", "couch_", "eventing_", "fts_", "index_", "kv_", "n1ql_", "sysproc_", "xdcr_",
	"sys_allocstall", "sys_cpu_", "sys_disk_", "sys_mem_", "sys_pressure_", "sys_rest_", "sys_swap_",
}

// exposedSuffixes end the names of samples of a family that has another name.
var exposedSuffixes = []string{"_total", "_created", "_bucket", "_sum", "_count", "_gsum", "_gcount", "_info"}

// familyOf finds the family of a sample's name and what the name has beside it. The type
// is empty when no line of type was met.
func (p *exposition) familyOf(name string) (family, suffix, kind string) {
	if kind, ok := p.types[name]; ok {
		return name, "", kind
	}
	for _, s := range exposedSuffixes {
		if family, ok := strings.CutSuffix(name, s); ok {
			if kind, ok := p.types[family]; ok {
				return family, s, kind
			}
		}
	}
	return name, "", ""
}

// newSeries finds out what a series is in table stats. Names are kept; Couchbase's own
// have the kinds and units that they have in a snapshot, so that they can be compared.
func (p *exposition) newSeries(s *exposed) *exposedSeries {
	name := string(s.name)
	family, suffix, declared := p.familyOf(name)
	q := &exposedSeries{}
	pairs := s.labels()
	ours := slices.ContainsFunc(couchbasePrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
	has := func(label string) bool {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == label {
				return true
			}
		}
		return false
	}
	prefix, kind := "prometheus.", ""
	switch {
	case suffix == "_created" && declared != "gauge":
		q.left = &p.created
	case ours && has("le"):
		q.left = &p.buckets
	case ours && strings.HasPrefix(name, "kv_") && has("collection"):
		q.left = &p.perItem
	}
	if ours {
		prefix = metricPrefix
		sure := false
		if kind, sure = tsdbKind(name); !sure && declared != "" {
			kind = exposedKind(declared, suffix)
		}
		for i := 0; i < len(pairs); {
			if pairs[i] == "name" || pairs[i] == "category" {
				pairs = slices.Delete(pairs, i, i+2)
			} else {
				i += 2
			}
		}
	} else if declared != "" {
		kind = exposedKind(declared, suffix)
	} else {
		kind, _ = tsdbKind(name)
		if strings.HasSuffix(name, "_bucket") && has("le") {
			kind = schemas.Counter
		}
	}
	unit, per := tsdbUnit(name, kind)
	if suffix != "_bucket" && suffix != "_count" && suffix != "_gcount" && unit == "" {
		unit = exposedUnit(p.units[family])
	}
	q.key, q.per = p.l.Key(prefix+name, labelJSON(pairs...), kind, unit), per
	return q
}

// exposedKind is the kind of a sample of a family: counters grow since the process began.
func exposedKind(declared, suffix string) string {
	switch declared {
	case "counter":
		return schemas.Counter
	case "histogram", "summary":
		if suffix != "" {
			return schemas.Counter
		}
	}
	return schemas.Gauge
}

// exposedUnit is the unit of a line of unit, where it is one of ours.
func exposedUnit(word string) string {
	switch word {
	case "seconds", "bytes":
		return word
	case "ratios", "ratio":
		return "ratio"
	}
	return ""
}
