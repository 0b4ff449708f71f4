package lake

import "inquest/schemas"

var cpuBinding = binding[schemas.CPU]{
	ints:  map[string]func(*schemas.CPU) *int64{"ts": func(r *schemas.CPU) *int64 { return &r.TS }},
	texts: map[string]func(*schemas.CPU) *string{"cpu": func(r *schemas.CPU) *string { return &r.CPU }},
	nums: map[string]func(*schemas.CPU) *float64{
		"user":    func(r *schemas.CPU) *float64 { return &r.User },
		"nice":    func(r *schemas.CPU) *float64 { return &r.Nice },
		"system":  func(r *schemas.CPU) *float64 { return &r.System },
		"iowait":  func(r *schemas.CPU) *float64 { return &r.IOWait },
		"irq":     func(r *schemas.CPU) *float64 { return &r.IRQ },
		"softirq": func(r *schemas.CPU) *float64 { return &r.SoftIRQ },
		"steal":   func(r *schemas.CPU) *float64 { return &r.Steal },
		"guest":   func(r *schemas.CPU) *float64 { return &r.Guest },
		"idle":    func(r *schemas.CPU) *float64 { return &r.Idle },
		"busy":    func(r *schemas.CPU) *float64 { return &r.Busy },
		"step_s":  func(r *schemas.CPU) *float64 { return &r.StepS },
	},
	source: func(r *schemas.CPU) **schemas.Source { return &r.Source },
}

var diskBinding = binding[schemas.Disk]{
	ints:  map[string]func(*schemas.Disk) *int64{"ts": func(r *schemas.Disk) *int64 { return &r.TS }},
	texts: map[string]func(*schemas.Disk) *string{"device": func(r *schemas.Disk) *string { return &r.Device }},
	nums: map[string]func(*schemas.Disk) *float64{
		"transfers_per_second":       func(r *schemas.Disk) *float64 { return &r.TransfersPerSecond },
		"reads_per_second":           func(r *schemas.Disk) *float64 { return &r.ReadsPerSecond },
		"writes_per_second":          func(r *schemas.Disk) *float64 { return &r.WritesPerSecond },
		"discards_per_second":        func(r *schemas.Disk) *float64 { return &r.DiscardsPerSecond },
		"flushes_per_second":         func(r *schemas.Disk) *float64 { return &r.FlushesPerSecond },
		"read_bytes_per_second":      func(r *schemas.Disk) *float64 { return &r.ReadBytesPerSecond },
		"written_bytes_per_second":   func(r *schemas.Disk) *float64 { return &r.WrittenBytesPerSecond },
		"discarded_bytes_per_second": func(r *schemas.Disk) *float64 { return &r.DiscardedBytesPerSecond },
		"reads_merged_per_second":    func(r *schemas.Disk) *float64 { return &r.ReadsMergedPerSecond },
		"writes_merged_per_second":   func(r *schemas.Disk) *float64 { return &r.WritesMergedPerSecond },
		"request_bytes":              func(r *schemas.Disk) *float64 { return &r.RequestBytes },
		"read_request_bytes":         func(r *schemas.Disk) *float64 { return &r.ReadRequestBytes },
		"write_request_bytes":        func(r *schemas.Disk) *float64 { return &r.WriteRequestBytes },
		"await_seconds":              func(r *schemas.Disk) *float64 { return &r.AwaitSeconds },
		"read_await_seconds":         func(r *schemas.Disk) *float64 { return &r.ReadAwaitSeconds },
		"write_await_seconds":        func(r *schemas.Disk) *float64 { return &r.WriteAwaitSeconds },
		"discard_await_seconds":      func(r *schemas.Disk) *float64 { return &r.DiscardAwaitSeconds },
		"flush_await_seconds":        func(r *schemas.Disk) *float64 { return &r.FlushAwaitSeconds },
		"queue_length":               func(r *schemas.Disk) *float64 { return &r.QueueLength },
		"io_time_ratio":              func(r *schemas.Disk) *float64 { return &r.IOTimeRatio },
		"step_s":                     func(r *schemas.Disk) *float64 { return &r.StepS },
	},
	source: func(r *schemas.Disk) **schemas.Source { return &r.Source },
}

var statsBinding = binding[schemas.Stat]{
	ints: map[string]func(*schemas.Stat) *int64{"ts": func(r *schemas.Stat) *int64 { return &r.TS }},
	nums: map[string]func(*schemas.Stat) *float64{
		"value":  func(r *schemas.Stat) *float64 { return &r.Value },
		"step_s": func(r *schemas.Stat) *float64 { return &r.StepS },
	},
	source: func(r *schemas.Stat) **schemas.Source { return &r.Source },
	key:    func(r *schemas.Stat) **schemas.StatKey { return &r.Key },
}

var settingsBinding = binding[schemas.Setting]{
	texts: map[string]func(*schemas.Setting) *string{
		"name":  func(r *schemas.Setting) *string { return &r.Name },
		"value": func(r *schemas.Setting) *string { return &r.Value },
		"scope": func(r *schemas.Setting) *string { return &r.Scope },
	},
	source: func(r *schemas.Setting) **schemas.Source { return &r.Source },
}

// skipsBinding leaves out severity, which follows from the reason.
var skipsBinding = binding[schemas.Skip]{
	ints: map[string]func(*schemas.Skip) *int64{"line": func(r *schemas.Skip) *int64 { return &r.Line }},
	texts: map[string]func(*schemas.Skip) *string{
		"file":   func(r *schemas.Skip) *string { return &r.File },
		"member": func(r *schemas.Skip) *string { return &r.Member },
		"reason": func(r *schemas.Skip) *string { return &r.Reason },
		"text":   func(r *schemas.Skip) *string { return &r.Text },
	},
}
