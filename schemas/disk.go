package schemas

// Disk is one sample of one block device. NaN where the tool does not print it.
type Disk struct {
	TS                      int64  // end of the interval, microseconds UTC
	Device                  string // the name as printed
	TransfersPerSecond      float64
	ReadsPerSecond          float64
	WritesPerSecond         float64
	DiscardsPerSecond       float64
	FlushesPerSecond        float64
	ReadBytesPerSecond      float64
	WrittenBytesPerSecond   float64
	DiscardedBytesPerSecond float64
	ReadsMergedPerSecond    float64
	WritesMergedPerSecond   float64
	RequestBytes            float64
	ReadRequestBytes        float64
	WriteRequestBytes       float64
	AwaitSeconds            float64
	ReadAwaitSeconds        float64
	WriteAwaitSeconds       float64
	DiscardAwaitSeconds     float64
	FlushAwaitSeconds       float64
	QueueLength             float64
	IOTimeRatio             float64
	StepS                   float64
	Source                  *Source
}

// NewDisk returns a sample with every number unknown.
func NewDisk(ts int64, device string, src *Source) Disk {
	d := Disk{TS: ts, Device: device, StepS: Null, Source: src}
	for _, p := range d.numbers() {
		*p = Null
	}
	return d
}

// numbers lists the measured columns in table order.
func (d *Disk) numbers() [20]*float64 {
	return [20]*float64{&d.TransfersPerSecond, &d.ReadsPerSecond, &d.WritesPerSecond, &d.DiscardsPerSecond,
		&d.FlushesPerSecond, &d.ReadBytesPerSecond, &d.WrittenBytesPerSecond, &d.DiscardedBytesPerSecond,
		&d.ReadsMergedPerSecond, &d.WritesMergedPerSecond, &d.RequestBytes, &d.ReadRequestBytes,
		&d.WriteRequestBytes, &d.AwaitSeconds, &d.ReadAwaitSeconds, &d.WriteAwaitSeconds,
		&d.DiscardAwaitSeconds, &d.FlushAwaitSeconds, &d.QueueLength, &d.IOTimeRatio}
}

// DiskTable describes the rows of table disk (grain: ts x device).
var DiskTable = Table[Disk]{
	Name: "disk", Doc: "block device activity, one row per sample and device",
	Columns: []Column[Disk]{
		tsColumn(func(r *Disk) int64 { return r.TS }),
		str("device", "block device, the name as printed", func(r *Disk) string { return r.Device }),
		num("transfers_per_second", "per_second", "requests completed, reads and writes together", func(r *Disk) float64 { return r.TransfersPerSecond }),
		num("reads_per_second", "per_second", "read requests completed", func(r *Disk) float64 { return r.ReadsPerSecond }),
		num("writes_per_second", "per_second", "write requests completed", func(r *Disk) float64 { return r.WritesPerSecond }),
		num("discards_per_second", "per_second", "discard requests completed", func(r *Disk) float64 { return r.DiscardsPerSecond }),
		num("flushes_per_second", "per_second", "flush requests completed", func(r *Disk) float64 { return r.FlushesPerSecond }),
		num("read_bytes_per_second", "bytes_per_second", "bytes read", func(r *Disk) float64 { return r.ReadBytesPerSecond }),
		num("written_bytes_per_second", "bytes_per_second", "bytes written", func(r *Disk) float64 { return r.WrittenBytesPerSecond }),
		num("discarded_bytes_per_second", "bytes_per_second", "bytes discarded", func(r *Disk) float64 { return r.DiscardedBytesPerSecond }),
		num("reads_merged_per_second", "per_second", "read requests merged in the queue", func(r *Disk) float64 { return r.ReadsMergedPerSecond }),
		num("writes_merged_per_second", "per_second", "write requests merged in the queue", func(r *Disk) float64 { return r.WritesMergedPerSecond }),
		num("request_bytes", "bytes", "mean size of a request", func(r *Disk) float64 { return r.RequestBytes }),
		num("read_request_bytes", "bytes", "mean size of a read request", func(r *Disk) float64 { return r.ReadRequestBytes }),
		num("write_request_bytes", "bytes", "mean size of a write request", func(r *Disk) float64 { return r.WriteRequestBytes }),
		num("await_seconds", "seconds", "mean time from queueing to completion", func(r *Disk) float64 { return r.AwaitSeconds }),
		num("read_await_seconds", "seconds", "the same, reads", func(r *Disk) float64 { return r.ReadAwaitSeconds }),
		num("write_await_seconds", "seconds", "the same, writes", func(r *Disk) float64 { return r.WriteAwaitSeconds }),
		num("discard_await_seconds", "seconds", "the same, discards", func(r *Disk) float64 { return r.DiscardAwaitSeconds }),
		num("flush_await_seconds", "seconds", "the same, flushes", func(r *Disk) float64 { return r.FlushAwaitSeconds }),
		num("queue_length", "count", "mean number of requests in the queue or in service", func(r *Disk) float64 { return r.QueueLength }),
		num("io_time_ratio", "ratio", "share of the time with a request in service; may exceed 1", func(r *Disk) float64 { return r.IOTimeRatio }),
		num("step_s", "seconds", "length of the interval that ends at ts", func(r *Disk) float64 { return r.StepS }),
		str("ts_source", "how ts was found: zoned, assumed, relative", func(r *Disk) string { return r.Source.TSSource }),
		str("coverage", "history: covers at least half of the load; snapshot: does not", func(r *Disk) string { return r.Source.Coverage }),
		str("format", "the tool that wrote the member", func(r *Disk) string { return r.Source.Format }),
		str("member", "the member, with #title inside a section file", func(r *Disk) string { return r.Source.Member }),
		str("leg", "the part of the run the member belongs to", func(r *Disk) string { return r.Source.Leg }),
	},
}
