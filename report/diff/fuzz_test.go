package diff_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"

	"inquest/report/diff"
	"inquest/schemas"
)

// tape reads decisions from bytes; when it is at its end all of them are 0.
type tape []byte

// pick is the next number under n.
func (t *tape) pick(n int) int {
	if len(*t) == 0 {
		return 0
	}
	b := (*t)[0]
	*t = (*t)[1:]
	return int(b) % n
}

// choose is one of the values given.
func choose[T any](t *tape, values ...T) T { return values[t.pick(len(values))] }

// number is any float64, the awkward ones often.
func (t *tape) number() float64 {
	switch t.pick(4) {
	case 0:
		return choose(t, 0, 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 1e308, -1e308, 5e-324, 0.5)
	case 1:
		var b [8]byte
		*t = (*t)[copy(b[:], *t):]
		return math.Float64frombits(binary.LittleEndian.Uint64(b[:]))
	}
	return float64(t.pick(256)) * choose(t, 0.01, 1, 100)
}

// oddly is true once in so many times: what is usual must stay usual, or nothing pairs.
func (t *tape) oddly(often int) bool { return t.pick(often) == often-1 }

// plan is what the runs of an input have in common, as the bytes say.
type plan struct {
	strata, nodes, legs, samples int
	metrics                      []string
	length                       float64
}

// input makes two sides of runs after one plan, with damage here and there.
func (t *tape) input() *diff.Input {
	p := plan{strata: 1 + t.pick(2), nodes: 1 + t.pick(3), legs: t.pick(6), samples: choose(t, 40, 120, 12, 5, 1, 300)}
	p.length = float64(p.samples)
	for range 1 + t.pick(5) {
		p.metrics = append(p.metrics, choose(t, "throughput", "cpu.busy", "latency.p95", "disk.write_await", "disk.write_rate", "disk.queue", "errors", "process.cpu",
			"mysql.Com_update", "mysql.Innodb_log_waits", "couchbase.ops", "cpu.iowait", "unknown"))
	}
	in := &diff.Input{}
	for _, side := range []*[]*diff.Run{&in.Base, &in.Head} {
		factor := choose(t, 1, 0.5, 2, 1.1, 0, t.number())
		for range p.strata {
			for range 1 + t.pick(3) {
				*side = append(*side, t.run(&p, len(*side)%p.strata, factor))
			}
		}
	}
	if t.oddly(6) {
		in.Head = append(in.Head, in.Base[0])
	}
	if t.oddly(8) {
		in.Window = &[2]float64{t.number(), t.number()}
	}
	if t.oddly(5) {
		for i := range 5 {
			r := t.run(&p, i%p.strata, choose(t, 1, 1.1, 0.9, t.number()))
			r.ID = choose(t, "r1", "e1", "e2", "e3", "e4")
			in.Book = append(in.Book, diff.NewBookRun(r, in.Window))
		}
	}
	if t.oddly(5) {
		in.Headlines = map[string]float64{"sdk=x": t.number()}
	}
	return in
}

func (t *tape) run(p *plan, stratum int, factor float64) *diff.Run {
	r := &diff.Run{ID: choose(t, "r1", "r2", ""), Build: choose(t, "1", "2", "")}
	if p.strata > 1 {
		r.Stratum = map[string]string{"sdk": []string{"x", "y"}[stratum]}
	}
	if t.oddly(9) {
		r.Missing = []string{choose(t, "a", "z")}
	}
	for i := range p.nodes {
		if !t.oddly(9) {
			r.Nodes = append(r.Nodes, t.node(p, []string{"a", "b", "c"}[i], factor))
		}
	}
	return r
}

func (t *tape) node(p *plan, name string, factor float64) *diff.Node {
	n := &diff.Node{Name: name, Role: choose(t, "", "c1"), CPUs: choose(t, 8, 8, 8, 0, -1)}
	for i := range max(1, p.legs) {
		from := int64(i) * 400e6
		l := diff.Leg{From: from, To: from + int64(p.length*1e6), Source: choose(t, "manifest", "work counter", "recorder", "none"), EdgeS: choose(t, 0, 0, 2, t.number())}
		if p.legs > 0 {
			l.Name = []string{"t1", "t2", "t4", "t8", "t16"}[i]
			l.Factors = map[string]string{"threads": choose(t, l.Name[1:], l.Name[1:], l.Name[1:], "8", "x")}
		}
		if t.oddly(12) {
			l.To = from + int64(t.pick(400)-30)*1e6
		}
		n.Legs = append(n.Legs, l)
		src := &schemas.Source{Format: choose(t, "mpstat", "sar"), Member: "m", Leg: l.Name, Coverage: schemas.History, TSSource: choose(t, schemas.Zoned, schemas.Assumed)}
		for _, m := range p.metrics {
			if t.oddly(12) {
				src = &schemas.Source{Format: "top", Member: "n", Leg: l.Name, Coverage: choose(t, schemas.Snapshot, "")}
			}
			if !t.oddly(12) {
				n.Series = append(n.Series, t.series(p, src, m, l.From, factor))
			}
		}
	}
	if t.oddly(4) {
		n.Settings = append(n.Settings, schemas.Setting{Name: choose(t, "s1", "version", "hostname"), Value: choose(t, "0", "1"), Scope: choose(t, schemas.ScopeServer, schemas.ScopeBench, ""),
			Source: &schemas.Source{Format: "variables", Leg: choose(t, "", "t1")}})
	}
	return n
}

