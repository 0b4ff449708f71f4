package parse

// atopColumn is a field of a label of atop -P and the key of -J that holds the same.
type atopColumn struct {
	key    string // of -J, or a name of ours where -J does not have it
	metric string // of table stats; empty: left out, or the label's own rows take it
	unit   string
	factor float64 // to base units
	rate   bool    // an amount of the interval: divided by its length
	pages  bool    // in pages in -P; in -J bytes, but for rates
	text   bool    // no number
}

// atopUse says what the lines of a label become.
type atopUse uint8

const (
	atopStats   atopUse = iota // each field its own series
	atopCPU                    // a row of table cpu
	atopDisk                   // a row of table disk
	atopProcess                // series of a process or a thread
	atopNames                  // tells the names of tasks and which are threads, has no samples
	atopLeftOut                // known, has no place
)

// atopLabel is a label with its fields in the order of -P. Later versions of atop
// append fields, so a line may have fewer of them or more.
type atopLabel struct {
	name    string
	use     atopUse
	thing   string // label of the series, which the first field names; empty: none
	least   int    // fields of the oldest version
	columns []atopColumn
}

func atopPlain(keys ...string) (out []atopColumn) {
	for _, k := range keys {
		out = append(out, atopColumn{key: k})
	}
	return out
}

func atopText(key string) []atopColumn { return []atopColumn{{key: key, text: true}} }

// atopCounts are numbers of things that happened in the interval; a name of ours may
// follow the key after an equals sign.
func atopCounts(keys ...string) []atopColumn {
	return atopNamed(atopColumn{unit: "per_second", factor: 1, rate: true}, keys)
}

func atopGauges(unit string, factor float64, keys ...string) []atopColumn {
	return atopNamed(atopColumn{unit: unit, factor: factor}, keys)
}

// atopPages are sizes that -P prints in pages.
func atopPages(keys ...string) []atopColumn {
	return atopNamed(atopColumn{unit: "bytes", factor: 1, pages: true}, keys)
}

// atopPageRates are pages that were moved in the interval.
func atopPageRates(keys ...string) []atopColumn {
	return atopNamed(atopColumn{unit: "bytes_per_second", factor: 1, pages: true, rate: true}, keys)
}

// atopBytes are bytes that were moved in the interval.
func atopBytes(keys ...string) []atopColumn {
	return atopNamed(atopColumn{unit: "bytes_per_second", factor: 1, rate: true}, keys)
}

func atopNamed(c atopColumn, keys []string) (out []atopColumn) {
	for _, k := range keys {
		c.key, c.metric = k, "atop."+k
		for i := range k {
			if k[i] == '=' {
				c.key, c.metric = k[:i], k[i+1:]
			}
		}
		out = append(out, c)
	}
	return out
}

func atopFields(groups ...[]atopColumn) (out []atopColumn) {
	for _, g := range groups {
		out = append(out, g...)
	}
	return out
}

var (
	atopTicks = atopPlain("stime", "utime", "ntime", "itime", "wtime", "Itime", "Stime", "steal", "guest",
		"freq", "freqperc", "instr", "cycle")
	atopBlock = atopFields(atopText("dskname"), atopPlain("io_ms", "nread", "nrsect", "nwrite", "nwsect",
		"ndiscrd", "ndsect", "inflight", "avq", "avque"))
)

