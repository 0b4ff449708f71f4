package parse

import (
	"bytes"
	"errors"
	"os"
	"path"
	"testing"

	"inquest/schemas"
)

// sysstatSpots are values that were read by eye, by file.
var sysstatSpots = map[string][]spot{
	"iostat/iostat-tool-11.7.3-ymxt.txt": {{"disk.io_time_ratio", "sda", 16, 0.996, 0}, {"disk.writes_per_second", "sda", 16, 5848, 0},
		{"disk.written_bytes_per_second", "sda", 16, 730.88 * (1 << 20), 1e-12}, {"disk.write_request_bytes", "sda", 16, 127.98 * 1024, 1e-12}, {"cpu.idle", "all", 0, 1, 0}},
	"iostat/iostat-tool-sector-el6.txt": {{"disk.writes_per_second", "sda", 2, 6, 0}, {"disk.written_bytes_per_second", "sda", 2, 102400, 0},
		{"disk.request_bytes", "sda", 2, 33.33 * 512, 1e-12}},
	"iostat/iostat-tool-small-el6-xmt.txt":    {{"disk.writes_per_second", "sda", 1, 5, 0}, {"disk.await_seconds", "sda", 1, 0.0236, 0}, {"disk.io_time_ratio", "sda", 1, 0.074, 1e-12}},
	"iostat/local-iostat-TERM-truncated.json": {{"cpu.user", "all", 2, 0.7512, 0}, {"cpu.idle", "all", 2, 0, 0}},
	"iostat/local-iostat-mc-cpu-only-C.txt":   {{"cpu.user", "all", 0, 0.8579, 0}},
	"iostat/local-iostat-midnight-xt-C.txt":   {{"cpu.user", "all", 0, 0.9173, 0}},
	"iostat/local-iostat-plain-C.txt":         {{"cpu.user", "all", 0, 0.7638, 0}, {"disk.transfers_per_second", "vda", 0, 724.75, 0}, {"disk.written_bytes_per_second", "vda", 0, 460895.05 * 1024, 1e-12}},
	"iostat/local-iostat-x-colour.txt":        {{"cpu.user", "all", 0, 0.73, 0}},
	"iostat/local-iostat-x-dec1-de_DE.txt":    {{"cpu.user", "all", 0, 0.533, 1e-12}},
	"iostat/local-iostat-xt-de_DE.json":       {{"cpu.user", "all", 0, 0.5297, 0}},
	"iostat/local-iostat-xt.json": {{"cpu.idle", "all", 1, 0.203, 1e-12}, {"disk.writes_per_second", "vda", 1, 189, 0},
		{"disk.written_bytes_per_second", "vda", 1, 774144 * 1024, 0}, {"disk.io_time_ratio", "vda", 1, 0.296, 1e-12}},
	"iostat/local-iostat-ykdt-vda-C.txt": {{"disk.transfers_per_second", "vda", 0, 579, 0}, {"disk.transfers_per_second", "vda", 1, 777, 0}, {"disk.transfers_per_second", "vda", 2, 1098.02, 0}},
	"iostat/pbench-iostat-0-y-zero-first.txt": {{"cpu.user", "all", 0, 0.0413, 0}, {"cpu.idle", "all", 0, 0.9583, 0}, {"disk.writes_per_second", "sda", 0, 3.2, 0},
		{"disk.write_request_bytes", "sda", 0, 4.25 * 1024, 0}},
	"iostat/pcp-iostat-9-blk.txt":             {{"disk.transfers_per_second", "sdb", 1, 124.08, 0}, {"disk.read_bytes_per_second", "sdb", 1, 976.59 * 512, 1e-12}},
	"iostat/sperf-dse68-iostat-12h.txt":       {{"cpu.user", "all", 0, 0.0731, 0}, {"cpu.system", "all", 0, 0.0914, 0}, {"cpu.idle", "all", 0, 0.8355, 0}},
	"iostat/sysstat-iostat-sigint.txt":        {{"disk.transfers_per_second", "sdq", 0, 9.62, 0}, {"disk.read_bytes_per_second", "sdq", 0, 7.86 * 1024, 1e-12}, {"disk.discarded_bytes_per_second", "sdq", 0, 16.04 * 1024, 1e-12}},
	"iostat/sysstat-iostat-x-p-ALL.json":      {{"cpu.idle", "all", 0, 0.8289, 0}, {"disk.reads_per_second", "sdr", 0, 3.21, 0}, {"disk.write_await_seconds", "sdr", 0, 0.04, 0}, {"disk.io_time_ratio", "sdr", 0, 0.0642, 0}},
	"mpstat/jc-centos7-mpstat-A-2-5.txt":      {{"cpu.system", "all", 0, 0.005, 0}, {"cpu.idle", "all", 0, 0.995, 0}, {"system.interrupts", "", 0, 55.5, 0}},
	"mpstat/local-mpstat-A-C.txt":             {{"cpu.user", "all", 0, 0.6834, 0}, {"cpu.idle", "all", 0, 0.0302, 0}},
	"mpstat/local-mpstat-PALL-C.txt":          {{"cpu.user", "all", 0, 0.5228, 0}, {"cpu.idle", "all", 0, 0.1269, 0}},
	"mpstat/local-mpstat-PALL-ISO.txt":        {{"cpu.user", "all", 0, 0.5678, 0}, {"cpu.iowait", "all", 0, 0.1357, 0}},
	"mpstat/local-mpstat-PALL-de_DE.txt":      {{"cpu.user", "all", 0, 0.505, 0}, {"cpu.idle", "all", 0, 0.203, 0}},
	"mpstat/local-mpstat-PALL-en_US-12h.txt":  {{"cpu.user", "all", 0, 0.535, 0}, {"cpu.idle", "all", 0, 0.17, 0}},
	"mpstat/local-mpstat-PALL-ja_JP.txt":      {{"cpu.user", "all", 0, 0.51, 0}, {"cpu.idle", "all", 0, 0.2, 0}},
	"mpstat/local-mpstat-PALL.json":           {{"cpu.user", "all", 0, 0.5179, 0}, {"cpu.idle", "all", 0, 0.2051, 0}, {"cpu.system", "0", 0, 0, 0}},
	"mpstat/local-mpstat-TERM-truncated.json": {{"cpu.user", "all", 0, 0.8141, 0}, {"cpu.user", "all", 1, 0.8492, 0}, {"cpu.user", "all", 2, 0.796, 0}},
	"mpstat/local-mpstat-colour.txt":          {{"cpu.user", "all", 0, 0.8905, 0}},
	"mpstat/local-mpstat-midnight-C.txt":      {{"cpu.steal", "all", 3, 0.0571, 0}},
	"mpstat/pbench-mpstat-0-midnight.txt":     {{"cpu.system", "all", theMean, 0.00027, 0.02}, {"cpu.user", "all", theMean, 0.0001, 0.02}, {"cpu.idle", "all", theMean, 0.99966, 1e-5}},
	"mpstat/sysstat-mpstat-A.json":            {{"cpu.user", "all", 0, 0.0215, 0}, {"cpu.nice", "all", 0, 0.125, 0}, {"cpu.idle", "all", 0, 0.8288, 0}},
	"pidstat/local-pidstat-Hhu-epoch-C.txt":   {{"process.cpu_user", `{"command":"stress-ng-cpu","pid":"17216"}`, 0, 0.3069, 0}},
	"pidstat/local-pidstat-dt-threads-C.txt": {{"process.written_bytes", `{"command":"stress-ng-hdd","pid":"17217"}`, 0, 327280.73 * 1024, 1e-12},
		{"thread.written_bytes", `{"command":"stress-ng-hdd","pid":"17217","tid":"17217"}`, 0, 327280.73 * 1024, 1e-12}},
	"pidstat/local-pidstat-midnight-C.txt": {{"process.cpu_user", `{"command":"wrk","pid":"30435"}`, 0, 0.403, 0}, {"process.cpu", `{"command":"wrk","pid":"30435"}`, 0, 0.403, 0}},
	"pidstat/local-pidstat-u-C.txt": {{"process.cpu_user", `{"command":"stress-ng-hdd","pid":"17217"}`, 0, 0.14, 0},
		{"process.cpu_system", `{"command":"stress-ng-hdd","pid":"17217"}`, 0, 0.2, 0}, {"process.cpu", `{"command":"stress-ng-hdd","pid":"17217"}`, 0, 0.34, 0}},
	"pidstat/local-pidstat-urdh-C.txt":    {{"process.written_bytes", `{"command":"stress-ng-hdd","pid":"17217"}`, 0, 366954.46 * 1024, 1e-12}},
	"pidstat/pbench-pidstat-2-epoch.txt":  {{"process.cpu_user", `{"command":"yes","pid":"1029"}`, 0, 0.9901, 0}, {"process.cpu", `{"command":"yes","pid":"1029"}`, 0, 1, 0}},
	"sadf/local-sadf-T-d-u-NewYork.csv":   {{"cpu.user", "all", 0, 0.8125, 0}},
	"sadf/local-sadf-d-PALL.csv":          {{"cpu.user", "0", 0, 0.855, 0}, {"cpu.user", "1", 0, 0.77, 0}, {"cpu.user", "1", 20, 0.4242, 0}},
	"sadf/local-sadf-d-midnight.csv":      {{"cpu.user", "all", 3, 0.83, 0}},
	"sadf/local-sadf-d-u-de_DE-comma.csv": {{"cpu.user", "all", 0, 0.8125, 0}},
	"sadf/local-sadf-d-udr.csv":           {{"disk.transfers_per_second", "vda", 20, 212.5, 0}, {"disk.written_bytes_per_second", "vda", 20, 732940 * 1024, 0}, {"disk.io_time_ratio", "vda", 20, 0.316, 1e-12}},
	"sadf/local-sadf-dU-epoch-uq.csv":     {{"cpu.user", "all", 0, 0.8125, 0}, {"system.run_queue", "", 20, 2, 0}, {"system.processes", "", 20, 99, 0}},
	"sadf/local-sadf-dh-PALL-d.csv":       {{"disk.transfers_per_second", "vda", 0, 189.5, 0}},
	"sadf/local-sadf-j-PALL-d-r-n-q.json": {{"disk.read_bytes_per_second", "vda", 0, 2660 * 1024, 0}, {"disk.request_bytes", "vda", 0, 4800.19 * 1024, 1e-6}},
	"sadf/local-sadf-j-u-de_DE.json":      {{"cpu.user", "all", 0, 0.8125, 0}, {"cpu.user", "all", 20, 0.5139, 0}},
	"sadf/local-sadf-p-PALL-d.tsv":        {{"disk.await_seconds", "vda", 20, 0.01097, 0}, {"disk.io_time_ratio", "vda", 20, 0.316, 1e-12}},
	"sadf/local-sadf-r-raw-u-d.txt":       {{"cpu.user", "all", 0, 324.0 / 398, 1e-9}},
	"sadf/local-sadf-x-u-d-r.xml":         {{"cpu.user", "all", 0, 0.8125, 0}},
	"sadf/sysstat-sadf-11.6.5-p.tsv":      {{"sadf.rpm", `{"device":"fan1"}`, 0, 1283, 0}, {"sadf.degC", `{"device":"temp1"}`, 0, 34, 0}},
	"sadf/sysstat-sadf-d-T-tz.csv":        {{"cpu.user", "all", 0, 0.0215, 0}, {"cpu.user", "all", 1, 0.0228, 0}, {"system.context_switches", "", 0, 68409.3, 0}, {"system.context_switches", "", 1, 46287.74, 0}},
	"sadf/sysstat-sadf-d-qu.csv":          {{"cpu.user", "all", 3, 0.068, 1e-12}, {"cpu.idle", "all", 3, 0.759, 1e-12}, {"system.run_queue", "", 3, 3, 0}, {"system.load1", "", 3, 3.16, 0}},
	"sadf/sysstat-sadf-dh.csv":            {{"cpu.user", "all", 0, 0.0215, 0}, {"cpu.idle", "all", 0, 0.8288, 0}, {"cpu.nice", "3", 0, 0.9955, 0}},
	"sar/ksar-sar-10.1.5-rhel7-A-48cpu.txt": {{"cpu.iowait", "all", 1, 0.0008, 0}, {"cpu.idle", "all", 1, 0.9986, 0}, {"disk.transfers_per_second", "dev8-0", 0, 0.35, 0},
		{"disk.read_bytes_per_second", "dev8-0", 0, 0.53 * 512, 1e-12}, {"disk.io_time_ratio", "dev8-0", 0, 0.002, 0}, {"memory.free", "", 0, 94959832 * 1024, 0}, {"sar.%memused", "", 0, 0.0384, 0}},
	"sar/ksar-sar-11.6.1-live-A.txt": {{"cpu.idle", "all", 0, 0.8899, 0}, {"cpu.user", "all", 5, 0.0028, 0}, {"cpu.system", "all", 5, 0.0038, 0}, {"disk.transfers_per_second", "dev253-0", 0, 6.7, 0},
		{"disk.written_bytes_per_second", "dev253-0", 0, 496.8 * 1024, 1e-12}, {"disk.request_bytes", "dev253-0", 0, 74.15 * 1024, 1e-12}},
	"sar/local-sar-A-C.txt":                     {{"cpu.user", "all", 0, 0.8125, 0}, {"cpu.system", "all", 0, 0.175, 0}},
	"sar/local-sar-bB-C.txt":                    {{"paging.out", "", 0, 480964 * 1024, 0}},
	"sar/local-sar-d-C.txt":                     {{"disk.transfers_per_second", "vda", 0, 189.5, 0}, {"disk.read_bytes_per_second", "vda", 0, 2660 * 1024, 0}, {"disk.written_bytes_per_second", "vda", 0, 480964 * 1024, 0}, {"disk.await_seconds", "vda", 0, 0.01008, 0}, {"disk.io_time_ratio", "vda", 0, 0.218, 1e-12}},
	"sar/local-sar-dec0-C.txt":                  {{"cpu.user", "all", 0, 0.81, 0}, {"cpu.system", "all", 0, 0.18, 0}, {"cpu.idle", "all", 0, 0, 0}},
	"sar/local-sar-dp-pretty-dev-last-C.txt":    {{"disk.transfers_per_second", "vda", 0, 189.5, 0}, {"disk.io_time_ratio", "vda", 0, 0.218, 1e-12}},
	"sar/local-sar-human-rn-C.txt":              {{"memory.free", "", 0, 18.3 * (1 << 30), 1e-12}, {"sar.%memused", "", 0, 0.023, 1e-12}},
	"sar/local-sar-midnight-file-C.txt":         {{"cpu.user", "all", 3, 0.83, 0}},
	"sar/local-sar-midnight-live-en_US-12h.txt": {{"cpu.user", "all", 2, 0.895, 0}},
	"sar/local-sar-nDEV-EDEV-C.txt":             {{"network.received_bytes", `{"interface":"lo"}`, 0, 0, 0}, {"network.receive_errors", `{"interface":"lo"}`, 0, 0, 0}},
	"sar/local-sar-q-w-C.txt":                   {{"system.processes_created", "", 0, 25, 0}, {"system.context_switches", "", 0, 2180.5, 0}},
	"sar/local-sar-rALL-S-C.txt":                {{"memory.free", "", 0, 19224372 * 1024, 0}, {"memory.available", "", 0, 23746472 * 1024, 0}, {"memory.used", "", 0, 577688 * 1024, 0}, {"sar.%memused", "", 0, 0.0234, 0}},
	"sar/local-sar-uALL-PALL-C.txt":             {{"cpu.user", "0", 0, 0.855, 0}, {"cpu.user", "1", 0, 0.77, 0}, {"cpu.iowait", "1", 0, 0.01, 0}},
	"sar/local-sar-ud-de_DE.txt":                {{"cpu.user", "all", 0, 0.8125, 0}, {"disk.request_bytes", "vda", 0, 4800.19 * 1024, 1e-12}, {"disk.io_time_ratio", "vda", 0, 0.218, 1e-12}},
	"sar/local-sar-ur-ja_JP.txt":                {{"cpu.user", "all", 0, 0.8125, 0}, {"cpu.idle", "all", 0, 0.0025, 0}},
	"sar/naarad-sar-cpuusage-12h.txt":           {{"cpu.user", "all", 0, 0.093, 1e-12}, {"cpu.system", "all", 0, 0.0121, 0}, {"cpu.iowait", "all", 0, 0.0235, 0}, {"cpu.softirq", "all", 0, 0.0013, 0}, {"cpu.idle", "all", 0, 0.8702, 0}, {"cpu.user", "0", 0, 0.1633, 0}, {"cpu.user", "10", 15, 0.02, 0}},
	"sar/naarad-sar-memutil-el6.txt":            {{"memory.free", "", 0, 10366144 * 1024, 0}, {"memory.free", "", 296, 21509680 * 1024, 0}, {"sar.%memused", "", 0, 0.7906, 0}},
	"sar/pbench-sar-2-en_US-12h-A.txt":          {{"cpu.user", "all", 0, 0.0117, 0}, {"cpu.system", "all", 0, 0.0079, 0}, {"cpu.idle", "all", 0, 0.9804, 0}, {"memory.free", "", 0, 130597092 * 1024, 0}, {"memory.available", "", 0, 63387252 * 1024, 0}},
	"sar/pcp-cputime-sar-6cpu.txt":              {{"cpu.user", "all", 0, 0.0678, 0}, {"cpu.iowait", "all", 0, 0.1525, 0}, {"cpu.idle", "all", 0, 0.739, 1e-12}, {"cpu.iowait", "0", 0, 0.61, 0}},
	"sar/sysstat-sar-CPUoffon.txt":              {{"cpu.user", "8", 0, 0.0959, 1e-9}, {"cpu.guest", "8", 0, 0.0788, 1e-9}, {"cpu.system", "8", 0, 0.3998, 0}, {"cpu.steal", "8", 0, 0.045, 0}, {"cpu.idle", "8", 0, 0.448, 1e-12}},
	"sar/sysstat-sar-ISO.txt":                   {{"cpu.user", "all", 0, 0.0215, 0}, {"cpu.nice", "all", 0, 0.125, 0}, {"cpu.idle", "all", 0, 0.8288, 0}},
	"sar/sysstat-sar-always-colour.txt":         {{"cpu.steal", "all", 3, 0.0039, 0}, {"cpu.idle", "all", 3, 0.759, 1e-12}},
	"sar/sysstat-sar-i-cpu-gap.txt":             {{"cpu.idle", "all", 0, 0.8771, 0}, {"cpu.idle", "8", 0, 0.6776, 0}, {"system.context_switches", "", 0, 57336.12, 0}},
	"sar/sysstat-sar-rep_hdr.txt":               {{"cpu.user", "all", 2, 0.0267, 0}, {"cpu.nice", "all", 2, 0.2308, 0}},
	"variants/sar-u-C-truncated-mid-row.txt":    {{"cpu.user", "all", 10, 0.5175, 0}},
}

