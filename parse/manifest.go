package parse

import (
	"encoding/json"
	"fmt"
	"regexp"
	"time"
)

// Manifest is what a test bench wrote about a run, in manifest.json beside the zips.
// Raw keeps the text as given, unknown keys included.
type Manifest struct {
	RunID      string                   `json:"run_id"`
	BuildLabel string                   `json:"build_label"`
	Workload   string                   `json:"workload"`
	Factors    map[string]any           `json:"factors"`
	Clusters   map[string][]string      `json:"clusters"`
	Nodes      map[string]*ManifestNode `json:"nodes"`
	Raw        json.RawMessage          `json:"-"`
}

// ManifestNode is what the bench knew about one node.
type ManifestNode struct {
	Name       string        `json:"-"`
	Zip        string        `json:"zip"`
	TimeZone   string        `json:"time_zone"`
	DataDevice string        `json:"data_device"`
	Role       string        `json:"role"`
	Cluster    string        `json:"cluster"`
	Legs       []ManifestLeg `json:"legs"`
}

// ManifestLeg is one part of a run: its folder, its load window and its factors.
type ManifestLeg struct {
	Name    string
	From    time.Time // zero: not stated
	To      time.Time
	Factors map[string]string // scalar keys other than the ones above, as text
}

// UnmarshalJSON reads the known keys of a leg and keeps the other scalars as factors.
func (l *ManifestLeg) UnmarshalJSON(b []byte) error {
	var all map[string]any
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	l.Factors = map[string]string{}
	for k, v := range all {
		s, isText := v.(string)
		switch {
		case k == "leg" && isText:
			l.Name = s
		case k == "start_utc" && isText:
			l.From, _ = time.Parse(time.RFC3339, s)
		case k == "end_utc" && isText:
			l.To, _ = time.Parse(time.RFC3339, s)
		default:
			if t, ok := scalarText(v); ok && !resultName.MatchString(k) {
				l.Factors[k] = t
			}
		}
	}
	return nil
}

// resultName matches keys of a leg that hold what came out of it, not what went in.
var resultName = regexp.MustCompile(`(?i)tps|qps|_per_s(ec(ond)?)?$|p\d\d?(_|$)|latency|summary|mean|result|transactions|throughput`)

// ParseManifest reads manifest.json.
func ParseManifest(b []byte) (*Manifest, error) {
	m := &Manifest{}
	if err := json.Unmarshal(b, m); err != nil {
		return nil, fmt.Errorf("read manifest.json: %w", err)
	}
	m.Raw = json.RawMessage(b)
	for name, n := range m.Nodes {
		if n == nil {
			n = &ManifestNode{}
			m.Nodes[name] = n
		}
		n.Name = name
		for cluster, members := range m.Clusters {
			for _, member := range members {
				if member == name && n.Cluster == "" {
					n.Cluster = cluster
				}
			}
		}
	}
	return m, nil
}

// Node finds the entry of a zip by its file name, else by the node's name.
func (m *Manifest) Node(zip, name string) *ManifestNode {
	if m == nil {
		return nil
	}
	for _, n := range m.Nodes {
		if n.Zip != "" && n.Zip == zip {
			return n
		}
	}
	return m.Nodes[name]
}

// FactorText gives the run's factors as text.
func (m *Manifest) FactorText() map[string]string {
	out := map[string]string{}
	if m == nil {
		return out
	}
	for k, v := range m.Factors {
		if t, ok := scalarText(v); ok {
			out[k] = t
		}
	}
	return out
}

// scalarText is a JSON text, number or truth value as text.
func scalarText(v any) (string, bool) {
	switch x := v.(type) {
	case string:
		return x, true
	case bool:
		return fmt.Sprint(x), true
	case float64:
		b, err := json.Marshal(x)
		return string(b), err == nil
	}
	return "", false
}