// atopLabels are the labels with their fields. Source: atop(1), section PARSABLE OUTPUT,
// and parseable.c and json.c of atop 1.26 to 2.11.
var atopLabels = []atopLabel{
	{"CPU", atopCPU, "", 10, atopFields(atopPlain("hertz", "nrcpu"), atopTicks)},
	{"cpu", atopCPU, "cpu", 10, atopFields(atopPlain("hertz"), atopText("cpuid"), atopTicks)},
	{"CPL", atopStats, "", 6, atopFields(atopPlain("nrcpu"),
		atopGauges("count", 1, "lavg1=system.load1", "lavg5=system.load5", "lavg15=system.load15"),
		atopCounts("csw=system.context_switches", "devint=system.interrupts"))},
	{"MEM", atopStats, "", 6, atopFields(atopPlain("pagesize"),
		atopPages("physmem=memory.total", "freemem=memory.free", "cachemem=memory.cached", "buffermem=memory.buffers",
			"slabmem=memory.slab", "cachedrt=memory.dirty", "slabreclaim"), atopPlain("vmwballoon"),
		atopPages("shmem=memory.shared", "shmrss", "shmswp"),
		atopGauges("bytes", 1, "hugepagesz"), atopGauges("count", 1, "tothugepage", "freehugepage"),
		atopPages("zfsarcsize", "ksmsharing", "ksmshared", "tcpsock", "udpsock", "pagetables"),
		atopGauges("bytes", 1, "lhugepagesz"), atopGauges("count", 1, "ltothugepage", "lfreehugepage"),
		atopPages("availablemem=memory.available", "anonhugepage"))},
	{"SWP", atopStats, "", 6, atopFields(atopPlain("pagesize"),
		atopPages("totswap=swap.total", "freeswap=swap.free"), atopPlain("unused"),
		atopPages("committed=memory.committed", "commitlim", "swcac=swap.cached", "zswstored", "zswtotpool"))},
	{"PAG", atopStats, "", 6, atopFields(atopPlain("pagesize"), atopCounts("pgscans", "allocstall"), atopPlain("unused"),
		atopPageRates("swins=swap.in", "swouts=swap.out"), atopCounts("oomkills", "compacts", "migrates", "numamigs"),
		atopPageRates("pgins=paging.in", "pgouts=paging.out"), atopCounts("zswins", "zswouts"))},
	{"PSI", atopStats, "", 21, atopFields(atopText("psi"), atopPressure("cs"), atopPressure("ms"), atopPressure("mf"),
		atopPressure("ios"), atopPressure("iof"))},
	{"DSK", atopDisk, "device", 6, atopBlock},
	{"LVM", atopDisk, "device", 6, atopBlock},
	{"MDD", atopDisk, "device", 6, atopBlock},
	{"NET", atopStats, "interface", 5, atopFields(atopText("name"),
		atopCounts("rpack=network.received_packets"), atopBytes("rbyte=network.received_bytes"),
		atopCounts("spack=network.sent_packets"), atopBytes("sbyte=network.sent_bytes"),
		atopPlain("speed", "duplex"), atopCounts("rerrs=network.receive_errors", "serrs=network.send_errors"))},
	{"NET_GENERAL", atopStats, "", 8, atopFields(atopCounts("rpacketsTCP", "spacketsTCP", "rpacketsUDP", "spacketsUDP",
		"rpacketsIP", "spacketsIP", "dpacketsIP", "fpacketsIP", "errorsUDP", "noportsUDP", "activeOpensTCP", "passiveOpensTCP"),
		atopGauges("count", 1, "establishedTCP"), atopCounts("retransSegsTCP", "errorsTCP", "resetsTCP", "csumErrorsTCP",
			"icmpi", "icmpo"))},
	{"IFB", atopStats, "interface", 8, atopFields(atopText("ibname"), atopPlain("portnr", "lanes", "maxrate"),
		atopBytes("rcvb", "sndb"), atopCounts("rcvp", "sndp"))},
	{"NFM", atopStats, "device", 9, atopFields(atopText("mountdev"), atopBytes("bytestotread", "bytestotwrite", "bytesread",
		"byteswrite", "bytesdread", "bytesdwrite"), atopPlain("pagesmread", "pagesmwrite"))},
	{"NFC", atopStats, "", 5, atopCounts("rpccnt", "rpcread", "rpcwrite", "rpcretrans", "rpcautrefresh")},
	{"NFS", atopStats, "", 15, atopFields(atopCounts("rpccnt=atop.nfs_rpccnt", "rpcread=atop.nfs_rpcread", "rpcwrite=atop.nfs_rpcwrite"),
		atopBytes("nrbytes", "nwbytes"), atopCounts("rpcbadfmt", "rpcbadaut", "rpcbadcln", "netcnt", "nettcpcnt", "netudpcnt",
			"nettcpcon", "rchits", "rcmiss", "rcnocache"))},
	{"PRC", atopProcess, "", 12, atopFields(atopText("pid"), atopText("cmd"), atopText("state"), atopPlain("hertz"),
		atopCounts("utime=cpu_user", "stime=cpu_system"), atopPlain("nice", "prio", "rtprio"), atopPlain("policy", "curcpu",
			"sleepavg", "tgid"), atopText("isproc"), atopPlain("rundelay"), atopText("wchan"),
		atopPlain("blkdelay", "cpumax", "cpumaxr"), atopCounts("nvcsw=context_switches", "nivcsw=involuntary_switches"))},
	{"PRM", atopProcess, "", 11, atopFields(atopText("pid"), atopText("cmd"), atopText("state"), atopPlain("pagesize"),
		atopGauges("bytes", 1024, "vmem=virtual", "rmem=resident"), atopPlain("vexec", "vgrow", "rgrow"),
		atopCounts("minflt=minor_faults", "majflt=major_faults"), atopPlain("vlibs", "vdata", "vstack", "vswap", "tgid"),
		atopText("isproc"))},
	{"PRD", atopProcess, "", 10, atopFields(atopText("pid"), atopText("cmd"), atopText("state"), atopText("patch"), atopText("iostat"),
		atopPlain("rio"), atopNamed(atopColumn{unit: "bytes_per_second", factor: 512, rate: true}, []string{"rsz=read_bytes"}),
		atopPlain("wio"), atopNamed(atopColumn{unit: "bytes_per_second", factor: 512, rate: true}, []string{"wsz=written_bytes"}),
		atopPlain("cwsz", "tgid"), atopText("unused"), atopText("isproc"))},
	{"PRG", atopNames, "", 9, atopFields(atopText("pid"), atopText("cmd"), atopText("state"), atopPlain("ruid", "rgid", "tgid"),
		atopText("isproc"))},
	{name: "PRN", use: atopLeftOut}, {name: "PRE", use: atopLeftOut}, {name: "GPU", use: atopLeftOut},
	{name: "NUM", use: atopLeftOut}, {name: "NUC", use: atopLeftOut}, {name: "LLC", use: atopLeftOut}, {name: "CGR", use: atopLeftOut},
}

// atopPressure are the averages of a pressure and the time it lasted in the interval,
// which -P and -J print in microseconds.
func atopPressure(key string) []atopColumn {
	some := "pressure.some_avg"
	if key[len(key)-1] == 'f' {
		some = "pressure.full_avg"
	}
	return atopFields(atopGauges("ratio", 0.01, key+"10="+some+"10", key+"60="+some+"60", key+"300="+some+"300"),
		atopNamed(atopColumn{unit: "ratio", factor: 1e-6, rate: true}, []string{key + "tot"}))
}

// atopResource is the resource that a key of label PSI is about.
func atopResource(key string) string {
	switch key[0] {
	case 'c':
		return "cpu"
	case 'm':
		return "memory"
	}
	return "io"
}
