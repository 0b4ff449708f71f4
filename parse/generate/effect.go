package generate

// Effect is one thing that differs between the sides. Which keys a kind takes is in
// the table of kinds below; a key that it does not take is an error.
type Effect struct {
	Kind   string  `yaml:"kind"`
	Metric string  `yaml:"metric"` // one of Metrics; throughput when not given
	Pct    float64 `yaml:"pct"`    // change in per cent: -30 is 0.7 times
	Factor float64 `yaml:"factor"` // of the noise's relative sd

	AtWorkPct  float64 `yaml:"at_work_pct"` // of the work, from where on the rate is another
	Elasticity float64 `yaml:"elasticity"`  // in place of that of the levels

	Name      string `yaml:"name"` // of a setting
	BaseValue string `yaml:"base"`
	HeadValue string `yaml:"head"`

	Member string `yaml:"member"` // that is missing; empty: the whole node

	Side  string   `yaml:"side"`  // head when not given
	Nodes []string `yaml:"nodes"` // none given: all
	Legs  []int    `yaml:"legs"`  // thread counts; none given: all
	Runs  []int    `yaml:"runs"`  // of the side, from 1; none given: all
}

// Metrics are the latent series of which an effect can change the level or the noise.
// A level of throughput takes busy, disk and the inverse of latency with it, since
// their work per operation stays; a level of cpu, disk or latency is that of one
// operation's cost.
func Metrics() []string { return []string{"throughput", "cpu", "latency", "disk"} }

// The numbers of the series in arrays.
const (
	throughput = iota
	cpu
	latency
	disk
	families
)

// kinds tells for each kind of effect which keys it takes besides side, runs and kind.
var kinds = map[string]string{
	"level":      "metric pct nodes legs",
	"volatility": "metric factor nodes legs",
	"collapse":   "pct at_work_pct nodes legs",
	"node":       "metric pct nodes legs",
	"flat":       "elasticity nodes",
	"offset":     "pct nodes",
	"setting":    "name base head nodes",
	"missing":    "member nodes",
}

// applies tells whether the effect holds for a node's leg of a run.
func (e *Effect) applies(r *Run, node string, threads int) bool {
	side := e.Side
	if side == "" {
		side = "head"
	}
	return side == r.Side && among(e.Runs, r.Number) && among(e.Nodes, node) && (threads == 0 || among(e.Legs, threads))
}

// among tells whether a list that restricts lets the value through; an empty one does.
func among[T comparable](list []T, v T) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return len(list) == 0
}
