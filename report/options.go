package report

// DefaultTop is how many ranked findings [Text], [Markdown] and [Jira] print when
// [Options] does not say; the others are counted.
const DefaultTop = 10

// Options are the choices a caller has about looks. The zero value is plain text without
// colour or wrapping.
type Options struct {
	Color   bool // ANSI colours and bold in Text; never the only carrier of a meaning
	Width   int  // columns at which Text wraps sentences; 0: no wrapping
	Verbose bool // everything: no limits, folded findings, evidence
	Top     int  // ranked findings printed; 0: DefaultTop
}

// top is the number of ranked findings to print.
func (o Options) top() int { return o.limit(DefaultTop, o.Top) }

// limit is how many entries of a list are printed: all when Verbose, else given,
// else the fallback.
func (o Options) limit(fallback int, given ...int) int {
	if o.Verbose {
		return int(^uint(0) >> 1)
	}
	for _, n := range given {
		if n > 0 {
			return n
		}
	}
	return fallback
}
