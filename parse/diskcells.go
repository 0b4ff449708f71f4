package parse

import "inquest/schemas"

// diskField reads one column of table disk.
type diskField func(*schemas.Disk) *float64

// scale turns a printed number into base units: times mul, divided by div.
type scale struct{ mul, div float64 }

var (
	asPrinted = scale{1, 1}
	percent   = scale{1, 100}
	millis    = scale{1, 1000}
	sectors   = scale{512, 1}
	kibi      = scale{1 << 10, 1}
	mebi      = scale{1 << 20, 1}
)

// diskColumn says where a printed column goes. A nil field is known and left out.
type diskColumn struct {
	field diskField
	scale scale
	rate  bool // per second: a value above 1e15 is a wrapped counter
	bytes bool // --human prints it with a suffix
}

// diskColumns are the names of device columns in all versions of iostat and sar -d.
// Source: iostat(1), sar(1) and the CHANGES file of sysstat.
var diskColumns = func() map[string]diskColumn {
	m := map[string]diskColumn{}
	rate := func(f diskField, names ...string) {
		for _, n := range names {
			m[n] = diskColumn{field: f, scale: asPrinted, rate: true}
		}
	}
	flow := func(f diskField, s scale, names ...string) {
		for _, n := range names {
			m[n] = diskColumn{field: f, scale: s, rate: true, bytes: true}
		}
	}
	other := func(f diskField, s scale, names ...string) {
		for _, n := range names {
			m[n] = diskColumn{field: f, scale: s, bytes: s == kibi || s == sectors}
		}
	}
	rate(func(d *schemas.Disk) *float64 { return &d.TransfersPerSecond }, "tps")
	rate(func(d *schemas.Disk) *float64 { return &d.ReadsPerSecond }, "r/s")
	rate(func(d *schemas.Disk) *float64 { return &d.WritesPerSecond }, "w/s")
	rate(func(d *schemas.Disk) *float64 { return &d.DiscardsPerSecond }, "d/s")
	rate(func(d *schemas.Disk) *float64 { return &d.FlushesPerSecond }, "f/s")
	rate(func(d *schemas.Disk) *float64 { return &d.ReadsMergedPerSecond }, "rrqm/s")
	rate(func(d *schemas.Disk) *float64 { return &d.WritesMergedPerSecond }, "wrqm/s")
	read := func(d *schemas.Disk) *float64 { return &d.ReadBytesPerSecond }
	flow(read, kibi, "rkB/s", "kB_read/s")
	flow(read, mebi, "rMB/s", "MB_read/s")
	flow(read, sectors, "rsec/s", "rd_sec/s", "Blk_read/s")
	written := func(d *schemas.Disk) *float64 { return &d.WrittenBytesPerSecond }
	flow(written, kibi, "wkB/s", "kB_wrtn/s")
	flow(written, mebi, "wMB/s", "MB_wrtn/s")
	flow(written, sectors, "wsec/s", "wr_sec/s", "Blk_wrtn/s")
	discarded := func(d *schemas.Disk) *float64 { return &d.DiscardedBytesPerSecond }
	flow(discarded, kibi, "dkB/s", "kB_dscd/s")
	flow(discarded, mebi, "dMB/s", "MB_dscd/s")
	flow(discarded, sectors, "dc_sec/s", "Blk_dscd/s")
	size := func(d *schemas.Disk) *float64 { return &d.RequestBytes }
	other(size, kibi, "areq-sz")
	other(size, sectors, "avgrq-sz")
	other(func(d *schemas.Disk) *float64 { return &d.ReadRequestBytes }, kibi, "rareq-sz")
	other(func(d *schemas.Disk) *float64 { return &d.WriteRequestBytes }, kibi, "wareq-sz")
	other(func(d *schemas.Disk) *float64 { return &d.AwaitSeconds }, millis, "await")
	other(func(d *schemas.Disk) *float64 { return &d.ReadAwaitSeconds }, millis, "r_await")
	other(func(d *schemas.Disk) *float64 { return &d.WriteAwaitSeconds }, millis, "w_await")
	other(func(d *schemas.Disk) *float64 { return &d.DiscardAwaitSeconds }, millis, "d_await")
	other(func(d *schemas.Disk) *float64 { return &d.FlushAwaitSeconds }, millis, "f_await")
	other(func(d *schemas.Disk) *float64 { return &d.QueueLength }, asPrinted, "aqu-sz", "avgqu-sz")
	other(func(d *schemas.Disk) *float64 { return &d.IOTimeRatio }, percent, "%util")
	for _, n := range []string{"%rrqm", "%wrqm", "%drqm", "drqm/s", "rqm/s", "svctm", "dareq-sz", "kB/s", "MB/s",
		"kB_read", "kB_wrtn", "kB_dscd", "MB_read", "MB_wrtn", "MB_dscd", "Blk_read", "Blk_wrtn", "Blk_dscd"} {
		m[n] = diskColumn{}
	}
	return m
}()