// sysstatExtents are the numbers of rows and the first and last instant, by file.
var sysstatExtents = map[string]extent{
	"iostat/jc-centos7-iostat-x-10.1.5.txt":        {},
	"iostat/jc-ubuntu20.10-iostat-x-12.txt":        {},
	"iostat/local-iostat-x-t-C.txt":                {4, 8, "2026-11-30T10:36:15Z", "2026-11-30T10:36:21Z"},
	"iostat/local-iostat-midnight-xt-C.txt":        {4, 8, "2026-03-14T23:59:58Z", "2026-03-15T00:00:04Z"},
	"iostat/local-iostat-xt-ISO.txt":               {2, 4, "2026-11-30T10:36:28Z", "2026-11-30T10:36:29Z"},
	"iostat/local-iostat-xt-en_US-12h.txt":         {1, 2, "2026-11-30T10:36:30Z", "2026-11-30T10:36:30Z"},
	"iostat/local-iostat-ykdt-vda-C.txt":           {0, 3, "2026-11-30T10:36:24Z", "2026-11-30T10:36:26Z"},
	"iostat/iostat-tool-sector-el6.txt":            {4, 44, "2018-06-14T18:08:38Z", "2018-06-14T18:08:41Z"},
	"iostat/pbench-iostat-1-long-device-names.txt": {20, 100, "2015-02-25T17:48:55Z", "2015-02-25T17:49:52Z"},
	"iostat/pcp-iostat-rhel5-t-x-broken-table.txt": {2, 26, "2014-10-07T15:49:59Z", "2014-10-07T15:51:01Z"},
	"iostat/sysstat-iostat-x-p-ALL.json":           {1, 21, "1970-01-01T00:00:01Z", "1970-01-01T00:00:01Z"},
	"mpstat/local-mpstat-dst-fallback-NewYork.txt": {6, 0, "2026-11-01T01:59:56Z", "2026-11-01T02:00:06Z"},
	"mpstat/local-mpstat-midnight.json":            {5, 0, "2026-03-14T23:59:58Z", "2026-03-15T00:00:06Z"},
	"mpstat/local-mpstat-midnight-C.txt":           {18, 0, "2026-03-14T23:59:56Z", "2026-03-15T00:00:06Z"},
	"mpstat/local-mpstat-since-boot-C.txt":         {},
	"mpstat/pbench-mpstat-0-midnight.txt":          {90, 0, "2015-05-18T23:59:26Z", "2015-05-19T00:00:56Z"},
	"mpstat/sysstat-mpstat-A.json":                 {9, 0, "2020-06-01T12:53:21Z", "2020-06-01T12:53:21Z"},
	"pidstat/jc-centos7-pidstat-hdlrsuw-2-5.txt":   {0, 0, "2022-03-09T20:53:41Z", "2022-03-09T20:53:49Z"},
	"pidstat/jc-centos7-pidstat.txt":               {},
	"pidstat/local-pidstat-midnight-C.txt":         {0, 0, "2026-03-14T23:59:58Z", "2026-03-15T00:00:06Z"},
	"pidstat/pbench-pidstat-2-epoch.txt":           {0, 0, "2019-03-13T22:19:18Z", "2019-03-13T22:19:33Z"},
	"sadf/local-sadf-T-d-u-NewYork.csv":            {21, 0, "2026-11-30T05:36:15Z", "2026-11-30T05:36:55Z"},
	"sadf/local-sadf-d-PALL.csv":                   {63, 0, "2026-11-30T10:36:15Z", "2026-11-30T10:36:55Z"},
	"sadf/local-sadf-d-midnight.csv":               {8, 0, "2026-03-14T23:59:54Z", "2026-03-15T00:00:08Z"},
	"sadf/local-sadf-d-restart-com.csv":            {9, 0, "2026-03-10T08:00:01Z", "2026-03-10T08:40:03Z"},
	"sadf/local-sadf-dU-epoch-uq.csv":              {21, 0, "2026-11-30T10:36:15Z", "2026-11-30T10:36:55Z"},
	"sadf/local-sadf-j-restart-com.json":           {9, 0, "2026-03-10T08:00:01Z", "2026-03-10T08:40:03Z"},
	"sadf/local-sadf-p-restart-com.tsv":            {9, 0, "2026-03-10T08:00:01Z", "2026-03-10T08:40:03Z"},
	"sadf/local-sadf-r-raw-u-d.txt":                {21, 42, "1970-01-01T10:36:15Z", "1970-01-01T10:36:55Z"},
	"sadf/local-sadf-x-restart-com.xml":            {9, 0, "2026-03-10T08:00:01Z", "2026-03-10T08:40:03Z"},
	"sadf/sysstat-sadf-H.txt":                      {},
	"sadf/sysstat-sadf-d-T-tz.csv":                 {2, 0, "2019-04-18T09:20:19Z", "2019-04-18T09:20:29Z"},
	"sar/ksar-sar-11.6.1-live-A.txt":               {30, 18, "2018-04-08T16:08:55Z", "2018-04-08T16:09:45Z"},
	"sar/local-sar-SIGINT-average.txt":             {3, 0, "2026-11-30T10:41:26Z", "2026-11-30T10:41:28Z"},
	"sar/local-sar-midnight-file-C.txt":            {8, 16, "2026-03-14T23:59:54Z", "2026-03-15T00:00:08Z"},
	"sar/local-sar-midnight-live-en_US-12h.txt":    {6, 0, "2026-03-14T23:59:56Z", "2026-03-15T00:00:06Z"},
	"sar/local-sar-restart-com-C.txt":              {9, 0, "2026-03-10T08:00:01Z", "2026-03-10T08:40:03Z"},
	"sar/local-sar-restart-com-en_US-12h.txt":      {9, 0, "2026-03-10T08:00:01Z", "2026-03-10T08:40:03Z"},
	"sar/local-sar-u-C.txt":                        {21, 0, "2026-11-30T10:36:15Z", "2026-11-30T10:36:55Z"},
	"sar/local-sar-u-ISO.txt":                      {21, 0, "2026-11-30T10:36:15Z", "2026-11-30T10:36:55Z"},
	"sar/local-sar-u-en_GB.txt":                    {21, 0, "2026-11-30T10:36:15Z", "2026-11-30T10:36:55Z"},
	"sar/local-sar-u-en_US-12h.txt":                {21, 0, "2026-11-30T10:36:15Z", "2026-11-30T10:36:55Z"},
	"sar/local-sar-u-fr_FR.txt":                    {21, 0, "2026-11-30T10:36:15Z", "2026-11-30T10:36:55Z"},
	"sar/local-sar-ur-ja_JP.txt":                   {21, 0, "2026-11-30T10:36:15Z", "2026-11-30T10:36:55Z"},
	"sar/pbench-sar-2-en_US-12h-A.txt":             {17, 12, "2015-04-01T07:50:09Z", "2015-04-01T07:50:09Z"},
	"sar/pcp-cputime-sar-6cpu.txt":                 {70, 0, "2016-05-19T09:24:08Z", "2016-05-19T09:24:17Z"},
	"sar/sysstat-sar-ISO.txt":                      {5, 0, "2019-04-18T13:20:19Z", "2019-04-18T13:54:35Z"},
	"variants/iostat-two-runs-appended.txt":        {8, 16, "2026-03-14T23:59:58Z", "2026-11-30T10:36:21Z"},
	"variants/iostat-x-t-C-crlf.txt":               {4, 8, "2026-11-30T10:36:15Z", "2026-11-30T10:36:21Z"},
	"variants/iostat-x-t-C-truncated-mid-row.txt":  {4, 6, "2026-11-30T10:36:15Z", "2026-11-30T10:36:21Z"},
	"variants/mpstat-PALL-two-runs-appended.txt":   {15, 0, "2026-11-30T10:36:43Z", "2026-11-30T10:36:47Z"},
	"variants/sar-cannot-open.txt":                 {},
	"variants/sar-u-C-crlf.txt":                    {21, 0, "2026-11-30T10:36:15Z", "2026-11-30T10:36:55Z"},
	"variants/sar-u-C-truncated-mid-row.txt":       {11, 0, "2026-11-30T10:36:15Z", "2026-11-30T10:36:35Z"},
	"variants/sar-u-C-utf8-bom.txt":                {21, 0, "2026-11-30T10:36:15Z", "2026-11-30T10:36:55Z"},
	"variants/sar-u-empty-after-header.txt":        {},
}

// TestManifestSysstat checks the known values of the recordings of the sysstat tools.
func TestManifestSysstat(t *testing.T) {
	root := shared(t, "corpus/logs")
	for file, list := range sysstatSpots {
		t.Run(file, func(t *testing.T) {
			rows := readRecording(t, path.Join(root, file))
			for _, s := range list {
				s.check(t, rows)
			}
		})
	}
	for file, want := range sysstatExtents {
		t.Run(file, func(t *testing.T) {
			rows := readRecording(t, path.Join(root, file))
			got := extent{cpu: len(rows.CPU), disk: len(rows.Disk)}
			if first, last, ok := rows.Span(); ok {
				got.first, got.last = instant(first), instant(last)
			}
			if got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		})
	}
	t.Run("binary", func(t *testing.T) {
		data, err := os.ReadFile(path.Join(root, "sadc-binary/local-sa-restart-com.sa"))
		if err != nil {
			t.Fatal(err)
		}
		var rows schemas.Rows
		if _, err := Read("f", "m", bytes.NewReader(data), &rows, Options{}); !errors.Is(err, ErrUnsupported) {
			t.Errorf("error %v", err)
		}
	})
}
