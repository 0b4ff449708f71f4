package fetch

// Limits bound what one artifact may cost. They cap work: memory does not
// depend on them, because everything is streamed.
type Limits struct {
	MemberBytes    int64   // of one member, decompressed; 0 means 16 GiB
	ArtifactBytes  int64   // of all members read, decompressed; 0 means 64 GiB
	Ratio          float64 // decompressed to compressed, above RatioFrom; 0 means 200
	RatioFrom      int64   // bytes of output from which Ratio holds; 0 means 1 GiB
	DirectoryBytes int64   // of the zip directory; 0 means 64 MiB
	Members        int     // entries of the zip directory; 0 means 200,000
	Depth          int     // archives within archives; 0 means 3
}

// DefaultLimits returns the limits that zero fields of [Limits] stand for.
func DefaultLimits() Limits {
	return Limits{
		MemberBytes:    16 << 30,
		ArtifactBytes:  64 << 30,
		Ratio:          200,
		RatioFrom:      1 << 30,
		DirectoryBytes: 64 << 20,
		Members:        200_000,
		Depth:          3,
	}
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	or(&l.MemberBytes, d.MemberBytes)
	or(&l.ArtifactBytes, d.ArtifactBytes)
	or(&l.Ratio, d.Ratio)
	or(&l.RatioFrom, d.RatioFrom)
	or(&l.DirectoryBytes, d.DirectoryBytes)
	or(&l.Members, d.Members)
	or(&l.Depth, d.Depth)
	return l
}

// or sets *v to the default when it is not positive.
func or[T int | int64 | float64](v *T, byDefault T) {
	if *v <= 0 {
		*v = byDefault
	}
}
