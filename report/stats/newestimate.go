package stats

// NewEstimate makes an estimate of an effect with a known standard error and degrees
// of freedom: its 95 % interval and two-sided p-value by Student's t.
func NewEstimate(effect, se, df float64) Estimate { return newEstimate(effect, se, df) }
