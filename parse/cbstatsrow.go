package parse

import (
	"bytes"

	"inquest/schemas"
)

// itemKinds are what a node has by the thousand: their numbers are counted and left out,
// the sums over them stand in other names.
var itemKinds = [...]string{"vBuckets", "connections", "shards of the storage", "collections and scopes", "bins of the hash table"}

// itemKind tells of what a name gives one item's number; -1 for all others:
//
//	vb_12, vb_12:high_seqno, failovers:vb_12:num_entries
//	eq_dcpq:replication:ns_1@a->ns_1@b:b-1:items_sent
//	rw_0:io_num_write            0x0:0x8:items             summary:histo_2_4
func itemKind(name []byte) int {
	switch {
	case bytes.HasPrefix(name, []byte("eq_dcpq:")), bytes.HasPrefix(name, []byte("eq_tapq:")):
		return 1
	case isNumbered(name, "vb_"), isNumbered(name[bytes.IndexByte(name, ':')+1:], "vb_"):
		return 0
	case isNumbered(name, "rw_"), isNumbered(name, "ro_"), isNumbered(name, "magma_"):
		return 2
	case bytes.HasPrefix(name, []byte("0x")):
		return 3
	case bytes.HasPrefix(name, []byte("summary:")):
		return 4
	}
	return -1
}

// isNumbered tells whether a name is prefix, a number, and then nothing or a colon.
func isNumbered(name []byte, prefix string) bool {
	rest, ok := bytes.CutPrefix(name, []byte(prefix))
	n := 0
	for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
		n++
	}
	return ok && n > 0 && (n == len(rest) || rest[n] == ':')
}

// histogramHead reads the first line of a histogram:
//
//	disk_commit (1234 total)
func histogramHead(line []byte) (name []byte, total float64, ok bool) {
	rest, ok := bytes.CutSuffix(line, []byte(" total)"))
	i := bytes.LastIndex(rest, []byte(" ("))
	if !ok || i < 2 || line[0] != ' ' || line[1] == ' ' {
		return nil, schemas.Null, false
	}
	total, ok = parseNumber(rest[i+2:])
	return rest[1:i], total, ok
}

// printedRow is one row of a histogram.
type printedRow struct {
	high    float64 // seconds when time
	percent float64
	count   float64
	time    bool
	sound   bool // all of it could be read
	mean    bool // the row of the mean, which is in high
}

// histogramRow reads a row. Bounds are times, sizes or bare numbers; the bar may be missing:
//
//	10us - 11us  : ( 99.8247%) 1224 ####
//	Avg          : (     123us)
func histogramRow(line []byte) (r printedRow, ok bool) {
	if len(line) < 5 || line[0] != ' ' || line[1] != ' ' {
		return r, false
	}
	bounds, rest, ok := bytes.Cut(line, []byte(": ("))
	if !ok {
		bounds, rest, ok = bytes.Cut(line, []byte(":("))
	}
	inside, rest, closed := bytes.Cut(rest, []byte{')'})
	if !ok || !closed {
		return r, false
	}
	bounds, inside = bytes.TrimSpace(bounds), bytes.TrimSpace(inside)
	if bytes.EqualFold(bounds, []byte("avg")) {
		r.high, r.time = labelSeconds(inside)
		r.mean = true
		return r, true
	}
	_, high, ok := bytes.Cut(bounds, []byte(" - "))
	share, hasShare := bytes.CutSuffix(inside, []byte{'%'})
	if !ok || !hasShare {
		return r, false
	}
	r.high, r.time = labelSeconds(bytes.TrimSpace(high))
	number, _, _ := bytes.Cut(bytes.TrimSpace(rest), []byte{' '})
	var ok1, ok2 bool
	r.percent, ok1 = parseNumber(bytes.TrimSpace(share))
	r.count, ok2 = parseNumber(number)
	r.sound = ok1 && ok2 && r.count >= 0
	return r, true
}