// series is a metric under one of the usual loads, and damaged once in a while.
func (t *tape) series(p *plan, src *schemas.Source, metric string, from int64, factor float64) *schemas.Series {
	s := &schemas.Series{Metric: metric, Source: src, Instance: choose(t, "", "", "sda", "mysqld"), Unit: unitOf(metric), Rate: isCounter(metric)}
	level := factor * choose(t, 1000, 0.3, 1000, 0.0005, 0)
	load := choose(t, busyLoad(level), steady(level), busyLoad(level).from(0.7, 0.2), busyLoad(level).between(0, 0.5, 3), onOff(level, 3), white(level, 0.5))
	value := load(seeded(string(rune(t.pick(256)))), p.samples)
	for i, v := range value {
		s.TS, s.Step, s.Value = append(s.TS, from+int64(i+1)*1e6), append(s.Step, 1), append(s.Value, v)
	}
	for range t.pick(9) - 5 { // damage
		i := t.pick(256) % len(value)
		switch t.pick(6) {
		case 0:
			s.Value[i] = t.number()
		case 1:
			s.Step[i] = t.number()
		case 2:
			s.TS[i] = choose(t, from, s.TS[0], -s.TS[i], math.MaxInt64, math.MinInt64)
		case 3:
			for j := range s.Step {
				s.Step[j] = math.NaN()
			}
		case 4:
			for j := range s.Value {
				s.Value[j] *= -1
			}
		case 5:
			s.TS, s.Step, s.Value = s.TS[:i], s.Step[:i], s.Value[:i]
			return s
		}
	}
	return s
}

// Whatever was recorded, however broken, a comparison ends with an answer that can be
// written down, and the same recordings give the same answer, in whatever order they are named.
func FuzzCompare(f *testing.F) {
	seeds := []int{13, 48, 431, 539, 1605, 1757, 2665, 2880} // once broke something
	for i := range 40 {
		seeds = append(seeds, 5000+i)
	}
	for _, seed := range seeds {
		rng := seeded(fmt.Sprint("q", seed))
		b := make([]byte, 200+rng.IntN(3000))
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		f.Add(b)
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<14 {
			t.Skip("longer inputs only repeat what shorter ones do")
		}
		in := inputOf(b)
		r := &result{diff.Compare(in), t}
		r.sound()
		r.soundSame(in)
		first := text(t, r.Result)
		if again := text(t, diff.Compare(in)); again != first {
			t.Errorf("two comparisons of the same recordings differ %s", firstDifference(first, again))
		}
		if turned := inputOf(b); reverse(turned) {
			if again := text(t, diff.Compare(turned)); again != first {
				t.Errorf("the same recordings in another order give another answer %s", firstDifference(first, again))
			}
		}
	})
}

// inputOf reads a plain input from the front of the bytes, and what is added to it from their end.
func inputOf(b []byte) *diff.Input {
	front, back := tape(b), tape(slices.Clone(b))
	slices.Reverse(back)
	in := front.input()
	back.enrich(in)
	return in
}

// firstDifference shows where two texts part.
func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	part := func(s string) string { return s[max(0, i-200):min(len(s), i+200)] }
	return fmt.Sprintf("at %d:\n%s\nand\n%s", i, part(a), part(b))
}

// reverse turns the order of runs and nodes round; false where runs cannot be told apart,
// so that their order is all there is.
func reverse(in *diff.Input) bool {
	for _, runs := range [][]*diff.Run{in.Base, in.Head} {
		ids := map[string]bool{}
		for _, r := range runs {
			if ids[r.ID] {
				return false
			}
			ids[r.ID] = true
		}
	}
	ids := map[string]bool{}
	for _, b := range in.Book {
		if ids[b.ID()] {
			return false
		}
		ids[b.ID()] = true
	}
	turned := map[*diff.Run]bool{}
	for _, r := range slices.Concat(in.Base, in.Head) {
		if !turned[r] {
			turned[r] = true
			slices.Reverse(r.Nodes)
		}
	}
	slices.Reverse(in.Base)
	slices.Reverse(in.Head)
	slices.Reverse(in.Book)
	return true
}
