package parse

import "inquest/schemas"

// inWords marks what the list says of a recording and no row can hold as it stands: a
// difference, a sum, a mean, a word with a digit. Where it is a value, a spot checks it.
const inWords = ""

// notOfRows are words of the list that are no values of rows: what they are is the reason
// that the recording's own lines are skipped for, or inWords.
var notOfRows = map[string][]struct{ words, why string }{
	"df-free/jc-df-long-filesystem.txt":            {{"1024-blocks", inWords}},
	"iostat/iostat-tool-small-el6-xmt.txt":         {{"avgrq-sz 246.55 await 121.04", schemas.SinceBoot}},
	"iostat/jc-centos7-iostat-1.txt":               {{"tps 0.24 kB_read 203305 kB_wrtn 42533", schemas.SinceBoot}},
	"iostat/jc-centos7-iostat-x-10.1.5.txt":        {{"%user 0.14 %idle 99.70; sda r/s 0.13 avgrq-sz 52.53 await 0.88 r_await 0.53 w_await 1.29 svctm 0.52 %util 0.01", schemas.SinceBoot}},
	"iostat/jc-ubuntu20.10-iostat-x-12.txt":        {{"%user 0.39 %idle 99.09; dm-0 r/s 2.38 rkB/s 98.75 r_await 0.55 w/s 7.18 wkB/s 129.42", schemas.SinceBoot}},
	"iostat/local-iostat-TERM-truncated.json":      {{"user 38.52", schemas.SinceBoot}},
	"iostat/local-iostat-human-C.txt":              {{"kB_wrtn/s 32.9M kB_wrtn 17.4G", schemas.SinceBoot}},
	"iostat/local-iostat-hx-C.txt":                 {{"r/s 76.10 rkB/s 3.2M", schemas.SinceBoot}},
	"iostat/local-iostat-mc-cpu-only-C.txt":        {{"16.82 (since boot)", schemas.SinceBoot}},
	"iostat/local-iostat-x-colour.txt":             {{"%user 38.30", schemas.SinceBoot}},
	"iostat/local-iostat-x-compact-C.txt":          {{"%user 17.91", schemas.SinceBoot}},
	"iostat/local-iostat-x-dec1-de_DE.txt":         {{"17.3", schemas.SinceBoot}},
	"iostat/local-iostat-x-t-C.txt":                {{"%user 15.26 %idle 77.19", schemas.SinceBoot}},
	"iostat/local-iostat-xs-C.txt":                 {{"tps 164.24 %util 2.75", schemas.SinceBoot}},
	"iostat/local-iostat-xt-ISO.txt":               {{"%user 16.95", schemas.SinceBoot}},
	"iostat/local-iostat-xt-de_DE.txt":             {{"%user 17.21 %idle 74.74; vda r/s 76.54", schemas.SinceBoot}},
	"iostat/local-iostat-xt-en_US-12h.txt":         {{"%user 17.14", schemas.SinceBoot}},
	"iostat/pbench-iostat-1-long-device-names.txt": {{"r/s 88.33 w/s 89.67 w_await 240.38 %util 91.07; luks... w/s 6791.00 aqu-sz 2166.36; mean sda r/s over all reports 27.713810, w/s 36.857619", schemas.SinceBoot}},
	"iostat/pcp-iostat-9-blk.txt":                  {{"tps 0.53 Blk_read/s 8.87", schemas.SinceBoot}},
	"iostat/pcp-iostat-rhel5-t-x-broken-table.txt": {{"w/s 66.04 wsec/s 1202.56 %util 1.44; dm-3 await 136.46", schemas.SinceBoot}},
	"iostat/sysstat-iostat-compact.txt":            {{"r/s 6.90 rkB/s 222.14 r_await 12.58", schemas.SinceBoot}},
	"iostat/sysstat-iostat-sigint.txt":             {{"tps 8.59 kB_read 1597749", schemas.SinceBoot}},
	"mpstat/pbench-mpstat-0-midnight.txt":          {{"mean %sys 0.027 %usr 0.010 %idle 99.966", inWords}},
	"pidstat/jc-centos7-pidstat.txt":               {{"PID 2123", schemas.SinceBoot}},
	"proc/local-proc-diskstats-series.txt":         {{"1071928 sectors = 264236.5 KiB/s", inWords}},
	"proc/local-proc-stat-series.txt":              {{"user +316, system +82, iowait +1, softirq +1, idle +1: busy 399/401", inWords}},
	"proc/pt-diskstats-004.txt":                    {{"45568 sectors", inWords}},
	"sadc-binary/local-sa-restart-com.sa":          {{"bytes 0-1 = 96 d5", inWords}},
	"sadf/local-sadf-p-restart-com.tsv":            {{"54 value rows", inWords}},
	"sadf/local-sadf-r-raw-u-d.txt":                {{"15725 -> 16049", inWords}},
	"sadf/sysstat-sadf-11.6.5-j.json":              {{"interval 46", inWords}},
	"sar/ksar-sar-10.1.5-rhel7-A-48cpu.txt":        {{"kbmemused 3793868", inWords}},
	"sar/ksar-sar-11.6.1-live-A.txt":               {{"starts with 32.93", schemas.Average}},
	"sar/local-sar-bB-C.txt":                       {{"512-byte", inWords}},
	"sar/local-sar-midnight-live-en_US-12h.txt":    {{"12:00:00 AM", inWords}},
	"sar/naarad-sar-memutil-el6.txt":               {{"kbmemused 39128596", inWords}, {"kbmemused 27985060", inWords}, {"(free+used=49494740)", inWords}},
	"sar/sysstat-sar-CPUoffon.txt":                 {{"%usr 2.84", inWords}},
	"top/jc-centos7-top-b-n3.txt":                  {{"5.9/5.9/88.2", schemas.SinceBoot}},
	"top/local-top-bn2-de_DE.txt":                  {{"us 50.0 sy 50.0", schemas.SinceBoot}},
	"top/local-top-midnight.txt":                   {{"us 90.0", schemas.SinceBoot}},
	"top/naarad-top-midnight.txt":                  {{"first 1.6%us 97.9%id", schemas.SinceBoot}, {"15.167G used", inWords}},
	"variants/sar-cannot-open.txt":                 {{"0 rows, 1 warning", inWords}},
	"variants/sar-u-empty-after-header.txt":        {{"0 rows", inWords}},
	"atop/local-atop-P.txt":                        {{"sys 70 user 327 idle 0 softirq 2", inWords}, {"io_ms 116", inWords}},
	"atop/local-atopsar-cdm.txt":                   {{"%usr 164 %sys 35", inWords}},
	"atop/virtualclient-atop-1s-5s.txt":            {{"user 132% idle 1471%", inWords}},
	"dstat/local-dstat-T-percpu.csv":               {{"row 2", inWords}},
	"dstat/local-dstat-header-only-crash.csv":      {{"0 data rows", inWords}},
	"dstat/local-dstat-screen.txt":                 {{"row 2", inWords}},
	"dstat/local-dstat-tcdngym.csv":                {{"37.804", schemas.SinceBoot}, {"row 2", inWords}},
}
